import fc from 'fast-check'
import {
  getNamedType,
  getOperationAST,
  isEnumType,
  isLeafType,
  isNonNullType,
  isInterfaceType,
  isObjectType,
  parse,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
} from 'graphql'
import { commit } from '../../../src/audit/commit.ts'
import { createListCounts } from '../../../src/graphql/guards/list-counts.ts'
import { measure } from '../../../src/graphql/guards/query-complexity.ts'
import { readTrustedDocuments } from '../../../src/graphql/http/trusted-documents.ts'
import { loadSchema } from '../../../src/graphql/schema.ts'
import { createInventory } from '../../../src/inventory/inventory.ts'
import { createChangeBus } from '../../../src/lib/change-bus.ts'
import { readPanel } from '../../../src/monitoring/notifications/notifications.ts'
import { createHistogram, encode } from '../../../src/monitoring/telemetry/histogram.ts'
import { casesOf } from '../../support/extent.ts'
import { givenGateway, type GivenGateway, type Json } from '../../support/gateway.ts'

type Field = GraphQLField<unknown, unknown>

const schema = loadSchema()
const endpoints = 10_000
/** Endpoints with an open incident. */
const failing = 300
/** Endpoints with a full history of the last hour. */
const busy = 20

let gateway: GivenGateway
let costOf: (query: string) => Promise<number>
beforeAll(async () => {
  gateway = await givenGateway()
  await givenLargeInventory()
  const { db, clock } = gateway
  const readCounts = createListCounts({
    readInventory: createInventory(db, createChangeBus()),
    readPanel: () => readPanel(db),
    documents: readTrustedDocuments().bindable,
    clock,
    db,
  })
  costOf = async (query) => {
    const document = parse(query)
    const { lists, costOf } = measure(schema, document, getOperationAST(document)!)
    return costOf({}, await readCounts(lists))
  }
})
afterAll(() => gateway[Symbol.asyncDispose]())

/** Ten thousand endpoints, three quarters of them in one area, some with incidents, transitions and histories. */
async function givenLargeInventory() {
  const { db, clock } = gateway
  const at = new Date(clock.now())
  await db.$executeRaw`INSERT INTO "Subject" ("kind", "key", "name")
    SELECT 'ENDPOINTS', 'GET /api/admin/many/' || i || '/', 'Uno' FROM generate_series(1, ${endpoints}::int) i`
  await db.$executeRaw`INSERT INTO "Endpoint" ("id", "subjectId", "method", "path", "areaId", "authRequired", "critical", "position")
    SELECT "key", "id", 'GET', substr("key", 5), CASE WHEN "id" % 4 = 0 THEN 'autenticacion' ELSE 'clientes' END,
      true, "id" % 50 = 0, -1 FROM "Subject" WHERE "name" = 'Uno'`
  await db.$executeRaw`INSERT INTO "Transition" ("subjectId", "at", "from", "to", "evidence", "policy")
    SELECT s."id", ${at}, 'OPERATIVO', 'FALLANDO', ${evidence}::jsonb, '{}'
    FROM (SELECT "id" FROM "Subject" WHERE "name" = 'Uno' ORDER BY "key" COLLATE "C" LIMIT ${busy}) s, generate_series(1, 200)`
  await db.$executeRaw`INSERT INTO "Bucket"
      ("subjectId", "span", "start", "source", "n", "bad", "slow", "sumMs", "tail", "durations")
    SELECT s."id", 10, ${at}::timestamp - i * interval '10 s', 'a-test', 1, 0, 0, 5, 1, ${Buffer.from(encode(createHistogram()))}
    FROM (SELECT "id" FROM "Subject" WHERE "name" = 'Uno' ORDER BY "key" COLLATE "C" LIMIT ${busy}) s, generate_series(1, 360) i`
  await db.$executeRaw`INSERT INTO "Incident"
      ("id", "kind", "subjectId", "openKey", "severity", "maxSeverity", "openedAt", "evidence")
    SELECT 'incident-' || "id", 'ENDPOINTS', "id", 'ENDPOINTS:' || "key", 'FALLANDO', 'FALLANDO', ${at}, ${evidence}::jsonb
    FROM "Subject" WHERE "name" = 'Uno' ORDER BY "id" LIMIT ${failing}`
  await db.$executeRaw`INSERT INTO "TimelineEntry" ("incidentId", "at", "event", "severity")
    SELECT "id", ${at}, 'OPENED', 'FALLANDO' FROM "Incident", generate_series(1, 30)`
  const changed = await db.subject.findMany({ where: { name: 'Uno' }, select: { id: true } })
  await commit(db, () => ({ views: ['inventory', 'panel'], changed: changed.map(({ id }) => id) }))
}

const evidence = '{"code":"ERRORS_FAILING","windowSeconds":60,"n":3,"bad":3,"recentRate":100,"threshold":10,"at":0}'

/** Ids for arguments that must be given, by the field that takes them. */
const ids: Record<string, string> = {
  area: 'clientes',
  endpoint: 'GET /api/admin/many/1/',
  incident: 'incident-1',
  integration: 'sinli_inbound',
  library: 'EJ-001',
  customer: 'ej-1',
}

function selections(type: GraphQLObjectType | GraphQLInterfaceType, depth: number): fc.Arbitrary<string> {
  const fields = Object.values(type.getFields()).filter((field) => isSelectable(field, depth))
  const [leaves, branches] = [fields.filter(isLeaf), fields.filter((field) => !isLeaf(field))]
  const atMost = (list: readonly Field[], most: number) =>
    fc.subarray([...list], { maxLength: Math.min(most, list.length) })
  // An object without a selection is invalid, so `__typename` is always there.
  return fc
    .tuple(atMost(leaves, 4), atMost(branches, depth > 4 ? 2 : 1))
    .chain(([plain, nested]) =>
      fc
        .tuple(...nested.map((field) => selected(field, depth)))
        .map((inner) => ['__typename', ...plain.map(({ name }) => name), ...inner]),
    )
    .map((parts) => parts.join(' '))
}

const isLeaf = ({ type }: Field) => isLeafType(getNamedType(type))

const isSelectable = ({ name, args, type }: Field, depth: number) =>
  (depth > 0 || isLeafType(getNamedType(type))) && (args.every((arg) => !isRequired(arg)) || name in ids)

const isRequired = ({ type, defaultValue }: GraphQLArgument) => isNonNullType(type) && defaultValue === undefined

function selected(field: Field, depth: number): fc.Arbitrary<string> {
  const type = getNamedType(field.type)
  const inner =
    isObjectType(type) || isInterfaceType(type)
      ? selections(type, depth - 1).map((fields) => `{ ${fields} }`)
      : fc.constant('')
  return fc
    .tuple(argumentsOf(field), inner)
    .map(([args, fields]) => `${field.name}${args ? `(${args})` : ''} ${fields}`)
}

function argumentsOf({ name: field, args }: Field): fc.Arbitrary<string> {
  const given = args.flatMap(({ name, type }): fc.Arbitrary<string>[] => {
    const named = getNamedType(type)
    if (name === 'id') return [fc.constant(`id: "${ids[field] ?? ''}"`)]
    if (name === 'first') return [fc.constantFrom('', 'first: 1', 'first: 20', 'first: 200')]
    if (isEnumType(named)) return [fc.constantFrom('', ...named.getValues().map((value) => `${name}: ${value.name}`))]
    return []
  })
  return fc.tuple(...given).map((parts) => parts.filter(Boolean).join(', '))
}

/** Queries that select a few fields at each level, with small and large pages. */
const queries = selections(schema.getQueryType()!, 6).map((selection) => `{ ${selection} }`)

/** The number of objects and list items in a response. */
function itemsIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + Math.max(1, itemsIn(item)), 0)
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, part) => sum + itemsIn(part), 1)
}

const known = [
  '{ areas { endpoints { __typename } } }',
  '{ area(id: "clientes") { endpoints { id } } }',
  '{ area(id: "clientes") { endpoints(first: 20) { history(window: LAST_HOUR) { at } } } }',
  '{ inventory { criticalEndpoints { id path area { id } } } }',
  '{ notifications { categories { incidents { id timeline { at event } } } } }',
  '{ endpoints(first: 20) { edges { node { transitions(first: 200) { at } } } } }',
]

it.each(known)('an operation returns at most ten times its computed cost: %s', async (query) => {
  const { data, errors } = await gateway.query(query)

  expect(errors).toBeUndefined()
  expect(itemsIn(data)).toBeGreaterThan(400)
  expect(itemsIn(data)).toBeLessThanOrEqual(10 * (await costOf(query)))
})

it('any operation is rejected or returns at most ten times its computed cost', async () => {
  let answered = 0
  await fc.assert(
    fc.asyncProperty(queries, async (query) => {
      const { data, errors } = await gateway.query(query)
      const code = (errors as Json[] | undefined)?.[0]?.['extensions']?.code as unknown
      if (code === 'TOO_COMPLEX') return
      expect(code).toBeUndefined()
      answered += 1
      expect(itemsIn(data)).toBeLessThanOrEqual(10 * (await costOf(query)))
    }),
    { numRuns: casesOf(60, 500) },
  )
  expect(answered).toBeGreaterThan(0)
})

it.each([
  '{ areas { endpoints { history(window: LAST_HOUR) { at requests } } } }',
  '{ areas { endpoints { id path state stateSince reason latencyMs errorRate critical authRequired method } } }',
  '{ endpoints(first: 200) { edges { node { history { requests latency { p50 } } } } } }',
  '{ areas { endpoints { area { endpoints { id } } } } }',
])('an operation that would return far more than the limit is rejected: %s', async (query) => {
  expect(await gateway.query(query)).toMatchObject({ status: 400, errors: [{ extensions: { code: 'TOO_COMPLEX' } }] })
})

it('an area lists all of its endpoints, or as many as are requested', async () => {
  const { all, some } = await gateway.data(`{
    all: area(id: "clientes") { endpoints { id } }
    some: area(id: "clientes") { endpoints(first: 3) { id } }
  }`)
  const { errors } = await gateway.query('{ area(id: "clientes") { endpoints(first: 1000) { id } } }')

  expect(all.endpoints.length).toBeGreaterThan(7_000)
  expect(some.endpoints).toEqual(all.endpoints.slice(0, 3))
  expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }])
})
