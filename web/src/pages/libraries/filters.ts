import { type State } from '../../generated/graphql.ts'
import { parseOneOf, omitUndefined, parseString } from '../../ui/list/searchParams.ts'
import { states } from '../../health/labels.ts'
import { type Counts, countsValues } from '../../health/states/counts.ts'

/** Filters of the list of libraries, as in the URL. */
export type LibraryFilters = { q?: string; state?: State; counts?: Counts }

/** Reads the filters from a URL; invalid parameters are ignored. */
export const readLibraryFilters = (search: Record<string, unknown>): LibraryFilters =>
  omitUndefined({
    q: parseString(search.q),
    state: parseOneOf(states, search.state),
    counts: parseOneOf(countsValues, search.counts),
  })
