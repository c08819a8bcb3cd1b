import fc from 'fast-check'
import type { AlertMessage } from '../../src/alerting/message.ts'
import { composeEmail } from '../../src/alerting/channels/email.ts'
import { describeMessage } from '../../src/alerting/channels/message-document.ts'
import { alertIncident, incidentsMessage, receiverOf, resolvedIncident } from '../support/alerting/alert-messages.ts'
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
      error: expect.stringMatching(/^The mail server did not take the message: .*no such mailbox/),
    })
  })

  it('that refuses one address has taken the message, and the address is named', async () => {
    await using server = await givenMailServer({
      onRcptTo: ({ address }, _session, callback) => callback(address.startsWith('soporte') ? refusal(550) : null),
    })

    expect(await send(server.smtp)).toMatchObject({
      ok: true,
      error: 'The mail server refused: soporte@example.org.',
    })
    expect(server.mails[0]?.recipients).toEqual(['guardia@example.org'])
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
    expect(await send(null)).toMatchObject({ ok: false, error: expect.stringMatching(/^Set SMTP_URL and SMTP_FROM/) })
  })
})
