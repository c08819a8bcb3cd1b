import type { ChangePart } from '../../audit/commit.ts'
import type { Database } from '../../database/database.ts'
import type { Kind } from '../../generated/prisma/enums.ts'

/** Includes the health of a monitored row in a query. */
export const withHealth = {
  include: {
    subject: {
      select: {
        kind: true,
        key: true,
        critical: true,
        state: true,
        stateSince: true,
        evidence: true,
        owner: true,
        runbookUrl: true,
        retiredAt: true,
      },
    },
  },
} as const

/** A monitored row with its health columns beside its own. */
export type WithHealth<Row extends { subject: object }> = Omit<Row, 'subject'> & Row['subject']

/** Merges the included `subject` of each row into the row. */
export const flattenHealth = async <Row extends { subject: object }>(
  rows: Promise<Row[]>,
): Promise<WithHealth<Row>[]> => (await rows).map(({ subject, ...row }) => ({ ...row, ...subject }))

/** Ensures that a subject exists and returns its id. Only a new subject gets the name, and `at` as its `stateSince`. */
export async function putSubject(
  tx: Database,
  { kind, key, name }: { kind: Kind; key: string; name: string },
  at: Date,
): Promise<number> {
  await tx.subject.createMany({ data: [{ kind, key, name, stateSince: at }], skipDuplicates: true })
  const { id } = await tx.subject.findUniqueOrThrow({ where: { kind_key: { kind, key } }, select: { id: true } })
  return id
}

/** Details of a subject that the platform may send; absent ones stay as they are. */
export type PlatformDetails = { owner?: string | null | undefined; runbookUrl?: string | null | undefined }

/** Stores the name and the details of a subject; every view of its incidents shows them. */
export async function describeSubject(
  tx: Database,
  id: number,
  { name, owner, runbookUrl }: { name: string } & PlatformDetails,
): Promise<ChangePart> {
  const details = { ...(owner !== undefined && { owner }), ...(runbookUrl !== undefined && { runbookUrl }) }
  const { count } = await tx.subject.updateMany({
    where: { id, OR: [{ name: { not: name } }, ...Object.entries(details).map(isDifferent)] },
    data: { name, ...details },
  })
  return count > 0 ? { views: ['panel', 'inventory'], changed: [id] } : {}
}

// In SQL, comparing with NULL never yields "different".
const isDifferent = ([column, value]: [string, string | null]) =>
  value === null ? { [column]: { not: null } } : { OR: [{ [column]: null }, { [column]: { not: value } }] }

/** Brings a retired subject back; with `asOf`, only if it was retired at that time or before. */
export async function restoreSubject(tx: Database, id: number, asOf?: Date): Promise<ChangePart> {
  const retiredAt = asOf ? { lte: asOf } : { not: null }
  const { count } = await tx.subject.updateMany({ where: { id, retiredAt }, data: { retiredAt: null } })
  return count > 0 ? { views: ['panel', 'inventory'], changed: [id] } : {}
}
