import { createHash } from 'node:crypto'
import type { Language } from '../../lib/language.ts'
import type { AlertIncident, AlertMessage, IncidentsMessage, TestMessage } from '../message.ts'
import { forAlerts, type Channel } from './channel.ts'
import { incidentText, incidentTitle } from './message-document.ts'
import { messageText } from './message-text.ts'
import type { ChannelRequest, OutgoingMessage, Receiver } from './receiver.ts'
import { atUrl } from './url-target.ts'

/** A URL that accepts the webhook of Prometheus Alertmanager. */
export const alertmanager = {
  ...forAlerts,
  ...atUrl,
  type: 'ALERTMANAGER',
  description: {
    es: 'GoAlert, Grafana OnCall y otros que aceptan el webhook de Alertmanager.',
    en: 'GoAlert, Grafana OnCall and others that take the webhook of Alertmanager.',
  },
  requests: alertmanagerRequests,
} as const satisfies Channel

/** The zero time of Go, which Alertmanager writes for alerts that have not ended. */
const notEnded = '0001-01-01T00:00:00Z'

type Labels = Record<string, string>

type Alert = {
  status: 'firing' | 'resolved'
  labels: Labels
  annotations: Labels
  startsAt: string
  endsAt: string
  generatorURL: string
  fingerprint: string
}

/** A group of alerts: its key and labels are the same in all messages about it. */
type AlertGroup = { key: string; labels: Labels; alerts: Alert[]; omitted: number; url: string | null }

/**
 * The requests of Alertmanager's webhook, version 4. Incidents are sent in one request; a test is an alert that begins
 * and one that ends it. Source: https://prometheus.io/docs/alerting/latest/configuration/#webhook_config
 */
function alertmanagerRequests(receiver: Receiver, { id, message }: OutgoingMessage): ChannelRequest[] {
  return groupsOf(message, receiver.language, id).map((group) => ({
    url: receiver.secret?.url ?? '',
    body: JSON.stringify(payloadOf(group, receiver.name)),
  }))
}

function groupsOf(message: AlertMessage, language: Language, id: string): AlertGroup[] {
  if (message.kind === 'INCIDENTS') return [toGroup(message, language)]
  if (message.kind !== 'TEST') return []
  return (['firing', 'resolved'] as const).map((status) => toTestGroup(message, language, { id, status }))
}

function toGroup(
  { group, firing, resolved, omitted, omittedResolved, url }: IncidentsMessage,
  language: Language,
): AlertGroup {
  return {
    key: group.key,
    labels: group.key === '' ? {} : { group: group.key },
    alerts: [...firing, ...resolved].map((incident) => toAlert(incident, group.key, language)),
    omitted: omitted + omittedResolved,
    url,
  }
}

function toTestGroup(
  message: TestMessage,
  language: Language,
  { id, status }: { id: string; status: Alert['status'] },
) {
  const labels = { alertname: 'VigiaTest', delivery: id, severity: 'info' }
  const alert: Alert = {
    status,
    labels,
    annotations: { summary: messageText(message, language) },
    startsAt: message.at,
    endsAt: status === 'firing' ? notEnded : message.at,
    generatorURL: message.url ?? '',
    fingerprint: fingerprintOf(id),
  }
  return { key: id, labels: { delivery: id }, alerts: [alert], omitted: 0, url: message.url }
}

function toAlert(incident: AlertIncident, groupKey: string, language: Language): Alert {
  const { id, number, subject, severity, openedAt, resolvedAt, url } = incident
  return {
    status: resolvedAt === null ? 'firing' : 'resolved',
    labels: withoutEmpty({
      alertname: 'VigiaIncident',
      severity: severity === 'FALLANDO' ? 'critical' : 'warning',
      group: groupKey,
      kind: subject.kind,
      subject: subject.key,
      name: subject.name,
      area: subject.area ?? '',
      critical: String(subject.critical),
      incident: String(number),
    }),
    annotations: { summary: incidentTitle(incident, language), description: incidentText(incident, language) },
    startsAt: openedAt,
    endsAt: resolvedAt ?? notEnded,
    generatorURL: url ?? '',
    fingerprint: fingerprintOf(id),
  }
}

function payloadOf({ key, labels, alerts, omitted, url }: AlertGroup, receiver: string) {
  return {
    receiver,
    status: alerts.some(({ status }) => status === 'firing') ? 'firing' : 'resolved',
    alerts,
    groupLabels: labels,
    commonLabels: commonOf(alerts.map((alert) => alert.labels)),
    commonAnnotations: commonOf(alerts.map((alert) => alert.annotations)),
    externalURL: url ?? '',
    version: '4',
    groupKey: `{}/{receiver=${JSON.stringify(receiver)}}:{group=${JSON.stringify(key)}}`,
    truncatedAlerts: omitted,
  }
}

/** The labels that all of these label sets share. */
const commonOf = ([first = {}, ...others]: Labels[]): Labels =>
  Object.fromEntries(Object.entries(first).filter(([name, value]) => others.every((other) => other[name] === value)))

/** Alertmanager drops labels without a value. */
const withoutEmpty = (labels: Labels): Labels =>
  Object.fromEntries(Object.entries(labels).filter(([, value]) => value !== ''))

/** The identity of an alert, which does not change with its severity. */
const fingerprintOf = (id: string) => createHash('sha256').update(id).digest('hex').slice(0, 16)
