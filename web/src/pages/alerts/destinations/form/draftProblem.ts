import { formatTenths } from '../../../../format/formatNumber.ts'
import { localize } from '../../../../i18n.ts'
import { type DestinationDraft, emptyField, problemOf, timeLimits } from './destinationDraft.ts'

/** The labels of the times of a destination. */
export const timeLabels = localize(
  {
    wait: 'Espera antes del primer mensaje',
    interval: 'Entre dos mensajes, al menos',
    repeat: 'Repetir si nadie lo atiende',
    onlyUnacknowledgedAfter: 'Solo si nadie lo atiende en',
  },
  {
    wait: 'Wait before the first message',
    interval: 'Between two messages, at least',
    repeat: 'Repeat while unassigned',
    onlyUnacknowledgedAfter: 'Only if unassigned for',
  },
)

const text = localize(
  {
    name: 'Falta el nombre.',
    scope: 'Falta elegir de qué.',
    time: (label: string, min: string, max: string) => `«${label}» va de ${min} a ${max} min.`,
    order: (label: string, other: string) => `«${label}» no puede ser menos que «${other}».`,
  },
  {
    name: 'The name is missing.',
    scope: 'Choose of what.',
    time: (label, min, max) => `“${label}” is ${min} to ${max} min.`,
    order: (label, other) => `“${label}” cannot be less than “${other}”.`,
  },
)

/** A sentence about the problem that prevents a draft from being sent; undefined if it can be sent. */
export function draftProblem(draft: DestinationDraft, isNew: boolean): string | undefined {
  const problem = problemOf(draft, isNew)
  if (problem === undefined) return undefined
  if (problem === 'name' || problem === 'scope') return text[problem]
  if (problem === 'target') return emptyField(draft)?.missing
  if (problem === 'order') return text.order(timeLabels.repeat, timeLabels.interval)
  const { min, max } = timeLimits[problem]
  return text.time(timeLabels[problem], formatTenths(min), formatTenths(max))
}
