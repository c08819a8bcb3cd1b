import { type State } from '../../generated/graphql.ts'
import { states } from '../../health/labels.ts'
import { type Counts, countsValues } from '../../health/states/counts.ts'
import { parseOneOf, omitUndefined } from '../../ui/list/searchParams.ts'

/** Filters of the integrations, scheduled jobs included, as in the URL. Absent ones do not filter. */
export type IntegrationFilters = { state?: State; counts?: Counts }

/** Reads the filters from a URL; invalid parameters are ignored. */
export const readIntegrationFilters = (search: Record<string, unknown>): IntegrationFilters =>
  omitUndefined({ state: parseOneOf(states, search.state), counts: parseOneOf(countsValues, search.counts) })
