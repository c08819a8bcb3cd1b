import type { Database } from '../../database/database.ts'
import { bumpRevision } from '../../database/revision.ts'
import type { Kind } from '../../generated/prisma/enums.ts'

/** What is read with a row that is watched: how it stands. */
export const withHealth = {
  include: { subject: { select: { state: true, stateSince: true, evidence: true } } },
} as const

/** A row that is watched, with how it stands beside its own columns. */
export type WithHealth<Row extends { subject: object }> = Omit<Row, 'subject'> & Row['subject']

/** Makes the rows of a query flat. */
export const flattenHealth = async <Row extends { subject: object }>(
  reading: Promise<Row[]>,
): Promise<WithHealth<Row>[]> => (await reading).map(({ subject, ...row }) => ({ ...row, ...subject }))

/** Makes sure that something is watched, and returns the id of its subject. One that exists keeps its name. */
export async function putSubject(tx: Database, kind: Kind, key: string, name: string): Promise<number> {
  await tx.subject.createMany({ data: [{ kind, key, name }], skipDuplicates: true })
  const { id } = await tx.subject.findUniqueOrThrow({ where: { kind_key: { kind, key } }, select: { id: true } })
  return id
}

/** Gives something that is watched another name, which every view of its incidents shows. */
export async function renameSubject(tx: Database, id: number, name: string): Promise<void> {
  const { count } = await tx.subject.updateMany({ where: { id, name: { not: name } }, data: { name } })
  if (count > 0) await bumpRevision(tx, ['panel', 'inventory'])
}
