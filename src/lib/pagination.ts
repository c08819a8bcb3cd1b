import { DomainError } from './errors.ts'

/** One page of a list, and where the next begins; null at the end. */
export type Page<Item> = { items: Item[]; nextCursor: string | null }

/** How many items a page has unless told, and at most. */
export const pageSizes = { usual: 50, most: 200 } as const
const { usual, most } = pageSizes

/**
 * How many items a page shall have: 50 unless told, 200 at most.
 * @throws DomainError saying what is wrong with the number.
 */
export function parseLimit(value: unknown): number {
  if (value === undefined || value === null) return usual
  const limit = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  if (!isWholeNumber(limit) || limit < 1)
    throw new DomainError('INVALID_INPUT', `The limit must be a whole number from 1 to ${most}.`)
  if (limit > most)
    throw new DomainError(
      'INVALID_INPUT',
      `The limit is ${most} at most; ${limit} were asked for. Follow the cursor for more.`,
    )
  return limit
}

const isWholeNumber = (value: unknown): value is number => Number.isInteger(value)

/** The cursor of a place in a list, which means something to us only. */
export const writeCursor = (place: string): string => Buffer.from(JSON.stringify([place])).toString('base64url')

/**
 * The place a cursor was written for.
 * @throws DomainError for anything that is not one of ours.
 */
export function readCursor(cursor: string): string {
  const place = placeIn(cursor)
  // Only the one spelling that we write is a cursor, and what the database cannot hold is none.
  if (place === null || place.includes('\0') || writeCursor(place) !== cursor) {
    throw new DomainError(
      'INVALID_INPUT',
      'This cursor is none of ours: pass back what the last page gave, or start again without one.',
    )
  }
  return place
}

function placeIn(cursor: string): string | null {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parsed) && typeof parsed[0] === 'string' ? parsed[0] : null
  } catch {
    return null
  }
}

/** The page of rows that were read with one more than the limit, so as to know whether there is a next one. */
export function toPage<Row>(rows: readonly Row[], limit: number, placeOf: (row: Row) => string): Page<Row> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: rows.length > limit && last !== undefined ? writeCursor(placeOf(last)) : null }
}
