import { type Resolution } from '../generated/graphql.ts'
import { localize } from '../i18n.ts'

type ResolutionTexts = {
  label: string
  sentence: string
  /** Text after the word “resolved”, in the list of a day. */
  inList: string
  /** Text for an operator whose change came after the resolution by `operator`; `age` is the time since then. */
  conflict: (operator: string, age: string) => string
}

const resolvedBy = localize(
  (operator: string, age: string) => `${operator} lo resolvió ${age}.`,
  (operator: string, age: string) => `${operator} resolved it ${age}.`,
)

/** The texts for each way in which an incident can be resolved. */
export const resolutions = localize<Readonly<Record<Resolution, ResolutionTexts>>>(
  {
    AUTOMATIC: {
      label: 'Recuperado',
      sentence: 'Se recuperó sin intervención.',
      inList: 'se recuperó',
      conflict: (_, age) => `Se recuperó y quedó resuelto ${age}.`,
    },
    BY_HAND: {
      label: 'Resuelto manualmente',
      sentence: 'Un operador lo dio por resuelto cuando los valores ya eran normales.',
      inList: 'manualmente',
      conflict: resolvedBy,
    },
    BY_FORCE: {
      label: 'Resolución forzada',
      sentence: 'Un operador lo dio por resuelto aunque la condición seguía presente.',
      inList: 'de forma forzada',
      conflict: resolvedBy,
    },
    SUBJECT_REMOVED: {
      label: 'Retirado',
      sentence: 'Lo que vigilaba se retiró.',
      inList: 'ya no existe',
      conflict: () => 'El elemento vigilado ya no existe.',
    },
    ACCEPTED_AS_NORMAL: {
      label: 'Es normal',
      sentence: 'Un operador dijo que es normal.',
      inList: 'es normal',
      conflict: resolvedBy,
    },
  },
  {
    AUTOMATIC: {
      label: 'Recovered',
      sentence: 'It recovered by itself.',
      inList: 'recovered',
      conflict: (_, age) => `It recovered and was resolved ${age}.`,
    },
    BY_HAND: {
      label: 'Resolved manually',
      sentence: 'An operator resolved it when the figures were back to normal.',
      inList: 'manually',
      conflict: resolvedBy,
    },
    BY_FORCE: {
      label: 'Resolution forced',
      sentence: 'An operator resolved it although the problem persisted.',
      inList: 'by force',
      conflict: resolvedBy,
    },
    SUBJECT_REMOVED: {
      label: 'Removed',
      sentence: 'What it monitored was removed.',
      inList: 'no longer exists',
      conflict: () => 'What it monitored no longer exists.',
    },
    ACCEPTED_AS_NORMAL: {
      label: 'It is normal',
      sentence: 'An operator said that it is normal.',
      inList: 'it is normal',
      conflict: resolvedBy,
    },
  },
)
