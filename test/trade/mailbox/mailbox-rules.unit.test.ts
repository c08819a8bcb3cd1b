import fc from 'fast-check'
import type { MailboxSettings } from '../../../src/lib/mailbox-url.ts'
import { isSinliMail } from '../../../src/trade/mailbox/is-sinli-mail.ts'
import { createMailAttempts } from '../../../src/trade/mailbox/mail-attempts.ts'
import { MailboxError, toMailboxError } from '../../../src/trade/mailbox/mailbox-error.ts'
import { PositionLostError } from '../../../src/trade/mailbox/mailbox-state.ts'
import { createOutageMonitor } from '../../../src/trade/mailbox/outage-monitor.ts'
import { reconnectDelayMs } from '../../../src/trade/mailbox/reconnect-delay.ts'
import { encode } from '../../../src/sinli/encode.ts'
import { manualClock } from '../../support/clock.ts'
import { envio, mail, mailOf, subjectOf } from '../../support/sinli/inbound.ts'

const settings: MailboxSettings = {
  ...{ host: 'imap.example.org', port: 993, tls: 'always', user: 'ana', password: 'dos palabras', path: ['INBOX'] },
}

describe('the backoff of the mailbox', () => {
  it('doubles from a second to 15 seconds, less up to half of it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (failures, random) => {
          const full = Math.min(15_000, 1_000 * 2 ** (failures - 1))
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
    ['SERVER_ERROR', { authenticationFailed: true, serverResponseCode: 'UNAVAILABLE', responseText: 'later' }],
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

describe('work on mails that fails', () => {
  const given = () => {
    const clock = manualClock()
    const attempts = createMailAttempts(clock)
    const fail = (uid: number, error: Error = new MailboxError('CONNECTION_LOST', 'lost')) =>
      attempts.watch([uid], () => Promise.reject(error)).catch(() => undefined)
    return { clock, attempts, fail }
  }

  it('counts, unless the database or another instance is the reason, until it succeeds', async () => {
    const { attempts, fail } = given()
    await fail(7, new PositionLostError('another instance'))
    await fail(7, Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED' }))
    expect(attempts.failures(7)).toBe(0)
    await fail(7)
    await fail(7, Object.assign(new Error('its query took too long'), { code: '57014' }))
    expect([attempts.failures(7), attempts.failures(8)]).toEqual([2, 0])
    await attempts.watch([7], () => Promise.resolve())
    expect(attempts.failures(7)).toBe(0)
  })

  it('may be tried again at once, after 15 s, 30 s … and then every quarter of an hour, for as long as it fails', async () => {
    const { clock, attempts, fail } = given()
    await fail(7)
    await attempts.watch([8], () => Promise.resolve())
    const waits: number[] = []
    for (let count = 1; count < 12; count += 1) {
      await fail(7)
      let seconds = 0
      for (; !attempts.next([7]); seconds += 15) clock.jump(15_000)
      waits.push(seconds)
    }
    expect(waits).toEqual([15, 30, 60, 120, 240, 480, 900, 900, 900, 900, 900])
  })

  it('is tried for each mail in turn, however many fail and however long a failure takes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 150 }), fc.integer({ min: 0, max: 60_000 }), async (count, tookMs) => {
        const { clock, attempts, fail } = given()
        const uids = Array.from({ length: count }, (_, index) => index)
        const tried = new Set<number>()
        for (let turn = 0; turn < count; turn += 1) {
          const { uid } = attempts.next(uids) ?? { uid: -1 }
          tried.add(uid)
          clock.jump(tookMs)
          await fail(uid)
          await fail(uid)
        }
        expect(tried).toEqual(new Set(uids))
      }),
    )
  })

  it('is in doubt until one succeeds; then the others are due at once, and a mail that fails again is its own reason', async () => {
    const { attempts, fail } = given()
    for (const uid of [1, 1, 2, 2]) await fail(uid)
    expect([attempts.doubt(), attempts.next([1, 2])]).toEqual([expect.any(MailboxError), null])
    await attempts.watch([3], () => Promise.resolve())
    expect([attempts.doubt(), attempts.next([1, 2])]).toEqual([null, { uid: 1, dueAt: 0 }])
    await fail(1)
    expect([attempts.doubt(), attempts.next([1])]).toEqual([null, null])
    await fail(4)
    expect(attempts.doubt()).toEqual(expect.any(MailboxError))
    attempts.keep([1, 2])
    expect(attempts.doubt()).toBeNull()
  })

  it('is tried with one mail a minute while all are in doubt, however often they failed', async () => {
    const { clock, attempts, fail } = given()
    for (let count = 0; count < 10; count += 1) for (const uid of [1, 2]) await fail(uid)
    clock.jump(59_000)
    expect(attempts.next([1, 2])).toBeNull()
    clock.jump(1_000)
    expect(attempts.next([1, 2])).not.toBeNull()
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
  const note = { name: 'ATT00001.txt', bytes: Buffer.from('Aviso legal') }

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
    [
      'with another subject, a SINLI file and a note',
      mail({ subject: 'Albarán', attachments: [...attachments, note] }),
      true,
    ],
    ['with another subject and two SINLI files', mail({ attachments: [...attachments, ...attachments] }), true],
    ['of nothing', Buffer.alloc(0), false],
  ])('%s is told from others', async (_what, raw, isSinli) => {
    expect(await isSinliMail(raw)).toBe(isSinli)
  })
})
