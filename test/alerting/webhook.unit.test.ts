import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { createSigningSecret, webhookBody } from '../../src/alerting/channels/webhook.ts'
import type { AlertIncident, AlertMessage } from '../../src/alerting/message.ts'
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

const hour = 60 * 60_000
const outgoing = { id: 'msg_1', message: incidentsMessage() }
const [secret, former] = [createSigningSecret(), createSigningSecret()]

const traceId = 'a'.repeat(32)

const sendWith = async (key: string, rotatedAt: Date | null) => {
  await using receiver = await givenReceiver((response) => response.writeHead(204).end())
  const receivers = receiverOf('WEBHOOK', receiver.url, {
    secret: { url: receiver.url, key },
    previousSecret: { url: receiver.url, key: former },
    rotatedAt,
  })
  const result = await givenSender().send(receivers, { ...outgoing, traceId })
  return { result, request: receiver.received[0]! }
}

const isSignedWith = (key: string, { body, headers }: { body: string; headers: object }) => {
  try {
    return new Webhook(key).verify(body, headers as Record<string, string>)
  } catch {
    return null
  }
}

describe('a webhook', () => {
  it('is verified by the library of the standard, and says what changed', async () => {
    const { result, request } = await sendWith(secret, null)

    expect(result).toMatchObject({ ok: true, status: 204, error: null, permanent: false, gone: false })
    expect(request.headers).toMatchObject({
      'webhook-id': 'msg_1',
      'content-type': 'application/json',
      traceparent: expect.stringMatching(`^00-${traceId}-[0-9a-f]{16}-01$`),
    })
    expect(isSignedWith(secret, request)).toEqual({
      type: 'incidents.changed',
      timestamp: alertAt,
      data: {
        group: { key: '', label: null },
        counts: { firing: 1, acknowledged: 0, resolved: 0 },
        firing: [
          {
            id: alertIncident().id,
            number: 12,
            subject: alertIncident().subject,
            severity: 'FALLANDO',
            status: 'OPEN',
            openedAt: '2026-03-01T13:00:00.000Z',
            resolvedAt: null,
            acknowledgedBy: null,
            reason: alertIncident().reason.es,
            url: 'https://vigia.example.org/incidencias/12',
          },
        ],
        omitted: 0,
        resolved: [],
        omittedResolved: 0,
        url: 'https://vigia.example.org/incidencias',
      },
    })
    expect(isSignedWith(former, request)).toBeNull()
  })

  it('is signed with both secrets for 24 hours after a rotation, and with the new one alone from then on', async () => {
    const { request: early } = await sendWith(secret, new Date(Date.now() - 23 * hour))
    const { request: late } = await sendWith(secret, new Date(Date.now() - 24 * hour))

    expect([isSignedWith(secret, early), isSignedWith(former, early)]).not.toContain(null)
    expect([isSignedWith(secret, late) !== null, isSignedWith(former, late)]).toEqual([true, null])
  })

  it('is not verified if its body, its id or its time was changed', async () => {
    const { request } = await sendWith(secret, null)
    const { body, headers } = request

    expect(isSignedWith(secret, { body: body.replace('12', '13'), headers })).toBeNull()
    expect(isSignedWith(secret, { body, headers: { ...headers, 'webhook-id': 'msg_2' } })).toBeNull()
    expect(isSignedWith(secret, { body, headers: { ...headers, 'webhook-timestamp': '1' } })).toBeNull()
  })

  it('has the same id and body at every attempt', async () => {
    const [first, second] = [await sendWith(secret, null), await sendWith(secret, null)]

    expect(second.request.body).toBe(first.request.body)
    expect(second.request.headers['webhook-id']).toBe(first.request.headers['webhook-id'])
  })
})

describe('the body of a webhook', () => {
  it('names what it is about', () => {
    const url = null
    const event: AlertMessage = {
      kind: 'EVENT',
      at: alertAt,
      event: 'customer.unlocked',
      data: { customer: 'c-1' },
      sentence: { es: 'Ana ha desbloqueado c-1.', en: 'Ana has unlocked c-1.' },
      url,
    }
    const digest: AlertMessage = {
      kind: 'DIGEST',
      from: alertAt,
      at: alertAt,
      opened: 1,
      resolved: 2,
      open: [],
      omitted: 0,
      url,
    }

    expect(JSON.parse(webhookBody(event, 'en'))).toEqual({
      type: 'customer.unlocked',
      timestamp: alertAt,
      data: { text: 'Ana has unlocked c-1.', url: null, details: { customer: 'c-1' } },
    })
    expect(JSON.parse(webhookBody(digest, 'es'))).toEqual({
      type: 'incidents.digest',
      timestamp: alertAt,
      data: { from: alertAt, opened: 1, resolved: 2, open: [], omitted: 0, expiring: [], url: null },
    })
    expect(JSON.parse(webhookBody(testMessage, 'es'))).toMatchObject({ type: 'destination.test', data: { by: 'Ana' } })
  })

  const anyText = fc.string({ unit: 'binary', maxLength: 3_000, size: 'max' })
  const anyIncident = fc
    .record({ name: anyText, key: anyText, area: anyText, reason: anyText, url: anyText })
    .map(({ name, key, area, reason, url }) =>
      alertIncident({
        subject: { ...alertIncident().subject, name, key, area },
        reason: { es: reason, en: reason },
        url,
      }),
    )

  it('has at most 20 kB, and says how many incidents it leaves out, whatever their texts', () => {
    const tenAtMost = fc.array(anyIncident, { maxLength: 10, size: 'max' })
    fc.assert(
      fc.property(tenAtMost, tenAtMost, (firing: AlertIncident[], resolved: AlertIncident[]) => {
        const body = webhookBody(incidentsMessage({ firing, resolved, omitted: 3 }), 'es')
        const { data } = JSON.parse(body)

        expect(Buffer.byteLength(body)).toBeLessThanOrEqual(20_000)
        expect(data.firing.length + data.omitted).toBe(firing.length + 3)
        expect(data.resolved.length + data.omittedResolved).toBe(resolved.length)
      }),
      { numRuns: 50 },
    )
  })

  it('leaves out resolved incidents before firing ones, and the data of an event that are too long', () => {
    const name = 'ñ'.repeat(1_000)
    const long = { subject: { ...alertIncident().subject, name, key: name } }
    const list = (incident: AlertIncident) => Array.from({ length: 10 }, () => incident)
    const message = incidentsMessage({ firing: list(alertIncident(long)), resolved: list(resolvedIncident(long)) })
    const event: AlertMessage = {
      kind: 'EVENT',
      at: alertAt,
      event: 'x',
      data: { name: 'x'.repeat(30_000) },
      sentence: { es: 'a', en: 'b' },
      url: null,
    }
    const { data } = JSON.parse(webhookBody(message, 'es'))

    expect([data.firing.length, data.resolved.length < 10, data.omitted]).toEqual([10, true, 0])
    expect(JSON.parse(webhookBody(event, 'es')).data).toEqual({ text: 'a', url: null, details: {} })
  })
})
