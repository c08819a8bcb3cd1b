import type { Database } from '../database/database.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Endpoint } from './inventory.ts'
import { requestPattern } from './read-route.ts'
import { storedPattern } from './reported/endpoint-rows.ts'
import { splitEndpointId } from './route-catalog.ts'

/** Finds endpoints by id, including retired ones, in no particular order. */
export async function findEndpoints(db: Database, ids: readonly string[]): Promise<Endpoint[]> {
  const rows = await db.endpoint.findMany({ where: { id: { in: [...ids] } }, include: { area: true, subject: true } })
  return rows.map(({ subject, ...row }) => ({
    ...row,
    kind: 'ENDPOINTS',
    name: subject.name,
    state: subject.state,
    stateSince: subject.stateSince.toISOString(),
    evidence: subject.evidence,
    owner: subject.owner,
    runbookUrl: subject.runbookUrl,
    retiredAt: subject.retiredAt,
  }))
}

/** The id of the endpoint in use that matches an id except for names of parameters; the id itself if none matches. */
export const idInUse = (id: string): Prisma.Sql =>
  Prisma.sql`coalesce((SELECT e."id" ${inUse} AND ${storedPattern} = ${patternOf(id)} LIMIT 1), ${id})`

/** The ids of the endpoints in use that match these ids except for names of parameters. Ids without one are omitted. */
export async function findIdsInUse(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.$queryRaw<{ id: string; pattern: string }[]>`
    SELECT e."id", ${storedPattern} AS "pattern" ${inUse} AND ${storedPattern} = ANY(${ids.map(patternOf)}::text[])`
  const found = new Map(rows.map(({ id, pattern }) => [pattern, id]))
  return new Map(
    ids.flatMap((id) => {
      const idOfPattern = found.get(patternOf(id))
      return idOfPattern === undefined ? [] : [[id, idOfPattern]]
    }),
  )
}

const patternOf = (id: string) => requestPattern(splitEndpointId(id))

const inUse = Prisma.sql`
  FROM "Endpoint" e JOIN "Subject" own ON own."id" = e."subjectId" WHERE own."retiredAt" IS NULL`
