import { useQuery } from '@tanstack/react-query'
import { suppressedSubjectsQuery } from '../../api/health/overview.ts'
import { type Kind } from '../../generated/graphql.ts'
import { localize } from '../../i18n.ts'
import { commonLabels } from '../../ui/labels.ts'

/** The values of the filter by whether a subject counts: it does not while its open incident is suppressed. */
export const countsValues = ['yes', 'no'] as const
export type Counts = (typeof countsValues)[number]

/** The label and the choices of the filter. */
export const countsField = {
  label: localize({ counts: 'Cuenta' }, { counts: 'Counts' }).counts,
  choices: countsValues.map((value) => ({ value, label: commonLabels[value] })),
}

/** The condition of the filter on the id of a subject; undefined while it is not known which count. */
export function useCounts(kind: Kind, wanted: Counts | undefined): ((id: string) => boolean) | undefined {
  const { data: suppressed } = useQuery({ ...suppressedSubjectsQuery(kind), enabled: wanted !== undefined })
  if (wanted === undefined) return () => true
  return suppressed && ((id) => suppressed.has(id) === (wanted === 'no'))
}
