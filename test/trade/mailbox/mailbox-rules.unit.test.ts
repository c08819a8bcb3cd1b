import fc from 'fast-check'
import type { MailboxSettings } from '../../../src/lib/mailbox-url.ts'
import { createFailedFetches } from '../../../src/trade/mailbox/failed-fetches.ts'
import { isSinliMail } from '../../../src/trade/mailbox/is-sinli-mail.ts'
import { MailboxError, toMailboxError } from '../../../src/trade/mailbox/mailbox-error.ts'
import { createOutageMonitor } from '../../../src/trade/mailbox/outage-monitor.ts'
import { reconnectDelayMs } from '../../../src/trade/mailbox/reconnect-delay.ts'
import { encode } from '../../../src/sinli/encode.ts'
import { manualClock } from '../../support/clock.ts'
import { envio, mail, mailOf, subjectOf } from '../../support/sinli/inbound.ts'

const settings: MailboxSettings = {
  ...{ host: 'imap.example.org', port: 993, tls: 'always', user: 'ana', password: 'dos palabras', path: ['INBOX'] },
}

describe('the backoff of the mailbox', () => {
  it('doubles from a second to a minute, less up to half of it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (failures, random) => {
          const full = Math.min(60_000, 1_000 * 2 ** (failures - 1))
          const delay = reconnectDelayMs(failures, new Error('lost'), random)
          expect(delay).toBeLessThanOrEqual(full)
          expect(delay).toBeGreaterThanOrEqual(Math.floor(full / 2))
        },
      ),
    )
  })

  it('waits a minute at once after a refused password', () => {
    expect(reconnectDelayMs(1, new MailboxError('LOGIN_REFUSED', 'no'), 0)).toBe(60_000)
  })
})

describe('the errors of the mailbox', () => {
  it.each([
    ['LOGIN_REFUSED', { authenticationFailed: true, responseText: 'wrong' }],
    ['CERTIFICATE', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT', tlsFailed: true }],
    ['CERTIFICATE', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }],
    ['NO_TLS', { message: 'Server does not support STARTTLS', tlsFailed: true }],
    ['UNREACHABLE', { code: 'ECONNREFUSED' }],
    ['TIMEOUT', { code: 'GREETING_TIMEOUT' }],
    ['MAILBOX_MISSING', { mailboxMissing: true, responseStatus: 'NO' }],
    ['CONNECTION_LOST', { code: 'NoConnection', reason: 'going down' }],
    ['SERVER_ERROR', { message: 'Command failed' }],
  ])('are told apart: %s', (code, error) => {
    expect(toMailboxError(error, settings)).toMatchObject({
      code,
      message: expect.stringContaining('imap.example.org:993'),
    })
  })

  it('never hold the password, in whichever form the server repeats it', () => {
    const forms = (password: string) => [
      ...[password, encodeURIComponent(password), Buffer.from(password).toString('base64')],
      Buffer.from(`\0ana\0${password}`).toString('base64'),
    ]
    const password = fc.string({ unit: fc.constantFrom('§', 'ß', '€', 'µ'), minLength: 4, maxLength: 40 })
    fc.assert(
      fc.property(password, fc.integer({ min: 0, max: 300 }), (secret, padding) => {
        for (const form of forms(secret)) {
          const responseText = `${'x'.repeat(padding)} ${form} refused`
          const { message } = toMailboxError({ responseText }, { ...settings, password: secret })
          expect(message).not.toContain(form.slice(0, 8))
        }
      }),
    )
  })
})

describe('fetches that fail', () => {
  it('are given up after five, and only those of the server count', async () => {
    const fetches = createFailedFetches()
    const fail = (error: Error) => fetches.watch(7, () => Promise.reject(error)).catch(() => undefined)
    await fail(new Error('the database is away'))
    expect(fetches.isEmpty()).toBe(true)
    for (let count = 1; count <= 5; count += 1) {
      expect(fetches.isGivenUp(7)).toBe(false)
      await fail(new MailboxError('CONNECTION_LOST', 'lost'))
    }
    expect([fetches.isGivenUp(7), fetches.isGivenUp(8)]).toEqual([true, false])
  })
})

describe('the observations of a mailbox', () => {
  const given = () => {
    const clock = manualClock()
    const observed: boolean[] = []
    const monitor = createOutageMonitor(clock, (ok) => observed.push(ok))
    const pass = (seconds: number) => clock.advance(seconds * 1_000, () => Promise.resolve())
    return { clock, observed, monitor, pass }
  }

  it('are bad three times a minute during an outage, however often it tries to connect', async () => {
    const { observed, monitor, pass } = given()
    for (let attempt = 0; attempt < 10; attempt += 1) monitor.reportUnreadable()
    await pass(60)
    expect(observed).toEqual([false, false, false])
  })

  it('are good for twenty minutes after it, and none afterwards', async () => {
    const { observed, monitor, pass } = given()
    monitor.reportUnreadable()
    await pass(20)
    monitor.reportReadable(null)
    await pass(30 * 60)
    expect(observed).toEqual([false, ...Array<boolean>(60).fill(true)])
  })

  it('are none for a mailbox that was always readable, nor for one that another instance reads', async () => {
    const { observed, monitor, pass } = given()
    monitor.reportReadable(null)
    await pass(60)
    monitor.reportUnreadable()
    monitor.reportIdle()
    await pass(60)
    expect(observed).toEqual([])
  })

  it('are good for an instance that takes over after an outage', async () => {
    const { clock, observed, monitor, pass } = given()
    monitor.reportReadable(new Date(clock.now() - 60_000))
    await pass(20)
    expect(observed).toEqual([true])
  })
})

describe('a mail', () => {
  const draft = envio()
  const attachments = [{ name: 'ENVIO.txt', bytes: encode(draft) }]

  it.each([
    ['of SINLI', mailOf(draft), true],
    ['of SINLI whose attachment is missing', mailOf(draft, { attachments: [] }), true],
    ['with another subject and a SINLI file', mail({ subject: 'Albarán', attachments }), true],
    ['without a subject and with a SINLI file', mail({ attachments }), true],
    ['that forwards a SINLI message', mail({ subject: `Fwd: ${subjectOf(draft)}`, attachments }), true],
    ['that answers a SINLI message', mail({ subject: `Re: ${subjectOf(draft)}` }), false],
    [
      'with another attachment',
      mail({ subject: 'Hola', attachments: [{ name: 'a.txt', bytes: Buffer.from('Hola') }] }),
      false,
    ],
    ['of nothing', Buffer.alloc(0), false],
  ])('%s is told from others', async (_what, raw, isSinli) => {
    expect(await isSinliMail(raw)).toBe(isSinli)
  })
})
