import type { Database } from '../../database/database.ts'
import { keysetPage, type PlacedRow, type SortKey } from '../../database/keyset.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { State } from '../../generated/prisma/enums.ts'
import { writePlace, type Order } from '../../lib/ordering.ts'
import { containsText, foldedColumns } from '../search/sql-match.ts'
import type { withHealth, WithHealth } from './watched-rows.ts'

/** A bookshop of the platform with its health. */
export type Library = WithHealth<Prisma.LibraryGetPayload<typeof withHealth>>

/** Filter for libraries; absent fields do not filter. */
export type LibraryFilter = {
  /** Only libraries with these codes; an empty list matches no library. The list of states works the same way. */
  codes?: readonly string[] | null
  state?: State | null
  states?: readonly State[] | null
  /** Whether the open incident of the library is suppressed. */
  suppressed?: boolean | null
  search?: string | null
}

/** The fields by which libraries can be ordered. */
export type LibraryOrderField = 'CODE' | 'NAME' | 'CITY' | 'STATE' | 'STATE_SINCE' | 'UPDATED_AT'

const sortKeys: Readonly<Record<LibraryOrderField, SortKey>> = {
  CODE: { value: Prisma.sql`l."code"`, type: 'text' },
  NAME: { value: foldedColumns([Prisma.sql`l."name"`]), type: 'text' },
  CITY: {
    value: Prisma.sql`CASE WHEN l."city" IS NOT NULL THEN ${foldedColumns([Prisma.sql`l."city"`])} END`,
    type: 'text',
  },
  STATE: {
    value: Prisma.sql`CASE s."state" WHEN 'FALLANDO' THEN 0 WHEN 'DEGRADADO' THEN 1 WHEN 'OPERATIVO' THEN 2 ELSE 3 END`,
    type: 'integer',
  },
  STATE_SINCE: { value: Prisma.sql`s."stateSince"`, type: 'moment' },
  UPDATED_AT: { value: Prisma.sql`l."updatedAt"`, type: 'moment' },
}

/** Finds libraries by code, retired ones too, in no particular order; unknown codes are ignored. */
export const findLibraries = (db: Database, codes: readonly string[]): Promise<Library[]> =>
  db.$queryRaw`SELECT ${columns} ${tables} WHERE l."code" = ANY(${[...codes]}::text[])`

/** The libraries that match, ordered by code, at most `limit`. `after` is the code of the last one already listed. */
export async function listLibraries(db: Database, filter: LibraryFilter, limit: number, after: string | null) {
  const found = await db.$queryRaw<Library[]>`
    SELECT ${columns} ${tables} WHERE ${matching(filter)}
    ${after === null ? Prisma.empty : Prisma.sql`AND l."code" > ${after}`} ORDER BY l."code" LIMIT ${limit + 1}`
  return { rows: found.slice(0, limit), more: found.length > limit }
}

/**
 * The libraries that match, in the given order, at most `limit`, with their places in it. `after` is the place of the
 * last library already listed.
 * @throws DomainError INVALID_INPUT for a place in another order.
 */
export async function listOrderedLibraries(
  db: Database,
  { filter, order }: { filter: LibraryFilter; order: Order<LibraryOrderField> },
  limit: number,
  after: string | null,
) {
  const page = keysetPage(sortKeys[order.field], { id: Prisma.sql`l."code"`, direction: order.direction, after })
  const found = await db.$queryRaw<(Library & PlacedRow)[]>`
    SELECT ${page.place}, ${columns} ${tables} WHERE ${matching(filter)} AND ${page.following}
    ORDER BY ${page.orderBy} LIMIT ${limit + 1}`
  const rows = found.slice(0, limit).map(({ id, sortValue, ...library }) => ({
    ...library,
    place: writePlace({ id, value: sortValue }),
  }))
  return { rows, more: found.length > limit }
}

/** The number of libraries that match. */
export async function countLibraries(db: Database, filter: LibraryFilter): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" ${tables} WHERE ${matching(filter)}`
  return row?.count ?? 0
}

// The health is joined, so that one statement reads a page; Prisma's `include` would take a second statement.
const columns = Prisma.sql`l."code", l."subjectId", l."name", l."sinliId", l."email", l."city", l."province", l."updatedAt",
  s."kind", s."key", s."critical", s."state", s."stateSince", s."evidence", s."owner", s."runbookUrl", s."retiredAt"`

const tables = Prisma.sql`FROM "Library" l JOIN "Subject" s ON s."id" = l."subjectId"`

const hasSuppressed = Prisma.sql`
  EXISTS (SELECT 1 FROM "Incident" i WHERE i."subjectId" = s."id" AND i."openKey" IS NOT NULL AND i."suppressed")`

const matching = ({ codes, state, states, suppressed, search }: LibraryFilter) => Prisma.sql`s."retiredAt" IS NULL
  ${codes ? Prisma.sql`AND l."code" = ANY(${[...codes]}::text[])` : Prisma.empty}
  ${states ? Prisma.sql`AND s."state" = ANY(${[...states]}::"State"[])` : Prisma.empty}
  ${state ? Prisma.sql`AND s."state" = ${state}::"State"` : Prisma.empty}
  ${suppressed == null ? Prisma.empty : Prisma.sql`AND ${hasSuppressed} = ${suppressed}`}
  ${search?.trim() ? Prisma.sql`AND ${containsText(Prisma.sql`l."searchText"`, search)}` : Prisma.empty}`
