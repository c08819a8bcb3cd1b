import type { Database } from '../database/database.ts'
import type { Prisma, State } from '../generated/prisma/client.ts'
import { fold, literally } from '../text.ts'
import { areas } from './areas.ts'

const withSubject = { include: { subject: true, area: true } } as const
const inOrder = [
  { position: 'asc' },
  { path: 'asc' },
  { method: 'asc' },
] as const satisfies Prisma.EndpointOrderByWithRelationInput[]
const notRetired = { subject: { retiredAt: null } } as const

/** An endpoint with its area and what is known of its health. */
export type Endpoint = Prisma.EndpointGetPayload<typeof withSubject>

/** Which endpoints to list; what is absent does not filter. */
export type EndpointFilter = {
  areaId?: string | null
  withoutArea?: boolean | null
  state?: State | null
  method?: string | null
  critical?: boolean | null
  search?: string | null
}

/** Those of the endpoints that exist and are not retired, in no particular order. */
export const findEndpoints = (db: Database, ids: readonly string[]): Promise<Endpoint[]> =>
  db.endpoint.findMany({ where: { id: { in: [...ids] }, ...notRetired }, ...withSubject })

/** The endpoints of these areas, in the inventory's order: the source document's, later ones by path. */
export const listEndpointsInAreas = (db: Database, areaIds: readonly string[]): Promise<Endpoint[]> =>
  db.endpoint.findMany({
    where: { areaId: { in: [...areaIds] }, ...notRetired },
    orderBy: [...inOrder],
    ...withSubject,
  })

/** All critical endpoints, in the inventory's order. */
export const listCriticalEndpoints = (db: Database): Promise<Endpoint[]> =>
  db.endpoint.findMany({ where: { critical: true, ...notRetired }, orderBy: [...inOrder], ...withSubject })

/** How many endpoints there are, and how many of them are critical. */
export async function countEndpoints(db: Database): Promise<{ total: number; critical: number }> {
  const counts = await db.endpoint.groupBy({ by: ['critical'], where: notRetired, _count: { _all: true } })
  const countOf = (critical: boolean) => counts.find((row) => row.critical === critical)?._count._all ?? 0
  return { total: countOf(true) + countOf(false), critical: countOf(true) }
}

/** A page of the endpoints that match, in the inventory's order, and how many match in all. `after` is the id of the last one seen. */
export async function pageOfEndpoints(db: Database, filter: EndpointFilter, limit: number, after: string | null) {
  const where = matching(filter)
  const [rows, totalCount] = await Promise.all([
    db.endpoint.findMany({
      where,
      orderBy: [...inOrder],
      take: limit + 1,
      ...(after && { cursor: { id: after }, skip: 1 }),
      ...withSubject,
    }),
    db.endpoint.count({ where }),
  ])
  return { rows: rows.slice(0, limit), more: rows.length > limit, totalCount }
}

function matching({ areaId, withoutArea, state, method, critical, search }: EndpointFilter): Prisma.EndpointWhereInput {
  return {
    subject: { retiredAt: null, ...(state && { state }) },
    AND: [
      areaId ? { areaId } : {},
      inSomeArea(withoutArea),
      method ? { method } : {},
      critical == null ? {} : { critical },
      search?.trim() ? containing(search.trim()) : {},
    ],
  }
}

const inSomeArea = (without: boolean | null | undefined) =>
  without == null ? {} : { areaId: without ? null : { not: null } }

// Paths have no accents; the names of the areas do, and there are few enough to be looked through here.
function containing(search: string): Prisma.EndpointWhereInput {
  const named = Object.entries(areas).filter(([, name]) => fold(name).includes(fold(search)))
  return {
    OR: [{ path: { contains: literally(search), mode: 'insensitive' } }, { areaId: { in: named.map(([id]) => id) } }],
  }
}
