import type { Database } from '../../database/database.ts'
import { keysetPage, type PlacedRow, type SortKey } from '../../database/keyset.ts'
import { Prisma, type Kind, type State, type Subject } from '../../generated/prisma/client.ts'
import { findIdsInUse } from '../../inventory/endpoint-queries.ts'
import { kinds } from '../../lib/kinds.ts'
import { writePlace, type Order } from '../../lib/ordering.ts'
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

const rankOfKind = Prisma.sql`array_position(enum_range(NULL::"Kind"), "kind")`

/** Identifies a subject as one text, in the order of kinds and keys. */
const placeId = Prisma.sql`${rankOfKind} || ':' || "key"`

const sortKeys = {
  KIND: { value: rankOfKind, type: 'integer' },
  NAME: { value: Prisma.sql`"folded"("name")`, type: 'text' },
  STATE_SINCE: { value: Prisma.sql`"stateSince"`, type: 'moment' },
} satisfies Record<string, SortKey>

/** An order of subjects; subjects that are equal in `field` are ordered by kind and key. */
export type SubjectOrder = Order<keyof typeof sortKeys>

const shownColumns = Prisma.raw(
  '"id" AS "subjectId", "kind", "key", "name", "critical", "state", "stateSince", "evidence", "owner", "runbookUrl", "retiredAt"',
)

/**
 * The stored keys of the subjects that clients name. An endpoint is found whatever the names of its path parameters;
 * endpoints in use take precedence over retired ones.
 */
export async function resolveKeys(db: Database, keys: readonly SubjectKey[]): Promise<SubjectKey[]> {
  const endpoints = keys.filter(({ kind }) => kinds[kind].isRoute)
  const ids = await findIdsInUse(
    db,
    endpoints.map(({ id }) => id),
  )
  const inUse = new Map(endpoints.map((key) => [key, ids.get(key.id)]))
  return keys.map((key) => ({ ...key, id: inUse.get(key) ?? key.id }))
}

/** The stored key of one subject, as in `resolveKeys`. */
export async function resolveKey(db: Database, key: SubjectKey): Promise<SubjectKey> {
  const [resolved = key] = await resolveKeys(db, [key])
  return resolved
}

/** Finds a subject, retired or not; null if there is none. */
export async function findSubject(db: Database, key: SubjectKey): Promise<SubjectRecord | null> {
  const { kind, id } = await resolveKey(db, key)
  const subject = await db.subject.findUnique({ where: { kind_key: { kind, key: id } } })
  return subject && toSubjectRecord(subject)
}

/** The subjects with these keys that exist, also the retired ones, in no particular order. */
export async function findSubjectRecords(db: Database, keys: readonly SubjectKey[]): Promise<SubjectRecord[]> {
  const rows = await db.subject.findMany({ where: { OR: keys.map(({ kind, id }) => ({ kind, key: id })) } })
  return rows.map(toSubjectRecord)
}

/** The object of an audit entry about a subject. */
export const auditObject = ({ kind, id }: SubjectKey): string => `${kinds[kind].noun}:${id}`

export const toSubjectRecord = ({ id, ...subject }: Subject): SubjectRecord => ({ ...subject, subjectId: id })

/**
 * The subjects that match, without retired ones, at most `limit`, with their places. `after` is the place of the last
 * one seen.
 * @throws DomainError INVALID_INPUT for a place in another order.
 */
export async function listSubjectRecords(
  db: Database,
  { filter, order }: { filter: SubjectFilter; order: SubjectOrder },
  limit: number,
  after: string | null,
) {
  const page = keysetPage(sortKeys[order.field], { id: placeId, direction: order.direction, after })
  const found = await db.$queryRaw<(SubjectRecord & PlacedRow)[]>`
    SELECT ${page.place}, ${shownColumns} ${matching(filter)} AND ${page.following}
    ORDER BY ${page.orderBy} LIMIT ${limit + 1}`
  const rows = found.slice(0, limit).map(({ id, sortValue, ...record }) => ({
    record,
    place: writePlace({ id, value: sortValue }),
  }))
  return { rows, more: found.length > limit }
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
