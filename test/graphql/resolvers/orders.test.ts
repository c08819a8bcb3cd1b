// cspell:words alamo
import fc from 'fast-check'
import { givenGateway, outcome, times, type GivenGateway, type Json } from '../../support/gateway.ts'
import { casesOf } from '../../support/extent.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
  await givenRows(gateway)
})
afterAll(() => gateway[Symbol.asyncDispose]())

/** How an ordered list is asked for, and the value of a row by which it is ordered, as the server compares it. */
type List = { field: string; type: string; fields: Record<string, (row: Json) => string | number | null>; row: string }

const fold = (text: string | null) =>
  text === null ? null : text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const rankOf = (order: string[], field: string) => (row: Json) => order.indexOf(row[field])
const states = ['FALLANDO', 'DEGRADADO', 'OPERATIVO', 'DESCONOCIDO']
const stateOf = rankOf(states, 'state')

const lists: Record<string, List> = {
  incidents: {
    field: 'incidents',
    type: 'IncidentOrder',
    row: 'id openedAt resolvedAt acknowledgedAt severity status subject { name }',
    fields: {
      OPENED_AT: ({ openedAt }) => openedAt,
      RESOLVED_AT: ({ resolvedAt }) => resolvedAt,
      ACKNOWLEDGED_AT: ({ acknowledgedAt }) => acknowledgedAt,
      SEVERITY: rankOf(states, 'severity'),
      STATUS: rankOf(['OPEN', 'ACKNOWLEDGED', 'RESOLVED'], 'status'),
      SUBJECT: ({ subject }) => fold(subject.name),
    },
  },
  libraries: {
    field: 'libraries',
    type: 'LibraryOrder',
    row: 'id name city state stateSince updatedAt',
    fields: {
      CODE: ({ id }) => id,
      NAME: ({ name }) => fold(name),
      CITY: ({ city }) => fold(city),
      STATE: stateOf,
      STATE_SINCE: ({ stateSince }) => stateSince,
      UPDATED_AT: ({ updatedAt }) => updatedAt,
    },
  },
  customers: {
    field: 'customers',
    type: 'CustomerOrder',
    row: 'id name email libraryCode lockedAt updatedAt',
    fields: {
      ID: ({ id }) => id,
      NAME: ({ name }) => fold(name),
      EMAIL: ({ email }) => fold(email),
      LIBRARY_CODE: ({ libraryCode }) => libraryCode,
      LOCKED_AT: ({ lockedAt }) => lockedAt,
      UPDATED_AT: ({ updatedAt }) => updatedAt,
    },
  },
  endpoints: {
    field: 'endpoints',
    type: 'EndpointOrder',
    row: 'id method path area { name } state stateSince latencyMs errorRate requestsPerMinute',
    fields: {
      PATH: ({ path }) => path,
      METHOD: ({ method }) => method,
      AREA: ({ area }) => fold(area?.name ?? null),
      STATE: stateOf,
      STATE_SINCE: ({ stateSince }) => stateSince,
      LATENCY: ({ latencyMs }) => latencyMs,
      ERROR_RATE: ({ errorRate }) => errorRate,
      REQUESTS: ({ requestsPerMinute }) => requestsPerMinute,
    },
  },
}

const cases = Object.entries(lists).flatMap(([name, { fields }]) =>
  Object.keys(fields).map((field): [string, string] => [name, field]),
)

async function page({ field, type, row }: List, orderBy: Json, first: number, after: string | null) {
  const query = `query ($orderBy: ${type}, $first: Int, $after: String) { list: ${field}(orderBy: $orderBy, first: $first,
    after: $after) { totalCount edges { cursor node { ${row} } } pageInfo { hasNextPage endCursor } } }`
  const { list } = await gateway.data(query, { orderBy, first, after })
  return list as Json
}

/** All rows, page by page. */
async function paged(list: List, orderBy: Json, first: number): Promise<Json[]> {
  const rows: Json[] = []
  for (let after: string | null = null; ;) {
    const { edges, pageInfo, totalCount } = await page(list, orderBy, first, after)
    rows.push(...edges.map(({ node }: Json) => node))
    if (!pageInfo.hasNextPage) {
      expect(rows).toHaveLength(totalCount)
      return rows
    }
    after = pageInfo.endCursor
  }
}

const compare = (one: string | number, other: string | number) => Number(one > other) - Number(one < other)

function sorted(rows: Json[], valueOf: (row: Json) => string | number | null, direction: string): Json[] {
  return rows.toSorted((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null) || compare(one['id'], other['id'])
    return (direction === 'ASC' ? compare(a, b) : compare(b, a)) || compare(one['id'], other['id'])
  })
}

it.each(cases)(
  '%s by %s are each on exactly one page, in order, whatever the size of the page',
  async (name, field) => {
    const list = lists[name]!
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('ASC', 'DESC'), fc.integer({ min: 1, max: 9 }), async (direction, first) => {
        const rows = await paged(list, { field, direction }, first)

        expect(rows).toEqual(sorted(rows, list.fields[field]!, direction))
        expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
      }),
      { numRuns: casesOf(3, 20) },
    )
  },
)

it('begins the next page where the last one ended, even if its last row has moved meanwhile', async () => {
  const order = { field: 'NAME', direction: 'ASC' }
  const whole = await paged(lists['customers']!, order, 200)
  const first = await page(lists['customers']!, order, 3, null)
  const moved = first.edges[2].node.id
  await gateway.db.customer.update({ where: { id: moved }, data: { name: 'Zzz' } })

  const second = await page(lists['customers']!, order, 3, first.pageInfo.endCursor)

  expect(second.edges.map(({ node }: Json) => node.id)).toEqual(whole.slice(3, 6).map(({ id }) => id))
})

it.each(Object.keys(lists))('refuses a cursor of another order of %s', async (name) => {
  const list = lists[name]!
  const [field] = Object.keys(list.fields)
  const query = `query ($after: String) { ${list.field}(after: $after, orderBy: { field: ${field} }) { totalCount } }`

  for (const place of ['EJ-001', '[null]', '["x"]', '[1,"x"]', '{}']) {
    const after = Buffer.from(JSON.stringify([place])).toString('base64url')
    expect(await gateway.query(query, { after })).toMatchObject({ errors: [{ extensions: { code: 'INVALID_INPUT' } }] })
  }
})

it.each([
  ['incidents', 'OPENED_AT'],
  ['incidents', 'SEVERITY'],
  ['libraries', 'UPDATED_AT'],
  ['endpoints', 'LATENCY'],
])('refuses a cursor of %s whose value is none of %s', async (name, field) => {
  const after = Buffer.from(JSON.stringify([JSON.stringify(['2026-99-01 00:00:00', 'x'])])).toString('base64url')
  const query = `query ($after: String) { ${name}(after: $after, orderBy: { field: ${field} }) { totalCount } }`

  expect(await gateway.query(query, { after })).toMatchObject({ errors: [{ extensions: { code: 'INVALID_INPUT' } }] })
})

/** Rows with equal values, with none, with accents, and in every state. */
async function givenRows({ db, report, pass, clock }: GivenGateway) {
  const at = (minute: number) => new Date(clock.now() - minute * 60_000)
  const operator = await db.operator.findFirstOrThrow()
  for (let index = 0; index < 12; index++) {
    const key = `O-${index % 2 ? index : 20 - index}`
    const name = ['Ñandú', 'nandú', 'Álamo', 'alamo', 'Zeta'][index % 5]!
    const state = (['OPERATIVO', 'DEGRADADO', 'FALLANDO', 'DESCONOCIDO'] as const)[index % 4]!
    const subject = await db.subject.create({
      data: { kind: 'LIBRERIAS', key, name, state, stateSince: at(index % 3) },
    })
    const city = index % 3 ? (['Ávila', 'ÁVILA', 'Burgos'][index % 3] ?? null) : null
    await db.library.create({ data: { code: key, subjectId: subject.id, name, city, updatedAt: at(index % 4) } })
    await db.customer.create({
      data: {
        id: key,
        name,
        email: `${name}@example.org`,
        libraryCode: index % 2 ? key : null,
        locked: index % 3 === 0,
        lockedAt: index % 3 === 0 ? at(index % 2) : null,
        updatedAt: at(index % 5),
      },
    })
    const isOver = index % 3 === 0
    const isTaken = index % 2 === 0
    await db.incident.create({
      data: {
        kind: 'LIBRERIAS',
        subjectId: subject.id,
        openKey: isOver ? null : `LIBRERIAS:${key}`,
        status: isOver ? 'RESOLVED' : isTaken ? 'ACKNOWLEDGED' : 'OPEN',
        severity: index % 4 ? 'DEGRADADO' : 'FALLANDO',
        maxSeverity: 'FALLANDO',
        openedAt: at(10 + (index % 3)),
        acknowledgedAt: isTaken ? at(index % 5) : null,
        acknowledgedById: isTaken ? operator.id : null,
        resolvedAt: isOver ? at(index % 2) : null,
        evidence: {},
      },
    })
  }
  await report(
    ...times(3, outcome(200, '/api/admin/customers/', 40)),
    ...times(3, outcome(200, '/api/admin/search/', 40)),
  )
  await report(outcome(500, '/api/admin/audit/', 9), outcome(200, '/api/admin/libraries/', 90))
  await pass(60)
}
