import { Prisma } from '../generated/prisma/client.ts'
import { ofAnotherList, readPlace, readPlaceInTime, writePlace, type Direction } from '../lib/ordering.ts'

/** The SQL types of sort values. */
const types = {
  text: { sql: Prisma.sql`text`, accepts: () => true },
  integer: { sql: Prisma.sql`int`, accepts: (text: string) => /^-?\d{1,9}$/.test(text) },
  moment: {
    sql: Prisma.sql`timestamp(3)`,
    accepts: (text: string) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,3})?$/.test(text) && isMoment(text),
  },
}

const isMoment = (text: string) => !Number.isNaN(Date.parse(`${text.replace(' ', 'T')}Z`))

/** A sort key: an SQL expression and the type of its values. */
export type SortKey = { value: Prisma.Sql; type: keyof typeof types }

/** The SQL that selects one page of an ordered list, and the columns of a `PlacedRow`. */
export type KeysetPage = { place: Prisma.Sql; following: Prisma.Sql; orderBy: Prisma.Sql }

/** A row as read with the columns of a `KeysetPage`. */
export type PlacedRow = { id: string; sortValue: string | null }

/**
 * The SQL of a page that begins after the place `after`, a text of `writePlace`, or at the beginning if it is null. Rows
 * without a value come last in both directions. The place holds the value, so the page begins at the same place even
 * if the row at the end of the last page has changed or gone.
 * @throws DomainError INVALID_INPUT for a place in another order.
 */
export function keysetPage(
  { value, type }: SortKey,
  { id, direction, after }: { id: Prisma.Sql; direction: Direction; after: string | null },
): KeysetPage {
  const isAscending = direction === 'ASC'
  return {
    place: Prisma.sql`${id} AS "id", (${value})::text AS "sortValue"`,
    following: after === null ? Prisma.sql`true` : following({ value, type }, { id, isAscending, after }),
    orderBy: Prisma.sql`${value} ${isAscending ? Prisma.sql`ASC` : Prisma.sql`DESC`} NULLS LAST, ${id} ASC`,
  }
}

function following(
  { value, type }: SortKey,
  { id, isAscending, after }: { id: Prisma.Sql; isAscending: boolean; after: string },
): Prisma.Sql {
  const place = readPlace(after)
  if (place.value === null) return Prisma.sql`(${value} IS NULL AND ${id} > ${place.id})`
  const { sql, accepts } = types[type]
  if (!accepts(place.value)) throw ofAnotherList()
  const last = Prisma.sql`${place.value}::${sql}`
  const later = isAscending ? Prisma.sql`${value} > ${last}` : Prisma.sql`${value} < ${last}`
  return Prisma.sql`(${later} OR (${value} = ${last} AND ${id} > ${place.id}) OR ${value} IS NULL)`
}

/**
 * Prisma's condition for the rows after a place of `writePlaceInTime` in a list with the newest first in `column`, then
 * by id; all without a place. Prisma's own `cursor` would lose a row once the last one no longer matches the filter, and
 * end the list once it is deleted.
 * @throws DomainError INVALID_INPUT for another place.
 */
export function olderThan(column: string, after: string | null) {
  if (after === null) return {}
  const { at, id } = readPlaceInTime(after)
  // The `lte` follows from the rest, but an index can use it.
  return { [column]: { lte: at }, OR: [{ [column]: { lt: at } }, { id: { lt: id } }] }
}

/** The same condition in SQL; throws like `olderThan`. */
export function olderThanSql(columns: { at: Prisma.Sql; id: Prisma.Sql }, after: string | null): Prisma.Sql {
  if (after === null) return Prisma.sql`true`
  const { at, id } = readPlaceInTime(after)
  return Prisma.sql`(${columns.at}, ${columns.id}) < (${at.toISOString()}::timestamp(3), ${id})`
}

const placeOfRow = ({ id, sortValue }: PlacedRow): string => writePlace({ id, value: sortValue })

/**
 * The rows of a page in the order of `found`, which has one row more than `limit` if more follow. Each has its place.
 * Rows deleted meanwhile are left out.
 */
export function rowsInOrder<Row extends object>(
  found: readonly PlacedRow[],
  limit: number,
  rows: readonly Row[],
  idOf: (row: Row) => string,
): { rows: (Row & { place: string })[]; more: boolean } {
  const byId = new Map(rows.map((row) => [idOf(row), row]))
  const ordered = found.slice(0, limit).flatMap((placed) => {
    const row = byId.get(placed.id)
    return row ? [{ ...row, place: placeOfRow(placed) }] : []
  })
  return { rows: ordered, more: found.length > limit }
}
