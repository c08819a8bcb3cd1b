import type { Actor } from '../../audit/actor.ts'
import { commit } from '../../audit/commit.ts'
import type { Database, RootDatabase } from '../../database/database.ts'
import { DomainError, invalidField } from '../../lib/errors.ts'
import {
  auditObject,
  resolveKey,
  resolveKeys,
  toSubjectRecord,
  type SubjectKey,
  type SubjectRecord,
} from '../subjects/subject-records.ts'
import { findCircle, toGraph, type DependencyGraph, type DependencyIds } from './dependency-graph.ts'
import { distinctSubjects, findSubjectIds } from './subject-matcher.ts'

/** A subject and those that it depends on. */
export type Dependencies = { subject: SubjectKey; upstream: readonly SubjectKey[] }

/** Maximum number of subjects that a subject depends on. */
export const maxUpstream = 20

/**
 * Replaces the subjects that a subject depends on.
 * @throws DomainError NOT_FOUND; INVALID_INPUT for an unknown subject, the subject itself, a subject that depends on it
 * directly or through others, or too many subjects.
 */
export function setDependencies(
  db: RootDatabase,
  { subject: named, ...input }: Dependencies,
  by: Actor,
  at: Date,
): Promise<SubjectRecord> {
  const { length } = distinctSubjects(input.upstream)
  if (length > maxUpstream)
    throw invalidField('upstream', { code: 'UPSTREAM_TOO_MANY', parameters: { max: maxUpstream, count: length } })
  return commit(db, async (tx) => {
    // One change at a time, so that several at once cannot make subjects depend on each other.
    await tx.$executeRaw`LOCK TABLE "Dependency" IN SHARE ROW EXCLUSIVE MODE`
    const subject = await resolveKey(tx, named)
    const upstream = distinctSubjects(await resolveKeys(tx, input.upstream))
    const row = await tx.subject.findUnique({ where: { kind_key: { kind: subject.kind, key: subject.id } } })
    if (!row) throw new DomainError('NOT_FOUND', { code: 'NO_SUBJECT', parameters: { kind: named.kind, id: named.id } })
    const upstreamIds = await findSubjectIds(tx, upstream, 'upstream')
    await rejectCircles(tx, row.id, upstreamIds)
    const before = (await listUpstream(tx, [row.id])).map(({ kind, key }) => auditObject({ kind, id: key }))
    const after = upstream.map(auditObject)
    const result = toSubjectRecord(row)
    if (isSameSet(before, after)) return { result }
    await tx.dependency.deleteMany({ where: { downstreamId: row.id } })
    await tx.dependency.createMany({ data: upstreamIds.map((upstreamId) => ({ upstreamId, downstreamId: row.id })) })
    const sides = { before: { upstream: before }, after: { upstream: after } }
    return {
      result,
      views: ['panel', 'inventory'],
      changed: [row.id, ...upstreamIds],
      audit: [{ by, at, action: 'subject.dependencies', object: auditObject(subject), ...sides }],
    }
  })
}

/**
 * All dependencies: those that operators set, and the dependency of all watched services on the reception of telemetry.
 */
export async function readDependencyGraph(db: Database): Promise<DependencyGraph> {
  const set = await db.dependency.findMany({ orderBy: [{ downstreamId: 'asc' }, { upstreamId: 'asc' }] })
  const ofServices = await db.$queryRaw<DependencyIds[]>`
    SELECT j."telemetrySubjectId" AS "upstreamId", v."subjectId" AS "downstreamId" FROM "Judgement" j, "Service" v
    WHERE j."telemetrySubjectId" IS NOT NULL AND v."subjectId" IS NOT NULL AND v."intervalSeconds" IS NOT NULL`
  return toGraph([...set, ...ofServices])
}

/**
 * Refuses a change that makes a subject depend on itself. Circles stored by earlier versions do not prevent other
 * changes.
 */
async function rejectCircles(tx: Database, id: number, upstreamIds: readonly number[]): Promise<void> {
  if (upstreamIds.includes(id)) throw invalidField('upstream', { code: 'UPSTREAM_IS_ITSELF', parameters: {} })
  const graph = await readDependencyGraph(tx)
  const before = new Set(graph.upstreamOf(id))
  const added = upstreamIds.filter((upstreamId) => !before.has(upstreamId))
  const circle = findCircle(graph, id, added)
  if (circle) throw circleError(await namesOf(tx, circle.slice(0, maxNamed)), circle.length)
}

/** Maximum number of subjects of a circle that its refusal names. */
const maxNamed = 10

async function namesOf(tx: Database, ids: readonly number[]): Promise<string[]> {
  const rows = await tx.subject.findMany({ where: { id: { in: [...ids] } }, select: { id: true, name: true } })
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return ids.map((id) => names.get(id) ?? '')
}

/** The error for a circle of `length` subjects; `names` are the first of them. */
function circleError(names: readonly string[], length: number): DomainError {
  const circle = length > names.length ? [...names, '…'] : [...names]
  const sentence = { code: 'UPSTREAM_CIRCULAR', parameters: { circle } } as const
  return new DomainError('INVALID_INPUT', sentence, null, { field: 'upstream', circle })
}

const isSameSet = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((value) => other.includes(value))

/** A subject, with the id of a subject that depends on it. */
export type UpstreamSubject = SubjectRecord & { downstreamId: number }

/** A subject, with the id of a subject that it depends on. */
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
