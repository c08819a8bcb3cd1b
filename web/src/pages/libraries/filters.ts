import { type State } from '../../generated/graphql.ts'
import { oneOf, present, textIn } from '../../ui/list/search.ts'
import { states } from '../../ui/words.ts'

/** Filters of the list of libraries, as in the URL. */
export type LibraryFilters = { q?: string; state?: State }

/** Reads the filters from a URL; invalid parameters are ignored. */
export const readLibraryFilters = (search: Record<string, unknown>): LibraryFilters =>
  present({ q: textIn(search.q), state: oneOf(states, search.state) })
