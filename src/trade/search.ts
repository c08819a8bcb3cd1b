import type { Database } from '../database/database.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { containing } from './matching.ts'

/** Something found: where it is, what it is called, and what tells it from its likes. */
export type Hit = { id: string; title: string; detail: string | null }

/** What was found of one sort, the best known first; `more` where not all is told. */
export type HitGroup = {
  group: 'libraries' | 'customers' | 'endpoints' | 'incidents' | 'messages'
  hits: Hit[]
  more: boolean
}

/** Searches everything an operator may look for. Accents and case do not matter; at most `limit` hits of each sort. */
export async function search(db: Database, q: string, limit: number): Promise<HitGroup[]> {
  const read = (query: Prisma.Sql) => db.$queryRaw<Hit[]>`${query} LIMIT ${limit + 1}`
  return Promise.all(
    queries(q).map(async ([group, query]) => {
      const hits = await read(query)
      return { group, hits: hits.slice(0, limit), more: hits.length > limit }
    }),
  )
}

const queries = (q: string): [HitGroup['group'], Prisma.Sql][] => [
  ['libraries', libraries(q)],
  ['customers', customers(q)],
  ['endpoints', endpoints(q)],
  ['incidents', incidents(q)],
  ['messages', messages(q)],
]

const libraries = (q: string) => Prisma.sql`
  SELECT "code" AS "id", "name" AS "title", concat_ws(', ', "city", "province") AS "detail" FROM "Library"
  WHERE ${containing(columns('code', 'name', 'sinliId', 'email', 'city', 'province'), q)} ORDER BY "name", "code"`

const customers = (q: string) => Prisma.sql`
  SELECT "id", "name" AS "title", "email" AS "detail" FROM "Customer"
  WHERE ${containing(columns('id', 'name', 'email'), q)} ORDER BY "name", "id"`

const endpoints = (q: string) => Prisma.sql`
  SELECT e."id", e."id" AS "title", a."name" AS "detail"
  FROM "Endpoint" e JOIN "Subject" s ON s."id" = e."subjectId" LEFT JOIN "Area" a ON a."id" = e."areaId"
  WHERE s."retiredAt" IS NULL AND ${containing([Prisma.sql`e."id"`, Prisma.sql`coalesce(a."name", '')`], q)} ORDER BY e."position", e."id"`

const incidents = (q: string) => Prisma.sql`
  SELECT i."id", s."name" AS "title", i."status"::text AS "detail" FROM "Incident" i JOIN "Subject" s ON s."id" = i."subjectId"
  WHERE ${containing([Prisma.sql`i."id"`, Prisma.sql`s."key"`, Prisma.sql`s."name"`], q)} ORDER BY i."openedAt" DESC, i."id"`

const messages = (q: string) => Prisma.sql`
  SELECT "id", concat_ws(' ', coalesce("document", 'SINLI'), "sender") AS "title", "status" AS "detail" FROM "InboundMessage"
  WHERE ${containing(columns('id', 'code', 'sender', 'document'), q)} ORDER BY "receivedAt" DESC, "id"`

const columns = (...names: string[]) => names.map((name) => Prisma.raw(`"${name}"`))
