import { DomainError, invalidField } from './errors.ts'

/** One page of a list, and the cursor of the next; null on the last page. */
export type Page<Item> = { items: Item[]; nextCursor: string | null }

/** Default and maximum number of items on a page. */
export const pageSizes = { default: 50, max: 200 } as const

/**
 * Parses the requested number of items on a page: 50 by default, 200 at most.
 * @throws DomainError INVALID_INPUT saying what is wrong with the number.
 */
export function parseLimit(value: unknown): number {
  if (value === undefined || value === null) return pageSizes.default
  const limit = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  if (!isWholeNumber(limit) || limit < 1)
    throw new DomainError('INVALID_INPUT', { code: 'LIMIT_INVALID', parameters: { max: pageSizes.max } })
  if (limit > pageSizes.max)
    throw new DomainError('INVALID_INPUT', { code: 'LIMIT_EXCEEDED', parameters: { max: pageSizes.max, count: limit } })
  return limit
}

const isWholeNumber = (value: unknown): value is number => Number.isInteger(value)

/** The opaque cursor of a place in a list. */
export const writeCursor = (place: string): string => Buffer.from(JSON.stringify([place])).toString('base64url')

/**
 * The place in a list that a cursor encodes.
 * @throws DomainError INVALID_INPUT for anything that `writeCursor` did not write.
 */
export function readCursor(cursor: string): string {
  const place = parsePlace(cursor)
  // Rejects other encodings of the same place, and NUL, which PostgreSQL cannot store.
  if (place === null || place.includes('\0') || writeCursor(place) !== cursor) {
    throw invalidField('after', { code: 'CURSOR_UNKNOWN', parameters: {} })
  }
  return place
}

function parsePlace(cursor: string): string | null {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parsed) && typeof parsed[0] === 'string' ? parsed[0] : null
  } catch {
    return null
  }
}
