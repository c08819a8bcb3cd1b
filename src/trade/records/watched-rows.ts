import type { Database } from '../../database/database.ts'
import { bumpRevision } from '../../database/revision.ts'
import type { Kind } from '../../generated/prisma/enums.ts'

/** Includes the health of a monitored row in a query. */
export const withHealth = {
  include: { subject: { select: { state: true, stateSince: true, evidence: true } } },
} as const

/** A monitored row with its health columns beside its own. */
export type WithHealth<Row extends { subject: object }> = Omit<Row, 'subject'> & Row['subject']

/** Merges the included `subject` of each row into the row. */
export const flattenHealth = async <Row extends { subject: object }>(
  reading: Promise<Row[]>,
): Promise<WithHealth<Row>[]> => (await reading).map(({ subject, ...row }) => ({ ...row, ...subject }))

/** Ensures that a subject exists and returns its id. An existing one keeps its name. */
export async function putSubject(tx: Database, kind: Kind, key: string, name: string): Promise<number> {
  await tx.subject.createMany({ data: [{ kind, key, name }], skipDuplicates: true })
  const { id } = await tx.subject.findUniqueOrThrow({ where: { kind_key: { kind, key } }, select: { id: true } })
  return id
}

/** Renames a subject; every view of its incidents shows the name. */
export async function renameSubject(tx: Database, id: number, name: string): Promise<void> {
  const { count } = await tx.subject.updateMany({ where: { id, name: { not: name } }, data: { name } })
  if (count > 0) await bumpRevision(tx, ['panel', 'inventory'])
}
