import { omitUndefined, parseString } from '../../ui/list/searchParams.ts'

/** Filters of the list of suppliers, as in the URL. */
export type SupplierFilters = { q?: string }

/** Reads the filters from a URL; invalid parameters are ignored. */
export const readSupplierFilters = (search: Record<string, unknown>): SupplierFilters =>
  omitUndefined({ q: parseString(search.q) })
