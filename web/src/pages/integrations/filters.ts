import { type IntegrationRow } from '../../api/trade/integrations.ts'
import { type State } from '../../generated/graphql.ts'
import { states } from '../../health/labels.ts'
import { type Counts, countsValues } from '../../health/states/counts.ts'
import { parseOneOf, omitUndefined } from '../../ui/list/searchParams.ts'

/** Filters of the integrations and scheduled jobs, as in the URL. Absent filters are ignored. */
export type IntegrationFilters = { state?: State; counts?: Counts }

/** Reads the filters from a URL; invalid parameters are ignored. */
export const readIntegrationFilters = (search: Record<string, unknown>): IntegrationFilters =>
  omitUndefined({ state: parseOneOf(states, search.state), counts: parseOneOf(countsValues, search.counts) })

type Shown = Pick<IntegrationRow, 'id' | 'state'> & { retiredAt?: string | null }

/**
 * Returns the condition that the filters set for an integration; undefined until it is known which subjects count.
 * Retired integrations, such as those of paused jobs, are in no count of the overview, so they are only shown without
 * filters.
 */
export function isShownBy(filters: IntegrationFilters, counts: ((id: string) => boolean) | undefined) {
  if (Object.keys(filters).length === 0) return () => true
  return (
    counts &&
    (({ id, state, retiredAt }: Shown) =>
      retiredAt == null && (!filters.state || filters.state === state) && counts(id))
  )
}
