import { useQuery } from '@tanstack/react-query'
import { suppressedSubjectsQuery } from '../../api/health/overview.ts'
import { type Kind } from '../../generated/graphql.ts'
import { localize } from '../../i18n.ts'
import { commonLabels } from '../../ui/labels.ts'

/** The values of the filter by whether a subject counts. A subject with a suppressed open incident does not count. */
export const countsValues = ['yes', 'no'] as const
export type Counts = (typeof countsValues)[number]

/** The label and the choices of the filter. */
export const countsField = {
  label: localize({ counts: 'Cuenta' }, { counts: 'Counts' }).counts,
  choices: countsValues.map((value) => ({ value, label: commonLabels[value] })),
}

/** The condition that the filter sets for the id of a subject; undefined until it is known which subjects count. */
export function useCounts(kind: Kind, wanted: Counts | undefined): ((id: string) => boolean) | undefined {
  const { data: suppressed } = useQuery({ ...suppressedSubjectsQuery(kind), enabled: wanted !== undefined })
  if (wanted === undefined) return () => true
  return suppressed && ((id) => suppressed.has(id) === (wanted === 'no'))
}
