import type { Database } from '../../database/database.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { State } from '../../generated/prisma/enums.ts'
import { containsText } from '../search/sql-match.ts'
import { flattenHealth, withHealth, type WithHealth } from './watched-rows.ts'

/** A bookshop with its health. */
export type WatchedLibrary = WithHealth<Prisma.LibraryGetPayload<typeof withHealth>>

/** Filter for libraries; absent fields do not filter. */
export type WatchedLibraryFilter = { state?: State | null; search?: string | null }

/** Finds libraries by code, in no particular order; unknown codes are ignored. */
export const findWatchedLibraries = (db: Database, codes: readonly string[]): Promise<WatchedLibrary[]> =>
  flattenHealth(
    db.library.findMany({ where: { code: { in: [...codes] }, subject: { retiredAt: null } }, ...withHealth }),
  )

/** A page of the libraries that match, by code, and the total count. `after` is the code of the last one seen. */
export async function pageOfWatchedLibraries(
  db: Database,
  { state, search }: WatchedLibraryFilter,
  limit: number,
  after: string | null,
) {
  const matching = Prisma.sql`FROM "Library" l JOIN "Subject" s ON s."id" = l."subjectId" WHERE s."retiredAt" IS NULL
    ${state ? Prisma.sql`AND s."state" = ${state}::"State"` : Prisma.empty}
    ${search?.trim() ? Prisma.sql`AND ${containsText(searched, search.trim())}` : Prisma.empty}`
  const [codes, [count]] = await Promise.all([
    db.$queryRaw<{ code: string }[]>`SELECT l."code" ${matching}
      ${after === null ? Prisma.empty : Prisma.sql`AND l."code" > ${after}`} ORDER BY l."code" LIMIT ${limit + 1}`,
    db.$queryRaw<{ n: number }[]>`SELECT count(*)::int AS n ${matching}`,
  ])
  const rows = new Map(
    (
      await findWatchedLibraries(
        db,
        codes.map(({ code }) => code),
      )
    ).map((row) => [row.code, row]),
  )
  return {
    rows: codes.slice(0, limit).flatMap(({ code }) => rows.get(code) ?? []),
    more: codes.length > limit,
    totalCount: count?.n ?? 0,
  }
}

const searched = ['code', 'name', 'sinliId', 'email', 'city', 'province'].map((column) => Prisma.raw(`l."${column}"`))
