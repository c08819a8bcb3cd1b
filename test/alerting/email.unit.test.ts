import fc from 'fast-check'
import type { AlertMessage } from '../../src/alerting/message.ts'
import { composeEmail } from '../../src/alerting/channels/email.ts'
import { sendEmail } from '../../src/alerting/channels/smtp.ts'
import { describeMessage } from '../../src/alerting/channels/message-document.ts'
import { alertIncident, incidentsMessage, receiverOf, resolvedIncident } from '../support/alerting/alert-messages.ts'
import { casesOf } from '../support/extent.ts'
import { givenMailServer } from '../support/mail/mail-server.ts'
import { givenSender } from '../support/alerting/sender.ts'

const receiver = receiverOf('EMAIL', null, { secret: null })

const named = (name: string) =>
  incidentsMessage({ firing: [alertIncident({ subject: { ...alertIncident().subject, name } })] })

describe('an e-mail', () => {
  it('arrives at all addresses once, with text and HTML', async () => {
    await using server = await givenMailServer()
    const result = await givenSender({ smtp: server.smtp }).send(receiver, { id: 'msg_1', message: incidentsMessage() })
    const [mail] = server.mails

    expect(result).toMatchObject({ ok: true, status: 250, error: null, answer: '250 queued as 1' })
    expect(server.mails).toHaveLength(1)
    expect(mail?.recipients).toEqual(['guardia@example.org', 'soporte@example.org'])
    expect(mail?.parsed.from?.text).toBe('"Vigía" <vigia@example.org>')
    expect(mail?.parsed.subject).toBe('[STG] #12 Fallando: Librería Aleph')
    expect(mail?.parsed.text).toContain('12 de 15 fallidas en 5 min')
    expect(mail?.parsed.html).toContain('<a href="https://vigia.example.org/incidencias/12">')
    expect(mail?.parsed.headers.get('auto-submitted')).toBe('auto-generated')
  })

  it('has one id per delivery, the same at every attempt, and belongs to the thread of its group', async () => {
    await using server = await givenMailServer()
    const sender = givenSender({ smtp: server.smtp })
    const later = incidentsMessage({ firing: [], resolved: [resolvedIncident()], threadId: 'msg_1' })
    await sender.send(receiver, { id: 'msg_1', message: incidentsMessage() })
    await sender.send(receiver, { id: 'msg_2', message: later })
    await sender.send(receiver, { id: 'msg_2', message: later })

    expect(server.mails.map(({ parsed }) => [parsed.messageId, parsed.inReplyTo, parsed.references])).toEqual([
      ['<msg_1@example.org>', undefined, undefined],
      ['<msg_2@example.org>', '<msg_1@example.org>', '<msg_1@example.org>'],
      ['<msg_2@example.org>', '<msg_1@example.org>', '<msg_1@example.org>'],
    ])
  })

  it('has only our headers and recipients, whatever a subject is called', async () => {
    await using server = await givenMailServer()
    const name = "x\r\nBcc: evil@example.org\r\n\r\n<script>alert(1)</script>\"<a href='https://evil.example'>"
    await givenSender({ smtp: server.smtp }).send(receiver, { id: 'msg_1', message: named(name) })
    const [mail] = server.mails

    expect(mail?.recipients).toEqual(['guardia@example.org', 'soporte@example.org'])
    expect([...(mail?.parsed.headers.keys() ?? [])].sort()).toEqual(
      ['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'].sort(),
    )
    expect(mail?.parsed.html).not.toContain('<script')
    expect(mail?.parsed.text).toContain('<script>alert(1)</script>')
  })

  it('has only the tags of its layout in HTML, whatever the texts of a message are', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('<b>', '"><img src=x>', "'&lt;", '&#60;b>'))
    fc.assert(
      fc.property(text, text, text, (name, reason, area) => {
        const incident = alertIncident({
          subject: { ...alertIncident().subject, name, area },
          reason: { es: reason, en: reason },
        })
        const message: AlertMessage = incidentsMessage({ firing: [incident], group: { key: 'a', label: name } })
        const document = describeMessage(message, 'es')
        const { html, subject } = composeEmail(
          receiver,
          { id: 'msg_1', message },
          { from: 'vigia@example.org', document },
        )
        const tags = (html as string).match(/<[^>]*>/g) ?? []

        expect(new Set(tags.map((tag) => tag.replace(/^<\/?(!?\w+).*$/s, '$1')))).toEqual(
          new Set(['!doctype', 'html', 'body', 'h1', 'h2', 'ul', 'li', 'strong', 'a', 'p']),
        )
        expect(tags.filter((tag) => tag.startsWith('<a '))).toHaveLength(2)
        expect(subject).not.toMatch(/[\r\n\0]/)
      }),
    )
  })
})

describe('a mail server', () => {
  const send = (smtp: { url: string; from: string } | null) =>
    givenSender({ smtp }).send(receiver, { id: 'msg_1', message: incidentsMessage() })
  const refusal = (code: number) => Object.assign(new Error('no such mailbox'), { responseCode: code })

  it.each([
    [550, true],
    [450, false],
  ])('that refuses all addresses with %i fails the delivery', async (code, permanent) => {
    await using server = await givenMailServer({ onRcptTo: (_address, _session, callback) => callback(refusal(code)) })

    expect(await send(server.smtp)).toMatchObject({
      ok: false,
      status: code,
      permanent,
      error: { code: 'MAIL_NOT_TAKEN', parameters: { error: expect.stringContaining('no such mailbox') } },
    })
  })

  it('that refuses one address has taken the message, and the address is named', async () => {
    await using server = await givenMailServer({
      onRcptTo: ({ address }, _session, callback) => callback(address.startsWith('soporte') ? refusal(550) : null),
    })

    expect(await send(server.smtp)).toMatchObject({
      ok: true,
      error: { code: 'RECIPIENTS_REFUSED', parameters: { addresses: 'soporte@example.org' } },
    })
    expect(server.mails[0]?.recipients).toEqual(['guardia@example.org'])
  })

  it('that refuses an address for the moment is sent the mail for that one alone, and for nobody whom it refused for good', async () => {
    const addresses = ['a@example.org', 'b@Example.ORG', 'c@LIBRERÍA.example', 'd@xn--librera-i2a.example']
    const named = (address: string) => address.replace(/@.*/, '')
    const answer = fc.constantFrom(null, 450, 550)
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { minLength: 4, maxLength: 4 }), async (first) => {
        const answers = new Map(addresses.map((address, index) => [named(address), first[index] ?? null]))
        const asked: string[] = []
        await using server = await givenMailServer({
          onRcptTo({ address }, _session, callback) {
            asked.push(named(address))
            const code = answers.get(named(address)) ?? null
            callback(code === null ? null : refusal(code))
          },
        })
        const sender = givenSender({ smtp: server.smtp })
        const to = receiverOf('EMAIL', null, { secret: null, config: { shown: '', to: addresses } })
        const outgoing = { id: 'msg_1', message: incidentsMessage() }
        const before = await sender.send(to, outgoing)
        const of = (code: number | null) => addresses.filter((address) => answers.get(named(address)) === code)
        const [taken, deferred, refused] = [of(null), of(450), of(550)]
        asked.length = 0
        answers.clear()
        const rest = before.left && { delivered: before.delivered, recipients: before.left }
        const after = rest && (await sender.send(to, { ...outgoing, ...rest }))

        expect(before).toMatchObject({
          ok: taken.length > 0 && deferred.length === 0,
          permanent: refused.length === 4,
          delivered: taken.length,
          left: deferred.length % 4 === 0 ? null : deferred,
        })
        if (rest) expect(asked).toEqual(deferred.map(named))
        if (rest) expect(after).toMatchObject({ ok: true, delivered: taken.length + deferred.length, left: null })
        expect(server.mails.flatMap(({ recipients }) => recipients.map(named))).toEqual(
          (rest ? [...taken, ...deferred] : taken).map(named),
        )
        for (const { parsed } of server.mails)
          expect(parsed.to).toMatchObject({
            value: addresses.map((address) => ({ address: expect.stringMatching(`^${named(address)}@`) })),
          })
      }),
      { numRuns: casesOf(12, 60) },
    )
  })

  it('is asked nothing, and has taken the message, if those who are left are recipients no more and others have it', async () => {
    await using server = await givenMailServer()
    const sendAfter = (delivered: number) =>
      givenSender({ smtp: server.smtp }).send(receiver, {
        ...{ id: 'msg_1', message: incidentsMessage(), delivered },
        recipients: ['gone@example.org'],
      })

    expect(await sendAfter(1)).toMatchObject({ ok: true, delivered: 1, left: null })
    expect(server.mails).toEqual([])
    // While nobody has it, the recipients of now get it.
    expect(await sendAfter(0)).toMatchObject({ ok: true, delivered: 2 })
  })

  it('that refuses for good the only address left has taken the message if another address has it', async () => {
    await using server = await givenMailServer({ onRcptTo: (_address, _session, callback) => callback(refusal(550)) })
    const left = { delivered: 1, recipients: ['soporte@example.org'] }
    const result = await givenSender({ smtp: server.smtp }).send(receiver, {
      id: 'msg_1',
      message: incidentsMessage(),
      ...left,
    })

    expect(result).toMatchObject({
      ok: true,
      status: 550,
      error: { parameters: { error: expect.stringContaining('no such mailbox') } },
    })
  })

  it('gets a mail once however long it reads it, and is not waited for as long before that', async () => {
    const limits = { connectMs: 5_000, sessionMs: 300, answerMs: 20_000 }
    const mail = composeEmail(
      receiver,
      { id: 'msg_1', message: incidentsMessage() },
      { from: 'vigia@example.org', document: describeMessage(incidentsMessage(), 'es') },
    )
    const late = (callback: () => void) => void setTimeout(callback, 900)
    await using reading = await givenMailServer({
      onData(stream, _session, callback) {
        stream.resume().on('end', () => {
          late(() => {
            callback(null)
          })
        })
      },
    })
    let accepted = 0
    let close: () => void = () => undefined
    const closed = new Promise<void>((resolve) => (close = resolve))
    await using hesitating = await givenMailServer({
      onClose: () => {
        close()
      },
      onRcptTo(_address, _session, callback) {
        late(() => {
          callback()
        })
      },
      onData(stream, _session, callback) {
        accepted++
        stream.resume().on('end', () => {
          callback(null)
        })
      },
    })

    expect(await sendEmail(reading.smtp, mail, limits)).toMatchObject({ status: 250, error: null, accepted: 2 })
    expect(await sendEmail(hesitating.smtp, mail, limits)).toMatchObject({
      status: null,
      error: { code: 'MAIL_NOT_ANSWERED', parameters: { seconds: 0.3 } },
    })
    await closed
    expect(accepted).toBe(0)
  })

  it('gets a password only if it encrypts', async () => {
    let attempts = 0
    await using server = await givenMailServer({
      allowInsecureAuth: true,
      onAuth(_auth, _session, callback) {
        attempts++
        callback(null, { user: 'vigia' })
      },
    })
    const url = `smtp://vigia:clave@127.0.0.1:${server.port}`

    expect(await send({ ...server.smtp, url })).toMatchObject({ ok: false })
    expect(attempts).toBe(0)
    expect(await send({ ...server.smtp, url: `${url}?requireTLS=false` })).toMatchObject({ ok: true })
    expect(attempts).toBe(1)
  })

  it('that is not there, or not set, fails the delivery with a sentence without a password', async () => {
    const { smtp } = await (async () => {
      await using server = await givenMailServer()
      return server
    })()
    const result = await send({ ...smtp, url: smtp.url.replace('//', '//vigia:clave@') })

    expect(result).toMatchObject({ ok: false, status: null, permanent: false })
    expect(JSON.stringify(result)).not.toContain('clave')
    expect(await send(null)).toMatchObject({ ok: false, error: { code: 'SMTP_NOT_SET' } })
  })
})
