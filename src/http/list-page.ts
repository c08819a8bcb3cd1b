import { parseLimit, readCursor, writeCursor, type Page } from '../lib/pagination.ts'

/**
 * Builds a page of a REST list; `read` gets the limit and the key of the last row of the previous page.
 * @throws DomainError for a limit out of bounds or an invalid cursor.
 */
export async function listPage<Row>(
  { limit, cursor }: { limit?: string | undefined; cursor?: string | undefined },
  read: (limit: number, after: string | null) => Promise<{ rows: Row[]; more: boolean }>,
  keyOf: (row: Row) => string,
): Promise<Page<Row>> {
  const { rows, more } = await read(parseLimit(limit), cursor === undefined ? null : readCursor(cursor))
  return { items: rows, nextCursor: nextCursor(rows, more, keyOf) }
}

/** The cursor of the page after these rows; null if no more follow. */
export function nextCursor<Row>(rows: readonly Row[], more: boolean, keyOf: (row: Row) => string): string | null {
  const last = rows.at(-1)
  return more && last !== undefined ? writeCursor(keyOf(last)) : null
}
