import { commit, joinParts } from '../../audit/commit.ts'
import type { Database, RootDatabase } from '../../database/database.ts'
import { DomainError } from '../../lib/errors.ts'
import type { Sentence } from '../../messages/sentences.ts'
import { isUniqueConflict } from '../../database/unique-conflict.ts'
import { type Prisma } from '../../generated/prisma/client.ts'
import { findLibraries, type Library } from './library-queries.ts'
import { describeSubject, putSubject, restoreSubject, type PlatformDetails } from './watched-rows.ts'

/** A complete bookshop record as sent by the platform, as of `updatedAt`. */
export type LibraryRecord = Omit<Prisma.LibraryGetPayload<object>, 'subjectId'>

/**
 * Stores a library sent by the platform at `at`, unless a newer record is stored already; returns the stored one. A retired
 * library returns only if the record is newer than its retirement, so that a repeated sync restores nothing.
 * @throws DomainError CONFLICT when another library has the SINLI id.
 */
export function upsertLibrary(
  db: RootDatabase,
  { owner, runbookUrl, ...record }: LibraryRecord & PlatformDetails,
  at: Date,
): Promise<{ library: Library; created: boolean }> {
  return commit(db, async (tx) => {
    if (await isOutdated(tx, record)) return { result: { library: await requireLibrary(tx, record), created: false } }
    await freeSinliId(tx, record)
    await assertSinliIdIsFree(tx, record)
    const subjectId = await putSubject(tx, { kind: 'LIBRERIAS', key: record.code, name: record.name }, at)
    const { count: added } = await tx.library.createMany({ data: [{ ...record, subjectId }], skipDuplicates: true })
    if (added > 0) await tx.onboarding.create({ data: { libraryCode: record.code, since: record.updatedAt } })
    const { count: changed } = await tx.library.updateMany({
      where: { code: record.code, updatedAt: { lte: record.updatedAt } },
      data: record,
    })
    const part = joinParts(
      changed > 0 && (await describeSubject(tx, subjectId, { name: record.name, owner, runbookUrl })),
      changed > 0 && (await restoreSubject(tx, subjectId, record.updatedAt)),
    )
    return { ...part, result: { library: await requireLibrary(tx, record), created: added > 0 } }
  }).catch((error: unknown) => {
    throw isUniqueConflict(error) ? sinliIdConflict(record) : error
  })
}

/** Whether a newer record of the library is stored. Locks the library's row until the transaction ends. */
async function isOutdated(tx: Database, { code, updatedAt }: LibraryRecord): Promise<boolean> {
  const [stored] = await tx.$queryRaw<{ isNewer: boolean }[]>`
    SELECT "updatedAt" > ${updatedAt}::timestamp(3) AS "isNewer" FROM "Library" WHERE "code" = ${code} FOR NO KEY UPDATE`
  return stored?.isNewer ?? false
}

async function requireLibrary(tx: Database, record: LibraryRecord): Promise<Library> {
  const [library] = await findLibraries(tx, [record.code])
  if (!library) throw sinliIdConflict(record)
  return library
}

/** Clears this SINLI id on retired libraries, so that a library with a new code can take over its old id. */
async function freeSinliId(tx: Database, { code, sinliId }: LibraryRecord) {
  if (sinliId === null) return
  await tx.library.updateMany({
    where: { sinliId, code: { not: code }, subject: { retiredAt: { not: null } } },
    data: { sinliId: null },
  })
}

async function assertSinliIdIsFree(tx: Database, record: LibraryRecord) {
  if (record.sinliId === null) return
  const other = await tx.library.findFirst({
    where: { sinliId: record.sinliId, code: { not: record.code } },
    select: { code: true },
  })
  if (other) throw sinliIdConflict(record)
}

/** The refusal of a record whose SINLI id belongs to another library. */
export const sinliIdTaken = ({ sinliId }: Pick<LibraryRecord, 'sinliId'>): Sentence => ({
  code: 'SINLI_ID_OF_OTHER',
  parameters: { sinliId: sinliId ?? '' },
})

const sinliIdConflict = (record: LibraryRecord) => new DomainError('CONFLICT', sinliIdTaken(record))
