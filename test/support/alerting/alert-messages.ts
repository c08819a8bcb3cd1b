import type { Receiver } from '../../../src/alerting/channels/receiver.ts'
import type { AlertIncident, IncidentsMessage, TestMessage } from '../../../src/alerting/message.ts'

export const alertAt = '2026-03-01T13:05:00.000Z'
const page = 'https://vigia.example.org/incidencias'

/** A failing incident of a critical library that nobody has acknowledged. */
export const alertIncident = (more: Partial<AlertIncident> = {}): AlertIncident => ({
  id: '5c0b1c1e-0000-4000-8000-000000000012',
  number: 12,
  subject: { kind: 'LIBRERIAS', key: 'lib-aleph', name: 'Librería Aleph', area: null, critical: true },
  severity: 'FALLANDO',
  status: 'OPEN',
  openedAt: '2026-03-01T13:00:00.000Z',
  resolvedAt: null,
  acknowledgedBy: null,
  reason: {
    es: '12 de 15 fallidas en 5 min (80,00 %); el límite es 25,00 %.',
    en: '12 of 15 failed in 5 min (80.00 %); the limit is 25.00 %.',
  },
  url: `${page}/12`,
  ...more,
})

/** The same incident, resolved after a quarter of an hour. */
export const resolvedIncident = (more: Partial<AlertIncident> = {}) =>
  alertIncident({ status: 'RESOLVED', resolvedAt: '2026-03-01T13:15:00.000Z', ...more })

/** A message about incidents, whose counts are those of its lists. */
export function incidentsMessage(more: Partial<IncidentsMessage> = {}): IncidentsMessage {
  const { firing = [alertIncident()], resolved = [], omitted = 0, omittedResolved = 0 } = more
  const acknowledged = firing.filter(({ status }) => status === 'ACKNOWLEDGED').length
  return {
    kind: 'INCIDENTS',
    group: { key: '', label: null },
    at: alertAt,
    counts: { firing: firing.length + omitted, acknowledged, resolved: resolved.length + omittedResolved },
    firing,
    omitted,
    resolved,
    omittedResolved,
    url: page,
    threadId: null,
    ...more,
  }
}

export const testMessage: TestMessage = { kind: 'TEST', at: alertAt, by: 'Ana', url: 'https://vigia.example.org' }

/** A receiver of a type; its secret is at this URL. */
export const receiverOf = (type: Receiver['type'], url: string | null, more: Partial<Receiver> = {}): Receiver => ({
  type,
  name: 'Guardia',
  language: 'es',
  config: { shown: url ?? '', to: ['guardia@example.org', 'soporte@example.org'] },
  secret: { url, key: null },
  previousSecret: null,
  rotatedAt: null,
  ...more,
})
