import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import { DomainError } from '../../lib/errors.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { State } from '../../generated/prisma/enums.ts'
import { toPage, readCursor, type Page } from '../../lib/pagination.ts'
import { containsText } from '../search/sql-match.ts'
import { putSubject, renameSubject, withHealth } from './watched-rows.ts'

/** A bookshop of the platform with the state of its operations. */
export type Library = {
  code: string
  name: string
  sinliId: string | null
  email: string | null
  city: string | null
  province: string | null
  state: State
  stateSince: Date
  updatedAt: Date
}

/** A complete bookshop record as sent by the platform, as of `updatedAt`. */
export type LibraryRecord = Omit<Library, 'state' | 'stateSince'>

/** Filter for libraries; absent fields do not filter. */
export type LibraryFilter = { q?: string; state?: State }

/**
 * Stores a library sent by the platform, unless a newer record is stored already; returns the stored one.
 * @throws DomainError CONFLICT when another library has the SINLI id.
 */
export function upsertLibrary(
  db: RootDatabase,
  record: LibraryRecord,
): Promise<{ library: Library; created: boolean }> {
  return inTransaction(db, async (tx) => {
    await refuseTakenSinliId(tx, record)
    const subjectId = await putSubject(tx, 'LIBRERIAS', record.code, record.name)
    const { count: added } = await tx.library.createMany({ data: [{ ...record, subjectId }], skipDuplicates: true })
    const { count: changed } = await tx.library.updateMany({
      where: { code: record.code, updatedAt: { lte: record.updatedAt } },
      data: record,
    })
    if (changed > 0) await renameSubject(tx, subjectId, record.name)
    const [library] = await findLibraries(tx, [record.code])
    if (!library) throw takenSinliId(record)
    return { library, created: added > 0 }
  }).catch((error: unknown) => {
    throw isTaken(error) ? takenSinliId(record) : error
  })
}

async function refuseTakenSinliId(tx: Database, record: LibraryRecord) {
  if (record.sinliId === null) return
  const other = await tx.library.findFirst({
    where: { sinliId: record.sinliId, code: { not: record.code } },
    select: { code: true },
  })
  if (other) throw takenSinliId(record)
}

const takenSinliId = ({ sinliId }: LibraryRecord) =>
  new DomainError('CONFLICT', `The SINLI id ${sinliId} belongs to another library.`)

const isTaken = (error: unknown) => error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'

/** A page of the libraries that match, by code. */
export async function listLibraries(
  db: Database,
  { q, state }: LibraryFilter,
  { limit, cursor }: { limit: number; cursor: string | null },
): Promise<Page<Library>> {
  const conditions = [
    cursor === null ? Prisma.empty : Prisma.sql`AND l."code" > ${readCursor(cursor)}`,
    state === undefined ? Prisma.empty : Prisma.sql`AND s."state" = ${state}::"State"`,
    q ? Prisma.sql`AND ${containsText(searched, q)}` : Prisma.empty,
  ]
  const rows = await db.$queryRaw<{ code: string }[]>`
    SELECT l."code" FROM "Library" l JOIN "Subject" s ON s."id" = l."subjectId"
    WHERE true ${Prisma.join(conditions, ' ')} ORDER BY l."code" LIMIT ${limit + 1}`
  const codes = rows.map(({ code }) => code)
  const libraries = new Map((await findLibraries(db, codes)).map((library) => [library.code, library]))
  return toPage(
    codes.flatMap((code) => libraries.get(code) ?? []),
    limit,
    ({ code }) => code,
  )
}

const searched = ['code', 'name', 'sinliId', 'email', 'city', 'province'].map((column) => Prisma.raw(`l."${column}"`))

async function findLibraries(db: Database, codes: readonly string[]): Promise<Library[]> {
  const rows = await db.library.findMany({ where: { code: { in: [...codes] } }, ...withHealth })
  return rows.map(({ subject: { state, stateSince }, code, name, sinliId, email, city, province, updatedAt }) => ({
    code,
    name,
    sinliId,
    email,
    city,
    province,
    state,
    stateSince,
    updatedAt,
  }))
}
