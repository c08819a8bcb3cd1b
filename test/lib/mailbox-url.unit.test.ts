import fc from 'fast-check'
import { checkMailboxUrl, mailboxAddress, readMailboxUrl } from '../../src/lib/mailbox-url.ts'

describe('SINLI_MAILBOX', () => {
  it('is read with its defaults', () => {
    expect(readMailboxUrl('imaps://ana:clave@imap.example.org')).toEqual({
      host: 'imap.example.org',
      port: 993,
      tls: 'always',
      user: 'ana',
      password: 'clave',
      path: ['INBOX'],
    })
  })

  it('requires STARTTLS with imap, except on this machine', () => {
    const tlsOf = (host: string) => readMailboxUrl(`imap://ana:clave@${host}/INBOX`).tls
    expect(['imap.example.org', '10.0.0.1', 'localhost', '127.0.0.1', '[::1]'].map(tlsOf)).toEqual([
      ...['starttls', 'starttls'],
      ...['none', 'none', 'none'],
    ])
  })

  it('takes any user, password and path percent-encoded', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((text) => !/\p{Cc}/u.test(text))
    fc.assert(
      fc.property(word, word, fc.array(word, { minLength: 1, maxLength: 3 }), (user, password, path) => {
        const part = encodeURIComponent
        const url = `imaps://${part(user)}:${part(password)}@imap.example.org:1993/${path.map(part).join('/')}`
        expect(checkMailboxUrl(url)).toBeNull()
        expect(readMailboxUrl(url)).toEqual({
          host: 'imap.example.org',
          port: 1993,
          tls: 'always',
          user,
          password,
          path,
        })
      }),
    )
  })

  it('names every wrong part at once', () => {
    expect(checkMailboxUrl('pop3://')).toContain('must be a URL like imaps://')
    const problems = checkMailboxUrl('pops://:%zz@999.1.1.1:0/a//b')
    for (const part of ['scheme', 'user is missing', 'password has a %', 'host', 'port', 'mailbox must be names'])
      expect(problems).toContain(part)
  })

  it('never repeats what is wrong, which may be a piece of the password', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('§', '@', '/', ':', '%', '#', ' '), minLength: 1 }), (noise) => {
        const message = checkMailboxUrl(`imap://ana:§§§${noise}@:99999/INBOX`)
        expect(message).not.toBeNull()
        expect(message).not.toContain('§')
      }),
    )
  })

  it('is shown without the password', () => {
    expect(mailboxAddress(readMailboxUrl('imaps://ana%40libros.example:clave@imap.example.org/Buzones/SINLI'))).toBe(
      'ana@libros.example@imap.example.org/Buzones/SINLI',
    )
  })
})
