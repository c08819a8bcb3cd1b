import fc from 'fast-check'
import { messageText } from '../../src/alerting/channels/message-text.ts'
import type { AlertMessage } from '../../src/alerting/message.ts'
import {
  alertAt,
  alertIncident,
  incidentsMessage,
  receiverOf,
  resolvedIncident,
  testMessage,
} from '../support/alerting/alert-messages.ts'
import { givenReceiver } from '../support/alerting/receiver.ts'
import { givenSender } from '../support/alerting/sender.ts'
import { slackBody } from '../../src/alerting/channels/slack.ts'
import { teamsBody } from '../../src/alerting/channels/teams.ts'
import { describeMessage } from '../../src/alerting/channels/message-document.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ')

describe('the text of a message', () => {
  const taken = alertIncident({ number: 13, status: 'ACKNOWLEDGED', acknowledgedBy: 'Ana', severity: 'DEGRADADO' })
  const message = incidentsMessage({
    group: { key: 'LIBRERIAS', label: 'Librerías' },
    firing: [alertIncident(), taken],
    omitted: 40,
    resolved: [resolvedIncident({ number: 14 })],
  })

  it('has the numbers, since when, who takes it and a link, in Spanish', () => {
    expect(plain(messageText(message, 'es'))).toBe(
      `Librerías: 42 incidentes abiertos y 1 resuelto

Abiertos: 42 (1 con quien los atiende)
- #12 Fallando: Librería Aleph. Librería crítica. 12 de 15 fallidas en 5 min (80,00 %); el límite es 25,00 %. Desde el 1 mar 2026, 14:00 (Madrid). Nadie lo atiende. https://vigia.example.org/incidencias/12
- #13 Degradado: Librería Aleph. Librería crítica. 12 de 15 fallidas en 5 min (80,00 %); el límite es 25,00 %. Desde el 1 mar 2026, 14:00 (Madrid). Lo atiende Ana. https://vigia.example.org/incidencias/12
Y 40 más.

Resueltos: 1
- #14 Resuelto: Librería Aleph. Librería crítica. 12 de 15 fallidas en 5 min (80,00 %); el límite es 25,00 %. Desde el 1 mar 2026, 14:00 (Madrid). Resuelto el 1 mar 2026, 14:15 (Madrid), tras 15 min. https://vigia.example.org/incidencias/12

Ver los incidentes: https://vigia.example.org/incidencias`,
    )
  })

  it('has the same in English', () => {
    const text = plain(messageText(message, 'en'))

    expect(text).toContain(
      'Librerías: 42 open incidents and 1 resolved\n\nOpen: 42 (1 being handled)\n- #12 Failing: Librería Aleph.',
    )
    expect(text).toContain(
      'Critical bookshop. 12 of 15 failed in 5 min (80.00 %); the limit is 25.00 %. Since 1 Mar 2026, 14:00 (Madrid).',
    )
    expect(text).toContain('Ana is handling it.')
    expect(text).toContain('Resolved on 1 Mar 2026, 14:15 (Madrid), after 15 min.')
  })

  it('names the only incident in its title, and the area', () => {
    const subject = { ...alertIncident().subject, kind: 'ENDPOINTS' as const, area: 'Pedidos', critical: false }

    expect(messageText(incidentsMessage(), 'es')).toMatch(/^#12 Fallando: Librería Aleph\n/)
    expect(messageText(incidentsMessage({ firing: [], resolved: [resolvedIncident()] }), 'en')).toMatch(
      /^#12 Resolved: /,
    )
    expect(messageText(incidentsMessage({ firing: [alertIncident({ subject })] }), 'es')).toContain(
      'Endpoint, área Pedidos.',
    )
  })

  it.each<[AlertMessage, string, string]>([
    [
      testMessage,
      'Prueba de Vigía\n\nAna ha enviado esta prueba: los avisos llegan aquí.',
      'Test of Vigía\n\nAna has sent',
    ],
    [
      {
        kind: 'DIGEST',
        from: '2026-02-28T08:00:00Z',
        at: '2026-03-01T08:00:00Z',
        opened: 3,
        resolved: 2,
        open: [alertIncident()],
        omitted: 0,
        url: null,
      },
      'Resumen del día: 3 abiertos, 2 resueltos, 1 por resolver\n\nDel 28 feb 2026, 9:00 (Madrid) al 1 mar 2026, 9:00 (Madrid).\n\nAbiertos: 1\n- #12',
      'Summary of the day: 3 opened, 2 resolved, 1 still open\n\nFrom 28 Feb 2026, 09:00',
    ],
    [
      {
        kind: 'EVENT',
        at: alertAt,
        event: 'customer.locked',
        data: {},
        sentence: { es: 'c-1 está bloqueado.', en: 'c-1 is locked.' },
        url: null,
      },
      'Aviso de Vigía\n\nc-1 está bloqueado.',
      'Message from Vigía\n\nc-1 is locked.',
    ],
  ])('of %j is a title and a sentence', (other, spanish, english) => {
    expect(plain(messageText(other, 'es')).slice(0, spanish.length)).toBe(spanish)
    expect(plain(messageText(other, 'en')).slice(0, english.length)).toBe(english)
  })

  it('has one line per incident, whatever the subject is called', () => {
    const anyName = fc.string({ unit: 'binary' }).map((text) => `${text}\n- #99 Fallando\u2028\u202e`)
    fc.assert(
      fc.property(anyName, (name) => {
        const text = messageText(
          incidentsMessage({ firing: [alertIncident({ subject: { ...alertIncident().subject, name } })] }),
          'es',
        )
        expect(text.split('\n').filter((line) => line.startsWith('- '))).toHaveLength(1)
        expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u2028\r\0]/)
      }),
    )
  })
})

const hostile = '<!channel> <https://evil.example|x> @all [a](https://evil.example) *b* <at>x</at> `c`'
const withName = (name: string) =>
  incidentsMessage({ firing: [alertIncident({ subject: { ...alertIncident().subject, name } }), alertIncident()] })
const describeInSpanish = (message: AlertMessage) => describeMessage(message, 'es')

/** All objects in a value. */
const objectsIn = (value: unknown): Record<string, unknown>[] =>
  typeof value !== 'object' || value === null
    ? []
    : [...(Array.isArray(value) ? [] : [value as Record<string, unknown>]), ...Object.values(value).flatMap(objectsIn)]

describe('a message to Slack', () => {
  it('arrives with its environment in the header, and the incidents as rich text with links', async () => {
    await using receiver = await givenReceiver((response) => response.end('ok'))
    const result = await givenSender().send(receiverOf('SLACK', receiver.url), {
      id: 'msg_1',
      message: incidentsMessage(),
    })
    const { text, blocks } = JSON.parse(receiver.received[0]!.body)

    expect(result).toMatchObject({ ok: true, answer: 'ok' })
    expect(receiver.received[0]!.headers['content-type']).toBe('application/json')
    expect(text).toMatch(/^\[STG\] #12 Fallando: Librería Aleph\n/)
    expect(blocks[0]).toEqual({
      type: 'header',
      text: { type: 'plain_text', text: '[STG] #12 Fallando: Librería Aleph', emoji: false },
    })
    expect(objectsIn(blocks)).toContainEqual({
      type: 'link',
      url: 'https://vigia.example.org/incidencias/12',
      text: '#12 Fallando: Librería Aleph',
    })
  })

  it('contains no markup, mention or link of others, whatever a subject is called', () => {
    const part = fc.constantFrom(...hostile.split(''), '<!here>', '@channel', '](', '<@U1>', '<http://evil.example>')
    fc.assert(
      fc.property(
        fc.oneof(
          fc.constant(hostile),
          fc.array(part).map((parts) => parts.join('')),
        ),
        (name) => {
          const { text, blocks } = JSON.parse(slackBody(withName(name), describeInSpanish))

          expect(text).not.toMatch(/[<>]|@[a-z]|\]\(|&(?!(amp|lt|gt);)/)
          expect(objectsIn(blocks).filter(({ type }) => type === 'mrkdwn')).toEqual([])
          expect(
            objectsIn(blocks).filter(
              ({ type, url }) => type === 'link' && !String(url).startsWith('https://vigia.example.org/'),
            ),
          ).toEqual([])
        },
      ),
    )
  })

  it('keeps the limits of Slack for any texts', () => {
    const long = 'ñ"'.repeat(4_000)
    const incident = alertIncident({
      subject: { ...alertIncident().subject, name: long, area: long },
      reason: { es: long, en: long },
      acknowledgedBy: long,
    })
    const message = incidentsMessage({
      firing: Array(10).fill(incident),
      resolved: Array(10).fill({ ...incident, status: 'RESOLVED', resolvedAt: alertAt }),
    })
    const { text, blocks } = JSON.parse(slackBody(message, describeInSpanish))
    const [header] = blocks

    expect(header.text.text.length).toBeLessThanOrEqual(150)
    expect(blocks.length).toBeLessThanOrEqual(50)
    expect(text.length).toBeLessThan(16_000)
    const shown = objectsIn(blocks).reduce(
      (sum, { text: content }) => sum + (typeof content === 'string' ? content.length : 0),
      0,
    )
    expect(shown).toBeLessThan(13_000)
  })
})

describe('a message to Teams', () => {
  it('arrives as an Adaptive Card', async () => {
    await using receiver = await givenReceiver((response) => response.writeHead(202).end())
    const result = await givenSender().send(receiverOf('TEAMS', receiver.url), {
      id: 'msg_1',
      message: incidentsMessage(),
    })
    const { type, attachments } = JSON.parse(receiver.received[0]!.body)
    const [{ contentType, content }] = attachments

    expect(result).toMatchObject({ ok: true, status: 202 })
    expect([type, contentType, content.type]).toEqual([
      'message',
      'application/vnd.microsoft.card.adaptive',
      'AdaptiveCard',
    ])
    expect(objectsIn(content)).toContainEqual({
      type: 'TextRun',
      text: '#12 Fallando: Librería Aleph',
      weight: 'Bolder',
      color: 'Attention',
      selectAction: { type: 'Action.OpenUrl', url: 'https://vigia.example.org/incidencias/12' },
    })
    expect(content.actions).toEqual([
      { type: 'Action.OpenUrl', title: 'Ver los incidentes', url: 'https://vigia.example.org/incidencias' },
    ])
  })

  it('has texts of others only in text runs, which have no markup, and fits into 28 kB', () => {
    const long = '字'.repeat(5_000)
    const incident = alertIncident({
      subject: { ...alertIncident().subject, name: long, area: long },
      reason: { es: long, en: long },
    })
    const body = teamsBody(
      incidentsMessage({ firing: Array(10).fill(incident), resolved: Array(10).fill(incident) }),
      describeInSpanish,
    )
    const card = JSON.parse(teamsBody(withName(hostile), describeInSpanish))

    expect(Buffer.byteLength(body)).toBeLessThan(28_000)
    expect(objectsIn(card).filter(({ type }) => type === 'TextBlock')).toEqual([])
    expect(objectsIn(card).filter(({ type, text }) => String(text).includes('evil') && type !== 'TextRun')).toEqual([])
  })
})
