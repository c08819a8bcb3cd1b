import { DomainError, invalidField } from '../lib/errors.ts'
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
  const { rows, more } = await readAfter(cursor, (after) => read(parseLimit(limit), after))
  return { items: rows, nextCursor: nextCursor(rows, more, keyOf) }
}

/**
 * Calls `read` with the place that a cursor encodes, null without one.
 * @throws DomainError naming the parameter, for an invalid cursor or a cursor of another list.
 */
export async function readAfter<T>(
  cursor: string | undefined,
  read: (after: string | null) => T | Promise<T>,
): Promise<T> {
  try {
    return await read(cursor ? readCursor(cursor) : null)
  } catch (error) {
    const isOfCursor = error instanceof DomainError && error.details.field === 'after'
    throw isOfCursor ? invalidField('cursor', error.sentence) : error
  }
}

/** The cursor of the page after these rows; null if no more follow. */
export function nextCursor<Row>(rows: readonly Row[], more: boolean, keyOf: (row: Row) => string): string | null {
  const last = rows.at(-1)
  return more && last !== undefined ? writeCursor(keyOf(last)) : null
}
