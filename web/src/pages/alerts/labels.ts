import { type Delivery, type DeliveryStatus } from '../../api/incidents/destinations.ts'
import { type DeliveryKind, type EventType, type GivenUpReason, type GroupBy } from '../../generated/graphql.ts'
import { formatInteger } from '../../format/formatNumber.ts'
import { localize, plural } from '../../i18n.ts'
import { type Tone } from '../../ui/display/StatusDot.tsx'
import { keysOf } from '../../ui/labels.ts'

/** Labels of the groupings of incidents in messages. */
export const groupLabels: Record<GroupBy, string> = localize(
  { ALL: 'Todos los incidentes', KIND: 'Los de cada tipo', AREA: 'Los de cada área', SUBJECT: 'Los de cada elemento' },
  { ALL: 'All incidents', KIND: 'Those of each kind', AREA: 'Those of each area', SUBJECT: 'Those of each subject' },
)

/** Labels of the events that a webhook receives besides incidents. */
export const eventLabels: Record<EventType, string> = localize(
  {
    CUSTOMER_LOCKED: 'Cliente bloqueado',
    CUSTOMER_UNLOCKED: 'Cliente desbloqueado',
    SINLI_MESSAGE_FAILED: 'Mensaje SINLI fallido',
    REPLAY_FINISHED: 'Reproceso terminado',
    TELEMETRY_INTERRUPTED: 'Medidas interrumpidas',
  },
  {
    CUSTOMER_LOCKED: 'Customer locked',
    CUSTOMER_UNLOCKED: 'Customer unlocked',
    SINLI_MESSAGE_FAILED: 'SINLI message failed',
    REPLAY_FINISHED: 'Replay finished',
    TELEMETRY_INTERRUPTED: 'Telemetry interrupted',
  },
)

/** All events, in the order of the form. */
export const eventTypes = keysOf(eventLabels)

/** The statuses of a delivery in the order of the filter, with the tone of each. */
export const deliveryStatuses: Record<DeliveryStatus, { label: string; tone: Tone }> = localize(
  {
    DEAD: { label: 'No entregado', tone: 'bad' },
    PENDING: { label: 'Pendiente', tone: 'waiting' },
    DELIVERED: { label: 'Entregado', tone: 'good' },
    SUPERSEDED: { label: 'Sustituido por otro', tone: 'quiet' },
  },
  {
    DEAD: { label: 'Not delivered', tone: 'bad' },
    PENDING: { label: 'Pending', tone: 'waiting' },
    DELIVERED: { label: 'Delivered', tone: 'good' },
    SUPERSEDED: { label: 'Replaced by another one', tone: 'quiet' },
  },
)

/** The reasons for which deliveries were given up. */
export const givenUpReasons: Record<GivenUpReason, string> = localize(
  {
    FAILED: 'Fallaron sus intentos.',
    DESTINATION_DISABLED: 'Se desactivó el destino.',
    TOO_OLD: 'El destino no lo ha aceptado en más de un día.',
  },
  {
    FAILED: 'Its attempts failed.',
    DESTINATION_DISABLED: 'The destination was disabled.',
    TOO_OLD: 'The destination has not taken it for more than a day.',
  },
)

const kindLabels: Record<DeliveryKind, string> = localize(
  { INCIDENTS: 'Incidentes', TEST: 'Prueba', DIGEST: 'Resumen diario', EVENT: 'Suceso' },
  { INCIDENTS: 'Incidents', TEST: 'Test', DIGEST: 'Daily digest', EVENT: 'Event' },
)

const text = localize(
  {
    firing: (n: number) => plural(n, '1 abierto', `${formatInteger(n)} abiertos`),
    resolved: (n: number) => plural(n, '1 resuelto', `${formatInteger(n)} resueltos`),
  },
  { firing: (n) => `${formatInteger(n)} open`, resolved: (n) => `${formatInteger(n)} resolved` },
)

/** Title of a delivery by its content, e.g. `Incidentes: 2 abiertos, 1 resuelto`. */
export function deliveryTitle({ kind, firing, resolved }: Pick<Delivery, 'kind' | 'firing' | 'resolved'>): string {
  const counts = [firing > 0 && text.firing(firing), resolved > 0 && text.resolved(resolved)].filter(Boolean)
  return counts.length > 0 ? `${kindLabels[kind]}: ${counts.join(', ')}` : kindLabels[kind]
}
