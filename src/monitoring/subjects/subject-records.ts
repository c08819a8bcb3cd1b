import type { Database } from '../../database/database.ts'
import { Prisma, type Kind, type State, type Subject } from '../../generated/prisma/client.ts'
import { containsText, foldedColumns } from '../../trade/search/sql-match.ts'

/** A subject of any kind, as clients see it. */
export type SubjectRecord = Pick<
  Subject,
  'kind' | 'key' | 'name' | 'critical' | 'state' | 'stateSince' | 'evidence' | 'owner' | 'runbookUrl' | 'retiredAt'
> & { subjectId: number }

/** Identifies a subject: `id` is the endpoint's id, the library's code or the integration's key. */
export type SubjectKey = { kind: Kind; id: string }

/** Filter of subjects; absent fields do not filter. */
export type SubjectFilter = {
  kinds?: readonly Kind[] | null
  states?: readonly State[] | null
  critical?: boolean | null
  search?: string | null
}

/** An order of subjects; subjects that are equal in `field` are ordered by kind and key. */
export type SubjectOrder = { field: keyof typeof orderColumns; direction: 'ASC' | 'DESC' }

const orderColumns = {
  KIND: Prisma.sql`"kind", "key"`,
  NAME: Prisma.sql`"folded"("name"), "kind", "key"`,
  STATE_SINCE: Prisma.sql`"stateSince", "kind", "key"`,
}

const shownColumns = Prisma.raw(
  '"id" AS "subjectId", "kind", "key", "name", "critical", "state", "stateSince", "evidence", "owner", "runbookUrl", "retiredAt"',
)

/** Finds a subject, a retired one too; null if there is none. */
export async function findSubject(db: Database, { kind, id }: SubjectKey): Promise<SubjectRecord | null> {
  const subject = await db.subject.findUnique({ where: { kind_key: { kind, key: id } } })
  return subject && toSubjectRecord(subject)
}

/** The subjects with these keys that exist, also the retired ones, in no particular order. */
export async function findSubjectRecords(db: Database, keys: readonly SubjectKey[]): Promise<SubjectRecord[]> {
  const rows = await db.subject.findMany({ where: { OR: keys.map(({ kind, id }) => ({ kind, key: id })) } })
  return rows.map(toSubjectRecord)
}

const auditKinds = { ENDPOINTS: 'endpoint', LIBRERIAS: 'library', INTEGRACIONES: 'integration' } as const

/** The object of an audit entry about a subject. */
export const auditObject = ({ kind, id }: SubjectKey): string => `${auditKinds[kind]}:${id}`

/** The record of a database row. */
export const toSubjectRecord = ({ id, ...subject }: Subject): SubjectRecord => ({ ...subject, subjectId: id })

/** The subjects that match, without retired ones, at most `limit`. `after` is the last one of the page before. */
export async function listSubjectRecords(
  db: Database,
  { filter, order }: { filter: SubjectFilter; order: SubjectOrder },
  limit: number,
  after: SubjectKey | null,
) {
  const columns = orderColumns[order.field]
  const [comparison, direction] = order.direction === 'ASC' ? ['>', 'ASC'] : ['<', 'DESC']
  const place =
    after &&
    Prisma.sql`AND (${columns}) ${Prisma.raw(comparison)} (
      SELECT ${columns} FROM "Subject" WHERE "kind" = ${after.kind}::"Kind" AND "key" = ${after.id})`
  const rows = await db.$queryRaw<SubjectRecord[]>`
    SELECT ${shownColumns} ${matching(filter)} ${place ?? Prisma.empty}
    ORDER BY (${columns}) ${Prisma.raw(direction)} LIMIT ${limit + 1}`
  return { rows: rows.slice(0, limit), more: rows.length > limit }
}

/** The number of subjects that match. */
export async function countSubjectRecords(db: Database, filter: SubjectFilter): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS "count" ${matching(filter)}`
  return row?.count ?? 0
}

const matching = ({ kinds, states, critical, search }: SubjectFilter) => Prisma.sql`
  FROM "Subject" WHERE "retiredAt" IS NULL
  ${kinds ? Prisma.sql`AND "kind" = ANY(${[...kinds]}::"Kind"[])` : Prisma.empty}
  ${states ? Prisma.sql`AND "state" = ANY(${[...states]}::"State"[])` : Prisma.empty}
  ${critical == null ? Prisma.empty : Prisma.sql`AND "critical" = ${critical}`}
  ${search?.trim() ? Prisma.sql`AND ${containsText(searchedText, search)}` : Prisma.empty}`

const searchedText = foldedColumns([Prisma.sql`"key"`, Prisma.sql`"name"`])
