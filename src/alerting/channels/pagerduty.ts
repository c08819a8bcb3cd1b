import type { Language } from '../../lib/language.ts'
import {
  incidentEvents,
  type AlertIncident,
  type AlertMessage,
  type IncidentEvent,
  type TestMessage,
} from '../message.ts'
import { incidentText, incidentTitle } from './message-document.ts'
import { messageText } from './message-text.ts'
import { truncate } from './plain-text.ts'
import type { ChannelRequest, OutgoingMessage, Receiver } from './receiver.ts'

/** Maximum length of a summary in PagerDuty. */
const maxSummaryLength = 1_024

const actions = {
  OPEN: 'trigger',
  ACKNOWLEDGED: 'acknowledge',
  RESOLVED: 'resolve',
} as const satisfies Record<IncidentEvent['says'], string>

/**
 * The events of a message, in the format of PagerDuty's Events API v2; for a test, one that triggers and one that
 * resolves it. Repeating them changes nothing, because the id of the incident is their `dedup_key`.
 */
export function pagerdutyRequests(
  { secret, language }: Receiver,
  { id, message }: OutgoingMessage,
  url: string,
): ChannelRequest[] {
  return eventsOf(message, language, id).map((event) => ({
    url,
    body: JSON.stringify({ routing_key: secret?.key, client: 'Vigía', ...event }),
  }))
}

function eventsOf(message: AlertMessage, language: Language, id: string): object[] {
  if (message.kind === 'INCIDENTS') return incidentEvents(message).map((event) => toEvent(event, language))
  return message.kind === 'TEST' ? testEvents(message, language, id) : []
}

function toEvent({ incident, says }: IncidentEvent, language: Language): object {
  const { id, url } = incident
  return {
    event_action: actions[says],
    dedup_key: id,
    ...(url !== null && { client_url: url, links: [{ href: url, text: `Vigía #${incident.number}` }] }),
    ...(says === 'OPEN' && { payload: payloadOf(incident, language) }),
  }
}

const payloadOf = (incident: AlertIncident, language: Language) => ({
  summary: truncate(`${incidentTitle(incident, language)}. ${incidentText(incident, language)}`, maxSummaryLength),
  source: incident.subject.key,
  severity: incident.severity === 'FALLANDO' ? 'critical' : 'warning',
  timestamp: incident.openedAt,
  component: incident.subject.name,
  group: incident.subject.area ?? undefined,
  class: incident.subject.kind,
  custom_details: {
    number: incident.number,
    critical: incident.subject.critical,
    reason: incident.reason[language],
  },
})

function testEvents(message: TestMessage, language: Language, id: string): object[] {
  const summary = truncate(messageText(message, language).replaceAll('\n', ' '), maxSummaryLength)
  const payload = { summary, source: 'vigia', severity: 'info', timestamp: message.at }
  return [
    { event_action: 'trigger', dedup_key: id, payload },
    { event_action: 'resolve', dedup_key: id },
  ]
}
