import { type IntegrationRow } from '../../api/trade/integrations.ts'
import { type State } from '../../generated/graphql.ts'
import { states } from '../../health/labels.ts'
import { type Counts, countsValues } from '../../health/states/counts.ts'
import { parseOneOf, omitUndefined } from '../../ui/list/searchParams.ts'

/** Filters of the integrations, scheduled jobs included, as in the URL. Absent ones do not filter. */
export type IntegrationFilters = { state?: State; counts?: Counts }

/** Reads the filters from a URL; invalid parameters are ignored. */
export const readIntegrationFilters = (search: Record<string, unknown>): IntegrationFilters =>
  omitUndefined({ state: parseOneOf(states, search.state), counts: parseOneOf(countsValues, search.counts) })

type Shown = Pick<IntegrationRow, 'id' | 'state'> & { retiredAt?: string | null }

/**
 * The condition of the filters on an integration; undefined while it is not known which count. One that is retired, as
 * that of a paused job, is in no count of the overview, and only shown without filters.
 */
export function isShownBy(filters: IntegrationFilters, counts: ((id: string) => boolean) | undefined) {
  if (Object.keys(filters).length === 0) return () => true
  return (
    counts &&
    (({ id, state, retiredAt }: Shown) =>
      retiredAt == null && (!filters.state || filters.state === state) && counts(id))
  )
}
