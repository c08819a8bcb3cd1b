import type { ChangePart } from '../../../audit/commit.ts'
import { assignmentsOf, definitionsOf, namesOf, type Columns } from '../../../database/columns.ts'
import type { Database } from '../../../database/database.ts'
import { isUniqueConflict } from '../../../database/unique-conflict.ts'
import { DomainError } from '../../../lib/errors.ts'
import { sinliIdTaken, type LibraryRecord } from '../libraries.ts'
import type { PlatformDetails } from '../watched-rows.ts'
import { created, ignored, refused, updated, type BatchOutcome, type StoredBatch } from './batch-outcome.ts'

/** A library as stored, or as a record of the batch describes it. Stored libraries are read without their details. */
type BatchLibrary = LibraryRecord & PlatformDetails & { retiredAt: Date | null; isDescribed: boolean }

/** Libraries by code, as they are after the records applied so far. */
type Libraries = Map<string, BatchLibrary>

/**
 * Stores libraries in order at `at`, each as `upsertLibrary` does. Returns an outcome for each; a refused record does
 * not affect the others.
 * @throws DomainError CONFLICT if another request concurrently assigns one of the SINLI ids; then nothing is stored.
 */
export async function putLibraries(
  tx: Database,
  records: readonly (LibraryRecord & PlatformDetails)[],
  at: Date,
): Promise<StoredBatch> {
  const stored = await lockLibraries(tx, records)
  const latest: Libraries = new Map(stored)
  const result = records.map((record) => applyLibrary(latest, record))
  const changed = [...latest.values()].filter((library) => stored.get(library.code) !== library)
  if (changed.length === 0) return { result }
  const part = await writeLibraries(tx, changed, { stored, at }).catch((error: unknown) => {
    throw isUniqueConflict(error) ? changedMeanwhile() : error
  })
  return { ...part, result }
}

const changedMeanwhile = () => new DomainError('CONFLICT', { code: 'LIBRARIES_CHANGED', parameters: {} }, 1)

function applyLibrary(latest: Libraries, record: LibraryRecord & PlatformDetails): BatchOutcome {
  const before = latest.get(record.code)
  if (before && before.updatedAt > record.updatedAt) return ignored
  const holder = findHolder(latest, record)
  if (holder?.retiredAt === null) return refused(sinliIdTaken(record))
  // A retired library gives up its SINLI id to another one that claims it.
  if (holder) latest.set(holder.code, { ...holder, sinliId: null })
  latest.set(record.code, { ...record, ...detailsAfter(before, record), isDescribed: true })
  return before ? updated : created
}

/** The details of a library after a record. Details that the record lacks are kept, and so is a later retirement. */
function detailsAfter(before: BatchLibrary | undefined, record: LibraryRecord & PlatformDetails) {
  if (!before) return { retiredAt: null }
  const { owner = before.owner, runbookUrl = before.runbookUrl, updatedAt } = record
  const { retiredAt } = before
  return { owner, runbookUrl, retiredAt: retiredAt !== null && retiredAt > updatedAt ? retiredAt : null }
}

/** Another library that has the SINLI id of a record. */
function findHolder(latest: Libraries, { code, sinliId }: LibraryRecord): BatchLibrary | undefined {
  if (sinliId === null) return undefined
  for (const library of latest.values()) if (library.sinliId === sinliId && library.code !== code) return library
  return undefined
}

const columns = {
  code: 'text',
  name: 'text',
  sinliId: 'text',
  email: 'text',
  city: 'text',
  province: 'text',
  updatedAt: 'timestamp(3)',
} as const satisfies Columns & Record<keyof LibraryRecord, unknown>

/** Reads the libraries that the records describe and the present holders of their SINLI ids, and locks the rows. */
async function lockLibraries(
  tx: Database,
  records: readonly LibraryRecord[],
): Promise<ReadonlyMap<string, BatchLibrary>> {
  const codes = records.map(({ code }) => code)
  const sinliIds = records.flatMap(({ sinliId }) => sinliId ?? [])
  // Locked in a fixed order, so that two batches cannot deadlock.
  await tx.$queryRaw`
    SELECT 1 FROM "Library" WHERE "code" = ANY(${codes}::text[]) OR "sinliId" = ANY(${sinliIds}::text[])
    ORDER BY "code" FOR NO KEY UPDATE`
  const rows = await tx.library.findMany({
    where: { OR: [{ code: { in: codes } }, { sinliId: { in: sinliIds } }] },
    include: { subject: { select: { retiredAt: true } } },
  })
  return new Map(rows.map(({ subject, ...row }) => [row.code, { ...row, ...subject, isDescribed: false }]))
}

async function writeLibraries(
  tx: Database,
  changed: readonly BatchLibrary[],
  { stored, at }: { stored: ReadonlyMap<string, BatchLibrary>; at: Date },
): Promise<ChangePart> {
  const given = changed.filter(({ code, sinliId }) => stored.get(code)?.sinliId !== sinliId).map(({ code }) => code)
  // Ids are cleared before they are assigned, so that two libraries of a batch can swap their ids.
  await tx.library.updateMany({ where: { code: { in: given } }, data: { sinliId: null } })
  const rows = JSON.stringify(changed)
  await tx.$executeRaw`
    INSERT INTO "Subject" ("kind", "key", "name", "stateSince")
    SELECT 'LIBRERIAS', v."code", v."name", ${at}::timestamp(3) FROM jsonb_to_recordset(${rows}::jsonb) AS v("code" text, "name" text)
    ORDER BY v."code" ON CONFLICT ("kind", "key") DO NOTHING`
  await tx.$executeRaw`
    INSERT INTO "Library" (${namesOf(columns)}, "subjectId")
    SELECT ${namesOf(columns, 'v')}, s."id" FROM jsonb_to_recordset(${rows}::jsonb) AS v(${definitionsOf(columns)})
      JOIN "Subject" s ON s."kind" = 'LIBRERIAS' AND s."key" = v."code"
    ORDER BY v."code"
    ON CONFLICT ("code") DO UPDATE SET ${assignmentsOf(columns, 'excluded')} WHERE "Library"."updatedAt" <= excluded."updatedAt"`
  await tx.onboarding.createMany({
    data: changed.flatMap(({ code, updatedAt }) => (stored.has(code) ? [] : { libraryCode: code, since: updatedAt })),
    skipDuplicates: true,
  })
  return describeSubjects(
    tx,
    changed.filter(({ isDescribed }) => isDescribed),
  )
}

/** Stores the names and details of subjects. Subjects that were retired before their record's time return. */
async function describeSubjects(tx: Database, libraries: readonly BatchLibrary[]): Promise<ChangePart> {
  const rows = libraries.map(({ owner, runbookUrl, ...library }) => ({
    ...library,
    owner,
    runbookUrl,
    hasOwner: owner !== undefined,
    hasRunbook: runbookUrl !== undefined,
  }))
  const described = await tx.$queryRaw<{ id: number }[]>`
    WITH given AS (
      SELECT s."id", v."name", CASE WHEN v."hasOwner" THEN v."owner" ELSE s."owner" END AS "owner",
        CASE WHEN v."hasRunbook" THEN v."runbookUrl" ELSE s."runbookUrl" END AS "runbookUrl",
        CASE WHEN s."retiredAt" > v."updatedAt" THEN s."retiredAt" END AS "retiredAt"
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS v("code" text, "name" text, "owner" text,
        "runbookUrl" text, "hasOwner" boolean, "hasRunbook" boolean, "updatedAt" timestamp(3))
      JOIN "Subject" s ON s."kind" = 'LIBRERIAS' AND s."key" = v."code"
      ORDER BY s."id" FOR NO KEY UPDATE OF s
    )
    UPDATE "Subject" s
    SET "name" = t."name", "owner" = t."owner", "runbookUrl" = t."runbookUrl", "retiredAt" = t."retiredAt"
    FROM given t
    WHERE s."id" = t."id" AND (s."name", s."owner", s."runbookUrl", s."retiredAt")
      IS DISTINCT FROM (t."name", t."owner", t."runbookUrl", t."retiredAt")
    RETURNING s."id"`
  return described.length === 0 ? {} : { views: ['panel', 'inventory'], changed: described.map(({ id }) => id) }
}
