import { readFileSync } from 'node:fs'
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

// Recorded from Alertmanager 0.25.0: a group with two alerts, one of which is resolved in the second message.
const recorded = JSON.parse(readFileSync(new URL('alertmanager-payload.json', import.meta.url), 'utf8'))

async function payloadsOf(message: AlertMessage) {
  await using receiver = await givenReceiver()
  const result = await givenSender().send(receiverOf('ALERTMANAGER', receiver.url), { id: 'msg_1', message })
  expect(result.ok).toBe(true)
  return receiver.received.map(({ body }) => JSON.parse(body))
}

const other = resolvedIncident({ id: 'other', number: 13, severity: 'DEGRADADO' })
const group = { key: 'LIBRERIAS', label: 'Librerías' }

describe('a payload of Alertmanager', () => {
  it('has the fields of a real one, of the same types', async () => {
    const [firing] = await payloadsOf(incidentsMessage({ group }))
    const [oneResolved] = await payloadsOf(incidentsMessage({ group, resolved: [other] }))

    expect(shapeOf(firing)).toEqual(shapeOf(recorded.firing))
    expect(shapeOf(oneResolved)).toEqual(shapeOf(recorded.oneResolved))
    expect([firing.version, recorded.firing.version]).toEqual(['4', '4'])
    expect(firing.alerts[0].endsAt).toBe(recorded.firing.alerts[0].endsAt)
    expect(firing.alerts[0].fingerprint).toMatch(/^[\da-f]{16}$/)
  })

  it('is firing as long as one alert is, with what all of them have in common', async () => {
    const [payload] = await payloadsOf(incidentsMessage({ group, resolved: [other], omitted: 4 }))

    expect(payload).toMatchObject({
      receiver: 'Guardia',
      status: 'firing',
      groupLabels: { group: 'LIBRERIAS' },
      commonLabels: { alertname: 'VigiaIncident', group: 'LIBRERIAS', kind: 'LIBRERIAS', subject: 'lib-aleph' },
      truncatedAlerts: 4,
      alerts: [
        { status: 'firing', labels: { severity: 'critical', incident: '12' }, startsAt: alertIncident().openedAt },
        { status: 'resolved', labels: { severity: 'warning', incident: '13' }, endsAt: other.resolvedAt },
      ],
    })
    expect(payload.commonLabels).not.toHaveProperty('severity')
  })

  it('is resolved when no alert fires, in the same group', async () => {
    const [firing] = await payloadsOf(incidentsMessage({ group }))
    const [resolved] = await payloadsOf(incidentsMessage({ group, firing: [], resolved: [resolvedIncident()] }))

    expect(resolved.status).toBe('resolved')
    expect(resolved.groupKey).toBe(firing.groupKey)
    expect(resolved.alerts[0].fingerprint).toBe(firing.alerts[0].fingerprint)
  })

  it('of an incident whose severity has changed is about the same alert', async () => {
    const [before] = await payloadsOf(incidentsMessage())
    const [after] = await payloadsOf(incidentsMessage({ firing: [alertIncident({ severity: 'DEGRADADO' })] }))

    expect(after.alerts[0].fingerprint).toBe(before.alerts[0].fingerprint)
    expect(after.alerts[0].labels.severity).toBe('warning')
  })

  it('of a test fires and is resolved at once', async () => {
    const [first, second] = await payloadsOf(testMessage)

    expect([first.status, second.status, second.groupKey]).toEqual(['firing', 'resolved', first.groupKey])
    expect(second.alerts[0].fingerprint).toBe(first.alerts[0].fingerprint)
  })
})

describe('the events of PagerDuty', () => {
  const eventsOf = async (message: AlertMessage) => {
    await using receiver = await givenReceiver((response) => response.writeHead(202).end('{"status":"success"}'))
    const destination = receiverOf('PAGERDUTY', null, { secret: { url: null, key: 'routing-key' } })
    const result = await givenSender({ pagerdutyUrl: receiver.url }).send(destination, { id: 'msg_1', message })
    return { result, events: receiver.received.map(({ body }) => JSON.parse(body)) }
  }

  it('trigger and resolve the incidents by their ids, and acknowledge what they trigger', async () => {
    const taken = alertIncident({ id: 'taken', status: 'ACKNOWLEDGED', acknowledgedBy: 'Ana' })
    const message = incidentsMessage({ firing: [alertIncident(), taken], resolved: [other] })
    const { result, events } = await eventsOf(message)

    expect(result).toMatchObject({ ok: true, status: 202 })
    expect(events.map((event) => [event.event_action, event.dedup_key, event.routing_key])).toEqual([
      ['trigger', alertIncident().id, 'routing-key'],
      ['trigger', 'taken', 'routing-key'],
      ['acknowledge', 'taken', 'routing-key'],
      ['resolve', 'other', 'routing-key'],
    ])
    expect(events[0]).toMatchObject({
      client: 'Vigía',
      payload: {
        summary: expect.stringMatching(/^Fallando: Librería Aleph\. .*80,00 %/),
        source: 'lib-aleph',
        severity: 'critical',
        timestamp: alertIncident().openedAt,
      },
      links: [{ href: alertIncident().url, text: 'Vigía #12' }],
    })
  })

  it('have a summary of at most 1,024 characters', async () => {
    const reason = { es: 'x'.repeat(5_000), en: '' }
    const subject = { ...alertIncident().subject, name: 'n'.repeat(5_000), area: 'a'.repeat(5_000) }
    const { events } = await eventsOf(incidentsMessage({ firing: [alertIncident({ reason, subject })] }))

    expect(events[0].payload.summary.length).toBeLessThanOrEqual(1_024)
  })

  it('of a test trigger and resolve it', async () => {
    const { events } = await eventsOf(testMessage)

    expect(events.map((event) => [event.event_action, event.dedup_key])).toEqual([
      ['trigger', 'msg_1'],
      ['resolve', 'msg_1'],
    ])
  })

  it('end at the first that fails, and the delivery has failed', async () => {
    await using receiver = await givenReceiver((response) => response.writeHead(429, { 'retry-after': '3' }).end())
    const destination = receiverOf('PAGERDUTY', null, { secret: { url: null, key: 'routing-key' } })
    const message = incidentsMessage({ firing: [alertIncident(), alertIncident({ id: 'b' })] })
    const result = await givenSender({ pagerdutyUrl: receiver.url }).send(destination, { id: 'msg_1', message })

    expect(result).toMatchObject({ ok: false, status: 429, retryAfterMs: 3_000, permanent: false })
    expect(receiver.received).toHaveLength(1)
  })
})

it.each(['ALERTMANAGER', 'PAGERDUTY'] as const)('a digest is not sent to %s', async (type) => {
  await using receiver = await givenReceiver()
  const message: AlertMessage = {
    kind: 'DIGEST',
    from: alertAt,
    at: alertAt,
    opened: 0,
    resolved: 0,
    open: [],
    omitted: 0,
    url: null,
  }
  const result = await givenSender({ pagerdutyUrl: receiver.url }).send(receiverOf(type, receiver.url), {
    id: 'msg_1',
    message,
  })

  expect(result).toMatchObject({ ok: false, permanent: true, error: { code: 'ONLY_INCIDENTS_TAKEN' } })
  expect(receiver.received).toEqual([])
})

/** The fields of a value with their types; of maps of texts, whose names are free, only that they are. */
function shapeOf(value: any): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])]
  if (typeof value !== 'object' || value === null) return typeof value
  const isMap = Object.values(value).every((entry) => typeof entry === 'string') && !('startsAt' in value)
  return isMap
    ? 'map of texts'
    : Object.fromEntries(
        Object.keys(value)
          .sort()
          .map((name) => [name, shapeOf(value[name])]),
      )
}
