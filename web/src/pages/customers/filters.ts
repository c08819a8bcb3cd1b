import { parseOneOf, omitUndefined, parseString } from '../../ui/list/searchParams.ts'

/** Filters of the list of customers, as in the URL. */
export type CustomerFilters = {
  q?: string
  locked?: 'yes' | 'no'
  /** The code of their library. */
  library?: string
}

/** Reads the filters from a URL; invalid parameters are ignored. */
export const readCustomerFilters = (search: Record<string, unknown>): CustomerFilters =>
  omitUndefined({
    q: parseString(search.q),
    locked: parseOneOf(['yes', 'no'] as const, search.locked),
    library: parseString(search.library),
  })
