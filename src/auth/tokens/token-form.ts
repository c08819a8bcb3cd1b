import { crc32 } from 'node:zlib'

/** The owner of an API token: an operator, or one of the platform's services. */
export type TokenKind = 'PERSONAL' | 'SERVICE'

/** Random bytes of a token. */
export const secretBytes = 32
/** Characters of a token that are shown to recognise it. */
const shownLength = 8

const prefixes: Readonly<Record<TokenKind, string>> = { PERSONAL: 'vgp_', SERVICE: 'vgs_' }
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Digits in base62 that hold any 32 bytes, and any CRC32. */
const secretLength = 43
const checksumLength = 6
const form = new RegExp(`^vg[ps]_[${digits}]{${secretLength + checksumLength}}$`)

/**
 * Writes random bytes as a token: the prefix of its kind, the bytes in base62, and the CRC32 of both, by which scanners
 * of leaked secrets recognise a real one.
 */
export function formatToken(kind: TokenKind, secret: Uint8Array): string {
  const body = prefixes[kind] + base62(BigInt(`0x${Buffer.from(secret).toString('hex')}`), secretLength)
  return body + checksumOf(body)
}

/** The kind of a token; null if the text is not a token or fails the checksum. */
export function kindOfToken(text: string): TokenKind | null {
  if (!form.test(text)) return null
  const body = text.slice(0, -checksumLength)
  if (checksumOf(body) !== text.slice(-checksumLength)) return null
  return text.startsWith(prefixes.PERSONAL) ? 'PERSONAL' : 'SERVICE'
}

/** The beginning of a token, which is shown in lists. */
export const shownPrefix = (token: string): string => token.slice(0, shownLength)

const checksumOf = (body: string) => base62(BigInt(crc32(body)), checksumLength)

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = (digits[Number(rest % 62n)] ?? '') + text
  return text
}
