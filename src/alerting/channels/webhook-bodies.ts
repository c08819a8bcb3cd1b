import { z } from 'zod'
import {
  DestinationTest,
  eventDetails,
  IncidentsChanged,
  IncidentsDigest,
  moment,
  pageUrl,
  type EventDetails,
  type EventName,
} from './webhook-data.ts'

/** Time of the examples below. */
const timestamp = '2026-03-01T13:05:00.000Z'
const url = 'https://vigia.example.org/incidencias'

const incident = {
  id: '5c0b1c1e-2f43-4bd1-9a3e-6f0f4f1d2c3b',
  number: 12,
  subject: { kind: 'LIBRERIAS', key: 'EJ-001', name: 'Librería de ejemplo Aurora', area: null, critical: false },
  severity: 'FALLANDO',
  status: 'OPEN',
  openedAt: '2026-03-01T13:00:00.000Z',
  resolvedAt: null,
  acknowledgedBy: null,
  reason: '12 de 15 fallidas en 5 min (80,00 %); el límite es 25,00 %.',
  url: `${url}/12`,
} as const

type BodyMeta<Data> = { id: string; description: string; data: Data }

/** The schema of the body of one type of webhook, with an example of it. */
function bodyOf<Type extends string, Data extends z.ZodType>(
  type: Type,
  data: Data,
  { id, description, data: example }: BodyMeta<z.input<Data>>,
) {
  return z
    .object({
      type: z.literal(type).describe('Type of what this body reports.'),
      timestamp: moment.describe('Time when the message was created.'),
      data: data.describe('Data of the event.'),
    })
    .meta({ id, description, examples: [{ type, timestamp, data: example }] })
}

/** The schema of the body of an event. Details that are too long are omitted completely. */
function eventBodyOf<Name extends EventName>(
  name: Name,
  { id, description, text, details }: { id: string; description: string; text: string; details: EventDetails<Name> },
) {
  const Details = eventDetails[name]
    .partial()
    .meta({ id: `${id}Details`, description: 'Details; empty if they are too long.' })
  const Data = z
    .object({
      text: z.string().describe('Sentence in the language of the destination, cut to 300 characters.'),
      url: pageUrl('URL of a page about the event'),
      details: Details.describe('Details; empty if they are too long.'),
    })
    .meta({ id: `${id}Data`, description: 'An event.' })
  return bodyOf(name, Data, { id, description, data: { text, url: null, details } })
}

/** The schemas of the bodies of all webhooks, by their `type`. The OpenAPI document is made of them. */
export const webhookBodies = {
  'incidents.changed': bodyOf('incidents.changed', IncidentsChanged, {
    id: 'WebhookIncidentsChanged',
    description: 'Incidents of a group have opened, changed their severity or been resolved, or are repeated.',
    data: {
      group: { key: '', label: null },
      counts: { firing: 1, acknowledged: 0, resolved: 0 },
      firing: [incident],
      omitted: 0,
      resolved: [],
      omittedResolved: 0,
      url,
    },
  }),
  'incidents.digest': bodyOf('incidents.digest', IncidentsDigest, {
    id: 'WebhookIncidentsDigest',
    description: 'The incidents of a day, at the digest hour of the destination.',
    data: { from: '2026-02-28T13:05:00.000Z', opened: 3, resolved: 2, open: [incident], omitted: 0, expiring: [], url },
  }),
  'destination.test': bodyOf('destination.test', DestinationTest, {
    id: 'WebhookDestinationTest',
    description: 'An operator has sent a test message.',
    data: { by: 'Ana Ejemplo', url },
  }),
  'customer.locked': eventBodyOf('customer.locked', {
    id: 'WebhookCustomerLocked',
    description: 'The login of a customer was locked.',
    text: 'El acceso del cliente ej-3 está bloqueado.',
    details: { customerId: 'ej-3', reason: 'Demasiados intentos.' },
  }),
  'customer.unlocked': eventBodyOf('customer.unlocked', {
    id: 'WebhookCustomerUnlocked',
    description: 'The login of a customer was unlocked.',
    text: 'El acceso del cliente ej-3 está desbloqueado.',
    details: { customerId: 'ej-3', reason: null },
  }),
  'sinli.message_failed': eventBodyOf('sinli.message_failed', {
    id: 'WebhookSinliMessageFailed',
    description: 'An inbound SINLI message could not be processed.',
    text: 'No se pudo procesar el mensaje SINLI 5c0b1c1e-2f43-4bd1-9a3e-6f0f4f1d2c3b (REMITENTE_DESCONOCIDO).',
    details: {
      messageId: '5c0b1c1e-2f43-4bd1-9a3e-6f0f4f1d2c3b',
      code: 'REMITENTE_DESCONOCIDO',
      problem: null,
      sender: 'LIB00098',
      document: 'ENVIO',
    },
  }),
  'replay.finished': eventBodyOf('replay.finished', {
    id: 'WebhookReplayFinished',
    description: 'A replay of SINLI messages has finished.',
    text: 'Ha terminado de reprocesar mensajes la petición 0d527c1f-5b0e-4f0e-8a3e-0a1d5b1c2d3e.',
    details: {
      replayId: '0d527c1f-5b0e-4f0e-8a3e-0a1d5b1c2d3e',
      dryRun: false,
      result: {
        replayId: '0d527c1f-5b0e-4f0e-8a3e-0a1d5b1c2d3e',
        dryRun: false,
        selected: 3,
        reprocessed: 3,
        unchanged: 0,
        skipped: 0,
        failed: 0,
      },
    },
  }),
  'telemetry.interrupted': eventBodyOf('telemetry.interrupted', {
    id: 'WebhookTelemetryInterrupted',
    description: 'No watched service reports any more: what they alone measure is Desconocido.',
    text: 'Ningún servicio vigilado informa desde 2026-03-01T13:04:00.000Z: lo que solo ellos miden está en Desconocido.',
    details: { since: '2026-03-01T13:04:00.000Z' },
  }),
}

/** An event as stored: its details have the format of the version that wrote them. */
type StoredEvent = {
  type: string
  timestamp: string
  data: { text: string; url: string | null; details: Record<string, unknown> }
}

type BodyName = Exclude<keyof typeof webhookBodies, EventName>

/** The body of a webhook. */
export type WebhookBody = { [Name in BodyName]: z.input<(typeof webhookBodies)[Name]> }[BodyName] | StoredEvent
