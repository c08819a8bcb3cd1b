import { invalidField } from '../../lib/errors.ts'
import type { Language } from '../../lib/language.ts'
import {
  incidentEvents,
  type AlertIncident,
  type AlertMessage,
  type IncidentEvent,
  type TestMessage,
} from '../message.ts'
import { forAlerts, type Channel, type ParsedTarget, type SendingContext, type TargetField } from './channel.ts'
import { incidentText, incidentTitle } from './message-document.ts'
import { messageText } from './message-text.ts'
import { truncate } from './plain-text.ts'
import type { ChannelRequest, OutgoingMessage, Receiver } from './receiver.ts'
import { endOf, minPartlyShown } from './url-target.ts'

const routingKey = {
  maxLength: 100,
  form: {
    label: { es: 'Clave de integración', en: 'Integration key' },
    hint: { es: 'La de Events API v2: 32 caracteres.', en: 'That of Events API v2: 32 characters.' },
    missing: { es: 'Falta la clave de integración.', en: 'The integration key is missing.' },
    input: 'TEXT',
  },
} satisfies TargetField

/** A PagerDuty service, by Events API v2. */
export const pagerduty = {
  ...forAlerts,
  type: 'PAGERDUTY',
  description: {
    es: 'Un servicio de PagerDuty, por su clave de integración.',
    en: 'A service of PagerDuty, by its integration key.',
  },
  inputType: 'PagerDutyTargetInput',
  fields: { routingKey },
  parse: parseRoutingKey,
  takesSingleIncidents: true,
  requests: pagerdutyRequests,
} as const satisfies Channel

/** Maximum length of a summary in PagerDuty. */
const maxSummaryLength = 1_024

const actions = {
  OPEN: 'trigger',
  ACKNOWLEDGED: 'acknowledge',
  RESOLVED: 'resolve',
} as const satisfies Record<IncidentEvent['says'], string>

function parseRoutingKey(target: { routingKey: string }): ParsedTarget {
  const key = target.routingKey.trim()
  if (!/^[\w-]+$/.test(key) || key.length < minPartlyShown || key.length > routingKey.maxLength)
    throw invalidField('routingKey', { code: 'ROUTING_KEY_INVALID', parameters: {} })
  return { config: { shown: `PagerDuty ${endOf(key)}`, to: [] }, secret: { url: null, key } }
}

/**
 * The events of a message, in the format of PagerDuty's Events API v2. A test is one event that triggers and one that
 * resolves. Repeated events change nothing, because the id of the incident is their `dedup_key`.
 */
function pagerdutyRequests(
  { secret, language }: Receiver,
  { id, message }: OutgoingMessage,
  { settings }: SendingContext,
): ChannelRequest[] {
  return eventsOf(message, language, id).map((event) => ({
    url: settings.pagerdutyUrl,
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
