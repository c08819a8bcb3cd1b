import { omitUndefined, parseString } from '../../ui/list/searchParams.ts'

/** The id that is traced, as in the URL. */
export type TraceSearch = { id?: string }

/** Reads the id from a URL. */
export const readTraceSearch = (search: Record<string, unknown>): TraceSearch =>
  omitUndefined({ id: parseString(parseString(search.id)?.trim()) })
