import { type Incident } from '../../api/incidents/incidents.ts'
import {
  type IncidentStatus,
  type Resolution,
  type SuppressionReason,
  type TimelineEvent,
} from '../../generated/graphql.ts'
import { language, localize } from '../../i18n.ts'
import { resolutions } from '../../incidents/resolutions.ts'

/** Labels of the statuses of an incident. */
export const statusLabels: Record<IncidentStatus, string> = localize(
  { OPEN: 'Sin atender', ACKNOWLEDGED: 'Atendido', RESOLVED: 'Resuelto' },
  { OPEN: 'Unassigned', ACKNOWLEDGED: 'Assigned', RESOLVED: 'Resolved' },
)

const suppressionLabels = localize(
  { maintenance: 'En mantenimiento', onboarding: 'En pruebas', dependency: 'Suprimido', waits: 'Aún suprimido' },
  { maintenance: 'In maintenance', onboarding: 'Under test', dependency: 'Suppressed', waits: 'Still suppressed' },
)

type Situation = {
  resolution: Resolution | null
  status: IncidentStatus
  suppressed: boolean
  suppressedByOnboarding: boolean
  maintenance: object | null
  reasonEndedAt: string | null
}

/**
 * Label of an incident's situation: its resolution; the reason for its suppression while that lasts; otherwise its
 * status.
 */
export function situationLabel(situation: Situation): string {
  const { resolution, status, suppressed, suppressedByOnboarding, maintenance, reasonEndedAt } = situation
  if (resolution) return resolutions[resolution].label
  if (!suppressed) return statusLabels[status]
  if (reasonEndedAt !== null) return suppressionLabels.waits
  if (maintenance) return suppressionLabels.maintenance
  return suppressedByOnboarding ? suppressionLabels.onboarding : suppressionLabels.dependency
}

type Sentence = (by: string | null) => string

/** The events of an incident as sentences, naming the operator if there was one. */
const eventTexts: Record<TimelineEvent, Sentence> = localize<Record<TimelineEvent, Sentence>>(
  {
    OPENED: () => 'Se abrió',
    ESCALATED: () => 'Empeoró: pasó a Fallando',
    DEESCALATED: () => 'Mejoró: pasó a Degradado',
    ACKNOWLEDGED: (by) => `Lo atiende ${by ?? 'un operador'}`,
    ACKNOWLEDGEMENT_WITHDRAWN: () => 'Sin asignar de nuevo, porque empeoró',
    UNSTABLE: () => 'Inestable: tardará el triple en darse por recuperado',
    NO_DATA: () => 'Dejaron de llegar datos',
    DATA_RETURNED: () => 'Vuelven a llegar datos',
    RESOLVED: (by) => (by ? `Resuelto por ${by}` : 'Se resolvió'),
    REOPENED: () => 'Se reabrió: volvió en menos de 15 minutos',
    NOTE: (by) => (by ? `Nota de ${by}` : 'Nota'),
    RELEASED: (by) => `Lo soltó ${by ?? 'un operador'}`,
    TAKEN_OVER: (by) => `Tomó el relevo ${by ?? 'otro operador'}`,
    NOTIFIED: () => 'Se envió un aviso',
    SUPPRESSED: () => 'No cuenta: mantenimiento, librería en pruebas o fallo de algo de lo que depende',
    UNSUPPRESSED: () => 'Cuenta desde ahora: ya no hay motivo para no contarlo',
  },
  {
    OPENED: () => 'Opened',
    ESCALATED: () => 'Got worse: now failing',
    DEESCALATED: () => 'Got better: now degraded',
    ACKNOWLEDGED: (by) => `Taken by ${by ?? 'an operator'}`,
    ACKNOWLEDGEMENT_WITHDRAWN: () => 'Unassigned again because it got worse',
    UNSTABLE: () => 'Unstable: it takes three times as long to recover',
    NO_DATA: () => 'Data stopped arriving',
    DATA_RETURNED: () => 'Data arrives again',
    RESOLVED: (by) => (by ? `Resolved by ${by}` : 'Resolved'),
    REOPENED: () => 'Reopened: it came back within 15 minutes',
    NOTE: (by) => (by ? `Note by ${by}` : 'Note'),
    RELEASED: (by) => `Released by ${by ?? 'an operator'}`,
    TAKEN_OVER: (by) => `Taken over by ${by ?? 'another operator'}`,
    NOTIFIED: () => 'An alert was sent',
    SUPPRESSED: () => 'It does not count: maintenance, a bookshop under test or an upstream failure',
    UNSUPPRESSED: () => 'Counts from now on: there is no reason any more not to',
  },
)

const suppressionTexts: Record<SuppressionReason, string> = localize(
  {
    MAINTENANCE: 'No cuenta: está en mantenimiento',
    UPSTREAM: 'No cuenta: falla algo de lo que depende',
    ONBOARDING: 'No cuenta: la librería está en pruebas',
  },
  {
    MAINTENANCE: 'It does not count: it is in maintenance',
    UPSTREAM: 'It does not count: something that it depends on is failing',
    ONBOARDING: 'It does not count: the bookshop is under test',
  },
)

type Entry = Pick<Incident['timeline'][number], 'event' | 'by' | 'suppression'>

/** An event as a sentence, with the reason of a suppression if it is known. */
export const entryText = ({ event, by, suppression }: Entry): string =>
  suppression ? suppressionTexts[suppression] : eventTexts[event](by)

type Notice = NonNullable<Incident['timeline'][number]['notice']>

/** The delivery to a destination, as an entry of the timeline. */
export const noticeText = ({ destination, attempt, seconds }: Notice): string =>
  `${destination}: ${text.attempt(attempt)}, ${shortSeconds.format(seconds)} s`

const text = localize(
  { attempt: (attempt: number) => `intento ${attempt}` },
  { attempt: (attempt: number) => `attempt ${attempt}` },
)

const shortSeconds = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
