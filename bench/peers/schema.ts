import { readdirSync, readFileSync } from 'node:fs'
import { DateTimeISOResolver, JSONResolver } from 'graphql-scalars'
import { GraphQLScalarType } from 'graphql'
import type { Endpoint, InventoryRecords } from './inventory.ts'

const folder = new URL('../../schema/', import.meta.url)

/** Vigía's schema, read from its source files. */
export const typeDefs: string[] = readdirSync(folder)
  .filter((file) => file.endsWith('.graphql'))
  .map((file) => readFileSync(new URL(file, folder), 'utf8'))

/** The scalars of the schema. */
export const scalars = {
  DateTime: new GraphQLScalarType({ ...DateTimeISOResolver.toConfig(), name: 'DateTime' }),
  JSON: new GraphQLScalarType({ ...JSONResolver.toConfig(), specifiedByURL: null }),
}

const states = ['FALLANDO', 'DEGRADADO', 'OPERATIVO', 'DESCONOCIDO']

/** The worst of several states. */
export const worstOf = (found: readonly string[]) => states.find((state) => found.includes(state)) ?? 'DESCONOCIDO'

/** Counts the states by severity. */
export const countStates = (found: readonly string[]) =>
  states.map((state) => ({ state, count: found.filter((other) => other === state).length }))

type Asked = { first: number; filter?: { withoutArea?: boolean } | null }
type Area = { id: string }

/** Idiomatic resolvers over records in memory, for the query of the Endpoints view. */
export function resolversOver({ revision, areas, services, endpoints }: InventoryRecords) {
  const statesIn = ({ id }: Area) => endpoints.filter(({ areaId }) => areaId === id).map(({ state }) => state)
  return {
    ...scalars,
    Query: {
      inventory: () => ({ revision, services }),
      endpoint: (_root: unknown, asked: { id: string }) => endpoints.find(({ id }) => id === asked.id) ?? null,
    },
    Inventory: {
      summary: () => ({ total: endpoints.length, critical: endpoints.filter(({ critical }) => critical).length }),
      criticalEndpoints: () => endpoints.filter(({ critical }) => critical),
      areas: () => areas,
      endpoints: (_inventory: unknown, { filter, first }: Asked) => {
        const without = filter?.withoutArea ?? false
        return pageOf(
          endpoints.filter(({ areaId }) => (areaId === null) === without),
          first,
        )
      },
    },
    Area: {
      state: (area: Area) => worstOf(statesIn(area)),
      endpointCount: (area: Area) => statesIn(area).length,
      stateCounts: (area: Area) => countStates(statesIn(area)),
    },
    Endpoint: { area: ({ areaId }: Endpoint) => areas.find(({ id }) => id === areaId) ?? null },
  }
}

/** A page of a connection, with the fields that the Endpoints view queries. */
export function pageOf<Item extends { id: string }>(matching: readonly Item[], first: number) {
  const edges = matching.slice(0, first).map((node) => ({ cursor: cursorOf(node.id), node }))
  const pageInfo = {
    hasNextPage: matching.length > first,
    hasPreviousPage: false,
    startCursor: edges[0]?.cursor ?? null,
    endCursor: edges.at(-1)?.cursor ?? null,
  }
  return { edges, pageInfo, totalCount: matching.length }
}

const cursorOf = (id: string) => Buffer.from(JSON.stringify([id])).toString('base64url')
