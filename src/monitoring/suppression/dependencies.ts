import { auditActor, type Actor } from '../../audit/actor.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import { bumpRevision } from '../../database/revision.ts'
import { DomainError, invalidField } from '../../lib/errors.ts'
import { auditObject, toSubjectRecord, type SubjectKey, type SubjectRecord } from '../subjects/subject-records.ts'
import type { DependencyIds } from './upstream-first.ts'
import { distinctSubjects, findSubjectIds } from './subject-matcher.ts'

/** A subject and those that it depends on. */
export type Dependencies = { subject: SubjectKey; upstream: readonly SubjectKey[] }

const maxUpstream = 20

/**
 * Sets the subjects that a subject depends on, in place of those before.
 * @throws DomainError NOT_FOUND; INVALID_INPUT for an unknown subject, the subject itself, one that depends on it, or too
 *   many.
 */
export function setDependencies(
  db: RootDatabase,
  { subject, ...input }: Dependencies,
  by: Actor,
  at: Date,
): Promise<SubjectRecord> {
  const upstream = distinctSubjects(input.upstream)
  if (upstream.length > maxUpstream)
    throw invalidField('upstream', `A subject depends on at most ${maxUpstream}; these are ${upstream.length}.`)
  return inTransaction(db, async (tx) => {
    // One change at a time, so that two at once cannot make two subjects depend on each other.
    await tx.$executeRaw`LOCK TABLE "Dependency" IN SHARE ROW EXCLUSIVE MODE`
    const row = await tx.subject.findUnique({ where: { kind_key: { kind: subject.kind, key: subject.id } } })
    if (!row) throw new DomainError('NOT_FOUND', `There is no subject ${subject.kind} ${subject.id}.`)
    const upstreamIds = await findSubjectIds(tx, upstream, 'upstream')
    await rejectCycles(tx, row.id, upstreamIds)
    const before = (await listUpstream(tx, [row.id])).map(({ kind, key }) => auditObject({ kind, id: key }))
    const after = upstream.map(auditObject)
    if (isSameSet(before, after)) return toSubjectRecord(row)
    await tx.dependency.deleteMany({ where: { downstreamId: row.id } })
    await tx.dependency.createMany({ data: upstreamIds.map((upstreamId) => ({ upstreamId, downstreamId: row.id })) })
    await bumpRevision(tx, ['panel', 'inventory'], [row.id, ...upstreamIds])
    await writeAudit(tx, {
      ...auditActor(by),
      at,
      action: 'subject.dependencies',
      object: auditObject(subject),
      before: { upstream: before },
      after: { upstream: after },
    })
    return toSubjectRecord(row)
  })
}

/** All dependencies, by the row ids of the subjects. */
export const listDependencies = (db: Database): Promise<DependencyIds[]> =>
  db.dependency.findMany({ orderBy: [{ downstreamId: 'asc' }, { upstreamId: 'asc' }] })

async function rejectCycles(tx: Database, id: number, upstreamIds: readonly number[]): Promise<void> {
  if (upstreamIds.includes(id)) throw invalidField('upstream', 'A subject cannot depend on itself.')
  const [reversed] = await tx.dependency.findMany({
    where: { upstreamId: id, downstreamId: { in: [...upstreamIds] } },
    include: { downstream: true },
  })
  if (reversed) throw invalidField('upstream', `${reversed.downstream.name} depends on this subject already.`)
}

const isSameSet = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((value) => other.includes(value))

/** A subject, and the id of one that depends on it. */
export type UpstreamSubject = SubjectRecord & { downstreamId: number }

/** A subject, and the id of one that it depends on. */
export type DownstreamSubject = SubjectRecord & { upstreamId: number }

/** The subjects that each of these depends on, by name. */
export async function listUpstream(db: Database, subjectIds: readonly number[]): Promise<UpstreamSubject[]> {
  const rows = await db.dependency.findMany({
    where: { downstreamId: { in: [...subjectIds] } },
    include: { upstream: true },
    orderBy: [{ upstream: { name: 'asc' } }, { upstreamId: 'asc' }],
  })
  return rows.map(({ upstream, downstreamId }) => ({ ...toSubjectRecord(upstream), downstreamId }))
}

/** The subjects that depend on each of these, by name. */
export async function listDownstream(db: Database, subjectIds: readonly number[]): Promise<DownstreamSubject[]> {
  const rows = await db.dependency.findMany({
    where: { upstreamId: { in: [...subjectIds] } },
    include: { downstream: true },
    orderBy: [{ downstream: { name: 'asc' } }, { downstreamId: 'asc' }],
  })
  return rows.map(({ downstream, upstreamId }) => ({ ...toSubjectRecord(downstream), upstreamId }))
}
