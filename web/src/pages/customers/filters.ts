import { oneOf, present, textIn } from '../../ui/list/search.ts'

/** Filters of the list of customers, as in the URL. */
export type CustomerFilters = {
  q?: string
  locked?: 'yes' | 'no'
  /** The code of their library. */
  library?: string
}

/** Reads the filters from a URL; invalid parameters are ignored. */
export const readCustomerFilters = (search: Record<string, unknown>): CustomerFilters =>
  present({
    q: textIn(search.q),
    locked: oneOf(['yes', 'no'] as const, search.locked),
    library: textIn(search.library),
  })
