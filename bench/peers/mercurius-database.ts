import fastify from 'fastify'
import { mercurius } from 'mercurius'
import { makeExecutableSchema } from '@graphql-tools/schema'
import DataLoader from 'dataloader'
import { openDatabase } from '../../src/database/open.ts'
import type { RootDatabase } from '../../src/database/database.ts'
import type { Prisma } from '../../src/generated/prisma/client.ts'
import { readInventory } from './inventory.ts'
import { answerFile, tellReady } from './ready.ts'
import { countStates, pageOf, scalars, typeDefs, worstOf } from './schema.ts'

// Mercurius with compiled queries; each request reads the same rows as Vigía from the same kind of database.
const { db } = await openDatabase({ databaseUrl: null, dataDir: process.env.DATA_DIR ?? '' }, process.pid)
const records = readInventory(answerFile)
const figures = new Map(records.endpoints.map((endpoint) => [endpoint.id, endpoint]))
await fill()

const withSubject = { include: { subject: true, area: true } } as const
const orderBy = [
  { position: 'asc' },
  { path: 'asc' },
  { method: 'asc' },
] satisfies Prisma.EndpointOrderByWithRelationInput[]
const alive = { subject: { retiredAt: null } }

type Endpoint = Prisma.EndpointGetPayload<typeof withSubject>
type Context = { endpointsIn: DataLoader<string, Endpoint[]> }
type Asked = { first: number; filter?: { withoutArea?: boolean } | null }

const endpointsIn = (reading: RootDatabase) =>
  new DataLoader<string, Endpoint[]>(async (ids) => {
    const where = { areaId: { in: [...ids] }, ...alive }
    const found = await reading.endpoint.findMany({ where, orderBy, ...withSubject })
    return ids.map((id) => found.filter(({ areaId }) => areaId === id))
  })

const statesIn = async ({ id }: { id: string }, context: Context) =>
  (await context.endpointsIn.load(id)).map(({ subject }) => subject.state)

const resolvers = {
  ...scalars,
  Query: {
    inventory: async () => {
      const { value } = await db.revision.findUniqueOrThrow({ where: { view: 'inventory' } })
      return { revision: Number(value), services: records.services }
    },
  },
  Inventory: {
    summary: async () => ({
      total: await db.endpoint.count({ where: alive }),
      critical: await db.endpoint.count({ where: { critical: true, ...alive } }),
    }),
    criticalEndpoints: () => db.endpoint.findMany({ where: { critical: true, ...alive }, orderBy, ...withSubject }),
    areas: () => db.area.findMany({ orderBy: { position: 'asc' } }),
    endpoints: async (_inventory: unknown, { filter, first }: Asked) => {
      const where = { areaId: filter?.withoutArea ? null : { not: null }, ...alive }
      const found = await db.endpoint.findMany({ where, orderBy, take: first + 1, ...withSubject })
      return { ...pageOf(found, first), totalCount: await db.endpoint.count({ where }) }
    },
  },
  Area: {
    state: async (area: { id: string }, _args: unknown, context: Context) => worstOf(await statesIn(area, context)),
    endpointCount: async (area: { id: string }, _args: unknown, context: Context) =>
      (await statesIn(area, context)).length,
    stateCounts: async (area: { id: string }, _args: unknown, context: Context) =>
      countStates(await statesIn(area, context)),
  },
  Endpoint: {
    state: ({ subject }: Endpoint) => subject.state,
    stateSince: ({ subject }: Endpoint) => subject.stateSince,
    service: ({ id }: Endpoint) => figures.get(id)?.service ?? null,
    evidence: ({ id }: Endpoint) => figures.get(id)?.evidence ?? null,
    reason: ({ id }: Endpoint) => figures.get(id)?.reason ?? null,
    lastSampleAt: ({ id }: Endpoint) => figures.get(id)?.lastSampleAt ?? null,
    latencyMs: ({ id }: Endpoint) => figures.get(id)?.latencyMs ?? null,
    errorRate: ({ id }: Endpoint) => figures.get(id)?.errorRate ?? null,
  },
}

const app = fastify()
const schema = makeExecutableSchema({ typeDefs, resolvers })
await app.register(mercurius, { schema, jit: 1, context: () => ({ endpointsIn: endpointsIn(db) }) })
tellReady(await app.listen({ port: 0, host: '127.0.0.1' }))

async function fill() {
  await db.area.createMany({ data: records.areas.map((area, position) => ({ ...area, position })) })
  for (const [position, endpoint] of records.endpoints.entries()) {
    const { id, method, path, areaId, authRequired, critical, stateSince } = endpoint
    const state = endpoint.state as 'OPERATIVO'
    const { id: subjectId } = await db.subject.create({
      data: { kind: 'ENDPOINTS', key: id, name: id, critical, state, stateSince },
    })
    await db.endpoint.create({ data: { id, method, path, areaId, authRequired, critical, position, subjectId } })
  }
}
