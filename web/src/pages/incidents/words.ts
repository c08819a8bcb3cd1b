import { type IncidentStatus, type Resolution, type TimelineEvent } from '../../generated/graphql.ts'
import { words } from '../../language.ts'

/** Labels of the statuses of an incident. */
export const statusLabels: Record<IncidentStatus, string> = words(
  { OPEN: 'Sin atender', ACKNOWLEDGED: 'Atendido', RESOLVED: 'Resuelto' },
  { OPEN: 'Unattended', ACKNOWLEDGED: 'Attended', RESOLVED: 'Resolved' },
)

/** Labels of the resolutions of an incident. */
export const resolutionLabels: Record<Resolution, string> = words(
  {
    AUTOMATIC: 'Recuperado',
    BY_HAND: 'Resuelto a mano',
    BY_FORCE: 'Resuelto a la fuerza',
    SUBJECT_REMOVED: 'Retirado',
  },
  { AUTOMATIC: 'Recovered', BY_HAND: 'Resolved by hand', BY_FORCE: 'Resolved by force', SUBJECT_REMOVED: 'Removed' },
)

/** The resolutions as sentences. */
export const resolutionSentences: Record<Resolution, string> = words(
  {
    AUTOMATIC: 'Se recuperó sin intervención.',
    BY_HAND: 'Un operador lo dio por resuelto, con los números ya limpios.',
    BY_FORCE: 'Un operador lo dio por resuelto aunque la condición seguía presente.',
    SUBJECT_REMOVED: 'Lo que vigilaba se retiró.',
  },
  {
    AUTOMATIC: 'It recovered by itself.',
    BY_HAND: 'An operator resolved it, the numbers being clean.',
    BY_FORCE: 'An operator resolved it although the condition still held.',
    SUBJECT_REMOVED: 'What it watched was removed.',
  },
)

type Sentence = (by: string | null) => string

/** The events of an incident as sentences, naming the operator if there was one. */
export const eventSentences: Record<TimelineEvent, Sentence> = words<Record<TimelineEvent, Sentence>>(
  {
    OPENED: () => 'Se abrió',
    ESCALATED: () => 'Empeoró: pasó a Fallando',
    DEESCALATED: () => 'Mejoró: pasó a Degradado',
    ACKNOWLEDGED: (by) => `Lo atiende ${by ?? 'un operador'}`,
    ACKNOWLEDGEMENT_WITHDRAWN: () => 'Al empeorar, vuelve a quedar sin atender',
    UNSTABLE: () => 'Inestable: tardará el triple en darse por recuperado',
    NO_DATA: () => 'Dejaron de llegar datos',
    DATA_RETURNED: () => 'Vuelven a llegar datos',
    RESOLVED: (by) => (by ? `Lo dio por resuelto ${by}` : 'Se resolvió'),
    REOPENED: () => 'Se reabrió: volvió en menos de 15 minutos',
    NOTE: (by) => (by ? `Nota de ${by}` : 'Nota'),
  },
  {
    OPENED: () => 'Opened',
    ESCALATED: () => 'Got worse: now failing',
    DEESCALATED: () => 'Got better: now degraded',
    ACKNOWLEDGED: (by) => `Taken by ${by ?? 'an operator'}`,
    ACKNOWLEDGEMENT_WITHDRAWN: () => 'Unattended again, as it got worse',
    UNSTABLE: () => 'Unstable: it takes three times as long to count as recovered',
    NO_DATA: () => 'Data stopped arriving',
    DATA_RETURNED: () => 'Data arrives again',
    RESOLVED: (by) => (by ? `Resolved by ${by}` : 'Resolved'),
    REOPENED: () => 'Reopened: it came back within 15 minutes',
    NOTE: (by) => (by ? `Note by ${by}` : 'Note'),
  },
)
