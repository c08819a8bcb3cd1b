import { type State } from '../../generated/graphql.ts'
import { oneOf, present, textIn } from '../../ui/list/search.ts'
import { states } from '../../ui/words.ts'

/** What narrows the list of libraries, as it stands in the URL. */
export type LibraryFilters = { q?: string; state?: State }

/** Reads the filters from a URL; whatever does not make sense is as if it were absent. */
export const readLibraryFilters = (search: Record<string, unknown>): LibraryFilters =>
  present({ q: textIn(search.q), state: oneOf(states, search.state) })
