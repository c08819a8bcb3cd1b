import fc from 'fast-check'
import { hashToken } from '../../../src/auth/secret-token.ts'
import { formatToken, kindOfToken, shownPrefix, type TokenKind } from '../../../src/auth/tokens/token-form.ts'

const kinds = fc.constantFrom<TokenKind>('PERSONAL', 'SERVICE')
const secrets = fc.uint8Array({ minLength: 32, maxLength: 32 })
const tokens = fc.tuple(kinds, secrets).map(([kind, secret]) => formatToken(kind, secret))

it('a token has one form, whatever its bytes, and is recognised with its kind', () => {
  fc.assert(
    fc.property(kinds, secrets, (kind, secret) => {
      const token = formatToken(kind, secret)

      expect(token).toMatch(kind === 'PERSONAL' ? /^vgp_[0-9A-Za-z]{49}$/ : /^vgs_[0-9A-Za-z]{49}$/)
      expect(kindOfToken(token)).toBe(kind)
    }),
  )
})

it('the token of given bytes is the same for ever', () => {
  const secret = Uint8Array.from({ length: 32 }, (_, index) => index)

  // Computed independently, with Python's zlib.
  // cspell:disable-next-line
  expect(formatToken('PERSONAL', secret)).toBe('vgp_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDlf3Yukrt')
})

it('different bytes give different tokens', () => {
  fc.assert(
    fc.property(secrets, secrets, (one, other) => {
      fc.pre(!Buffer.from(one).equals(other))
      expect(formatToken('PERSONAL', one)).not.toBe(formatToken('PERSONAL', other))
    }),
  )
})

it('a token with one wrong character, one too many or one too few is none', () => {
  const character = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_ \n')
  fc.assert(
    fc.property(tokens, fc.nat(52), character, (token, index, other) => {
      const [before, after] = [token.slice(0, index), token.slice(index + 1)]
      fc.pre(token[index] !== other)

      expect(kindOfToken(before + other + after)).toBeNull()
      expect(kindOfToken(before + after)).toBeNull()
      expect(kindOfToken(before + other + token.slice(index))).toBeNull()
    }),
  )
})

it('any other text is no token', () => {
  fc.assert(fc.property(fc.string(), (text) => kindOfToken(text) === null))
  fc.assert(fc.property(fc.string(), (text) => kindOfToken(`vgp_${text}`) === null))
})

it('what is stored and shown of a token does not contain its secret', () => {
  fc.assert(
    fc.property(tokens, (token) => {
      expect(hashToken(token)).toMatch(/^[0-9a-f]{64}$/)
      expect(shownPrefix(token)).toBe(token.slice(0, 8))
    }),
  )
})
