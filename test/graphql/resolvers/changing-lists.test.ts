// cspell:words alamo
import fc from 'fast-check'
import { casesOf } from '../../support/extent.ts'
import { givenGateway, type GivenGateway, type Json } from '../../support/gateway.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway({ config: { sampleData: false } })
})
afterAll(() => gateway[Symbol.asyncDispose]())

/** A list whose rows move in it, leave it or end while a client reads its pages. */
type List = {
  /** The fields that lead to the list; the last one has the arguments `first: $first, after: $after`. */
  path: (round: string) => string[]
  /** Adds rows and returns their ids as the list shows them. */
  add: (round: string, count: number) => Promise<string[]>
  change: (id: string, to: number) => Promise<unknown>
}

const at = (minutes: number) => new Date(gateway.clock.now() - minutes * 60_000)
const names = ['Ñandú', 'nandú', 'Álamo', 'alamo', 'Zeta']
const nameOf = (number: number) => names[number % names.length] ?? ''
const idsOf = (round: string, count: number) => Array.from({ length: count }, (_, index) => `${round}-${index}`)

/** Subjects in an order; a change renames one, gives it another state, or retires it. */
const subjectsBy = (field: string, direction: string): List => ({
  path: (round) => [
    `subjects(filter: { search: "${round}-" }, orderBy: { field: ${field}, direction: ${direction} }, first: $first, after: $after)`,
  ],
  async add(round, count) {
    const ids = idsOf(round, count)
    const kinds = ['INTEGRACIONES', 'LIBRERIAS'] as const
    await gateway.db.subject.createMany({
      data: ids.map((key, index) => ({
        kind: kinds[index % 2] ?? 'LIBRERIAS',
        key,
        name: nameOf(index),
        stateSince: at(index % 3),
      })),
    })
    return ids
  },
  change: (key, to) =>
    gateway.db.subject.updateMany({
      where: { key },
      data: { name: nameOf(to), stateSince: at(to), state: 'FALLANDO', ...(to % 4 === 0 && { retiredAt: at(0) }) },
    }),
})

/** Endpoints of a service; a change retires one. */
const endpoints: List = {
  path: (round) => [`endpoints(filter: { service: "${round}" }, first: $first, after: $after)`],
  async add(round, count) {
    await putEndpoints(
      round,
      idsOf(round, count).map((name) => `/api/admin/${name}/`),
    )
    return (await endpointsOf(round)).map(({ id }) => id)
  },
  async change(id) {
    const [, , , name = ''] = id.split('/')
    const [round = ''] = name.split('-')
    const rest = await endpointsOf(round)
    await putEndpoints(
      round,
      rest.filter((endpoint) => endpoint.id !== id).map(({ path }) => path),
    )
  },
}

const endpointsOf = (service: string) =>
  gateway.db.endpoint.findMany({ where: { service, subject: { retiredAt: null } } })

async function putEndpoints(service: string, paths: string[]) {
  const answer = await fetch(`${gateway.url}/ingest/v1/services/${service}/endpoints`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${gateway.ingestToken}` },
    body: JSON.stringify(paths.map((path) => ({ method: 'GET', path }))),
  })
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
}

/** Failed SINLI messages; a change processes or deletes one, so that it leaves the list. */
const messages: List = {
  path: (round) => [`sinliMessages(filter: { status: FAILED, sender: "${round}" }, first: $first, after: $after)`],
  async add(round, count) {
    const ids = idsOf(round, count)
    const common = { contentType: 'text/plain', raw: Buffer.from(''), status: 'FAILED', sender: round } as const
    await gateway.db.inboundMessage.createMany({
      data: ids.map((id, index) => ({ ...common, id, receivedAt: at(index % 3) })),
    })
    return ids
  },
  change: (id, to) =>
    to % 2 === 0
      ? gateway.db.inboundMessage.delete({ where: { id } })
      : gateway.db.inboundMessage.update({ where: { id }, data: { status: 'PROCESSED' } }),
}

/** Failed deliveries of a destination; a change delivers or deletes one, so that it leaves the list. */
const deliveries: List = {
  path: (round) => [`destination(id: "${round}")`, 'deliveries(status: [DEAD], first: $first, after: $after)'],
  async add(round, count) {
    const ids = idsOf(round, count)
    const subject = await gateway.db.subject.create({ data: { kind: 'INTEGRACIONES', key: round, name: round } })
    await gateway.db.destination.create({
      data: { id: round, name: round, type: 'WEBHOOK', config: {}, createdAt: at(0), subjectId: subject.id },
    })
    const common = { destinationId: round, kind: 'INCIDENTS', message: {}, status: 'DEAD', nextAt: at(0) } as const
    await gateway.db.delivery.createMany({
      data: ids.map((id, index) => ({ ...common, id, createdAt: at(index % 3) })),
    })
    return ids
  },
  change: (id, to) =>
    to % 2 === 0
      ? gateway.db.delivery.delete({ where: { id } })
      : gateway.db.delivery.update({ where: { id }, data: { status: 'DELIVERED' } }),
}

/** Replays; a change deletes one. */
const replays: List = {
  path: () => ['replays(first: $first, after: $after)'],
  async add(round, count) {
    await gateway.db.replay.deleteMany()
    const ids = idsOf(round, count)
    const [operator] = await gateway.db.operator.findMany({ take: 1 })
    const common = { operatorId: operator?.id ?? '', request: { dryRun: false, force: false }, selected: [] }
    await gateway.db.replay.createMany({
      data: ids.map((id, index) => ({ ...common, id, startedAt: at(index % 3), aliveAt: at(0) })),
    })
    return ids
  },
  change: (id) => gateway.db.replay.delete({ where: { id } }),
}

/** Incidents of a subject; a change deletes one. */
const incidents: List = {
  path: (round) => [
    `incidents(filter: { subject: { kind: INTEGRACIONES, id: "${round}" } }, first: $first, after: $after)`,
  ],
  async add(round, count) {
    const ids = idsOf(round, count)
    const { id: subjectId } = await gateway.db.subject.create({
      data: { kind: 'INTEGRACIONES', key: round, name: round },
    })
    const common = {
      kind: 'INTEGRACIONES',
      subjectId,
      severity: 'FALLANDO',
      maxSeverity: 'FALLANDO',
      status: 'RESOLVED',
    } as const
    await gateway.db.incident.createMany({
      data: ids.map((id, index) => ({ ...common, id, openedAt: at(index % 3), resolvedAt: at(0), evidence: {} })),
    })
    return ids
  },
  change: (id) => gateway.db.incident.delete({ where: { id } }),
}

const cases: [string, List][] = [
  ...['KIND', 'NAME', 'STATE_SINCE'].flatMap((field) =>
    ['ASC', 'DESC'].map((direction): [string, List] => [
      `subjects by ${field} ${direction}`,
      subjectsBy(field, direction),
    ]),
  ),
  ['endpoints', endpoints],
  ['SINLI messages', messages],
  ['deliveries', deliveries],
  ['replays', replays],
  ['incidents', incidents],
]

async function page(path: readonly string[], first: number, after: string | null): Promise<Json> {
  const selection = path.reduceRight(
    (inner, field) => `${field} { ${inner} }`,
    'edges { node { id } } pageInfo { hasNextPage endCursor }',
  )
  const data = await gateway.data(`query ($first: Int, $after: String) { ${selection} }`, { first, after })
  return path.reduce((value) => Object.values(value)[0] as Json, data)
}

const changes = fc.record({ ofLast: fc.boolean(), other: fc.nat({ max: 20 }), to: fc.nat({ max: 6 }) })

let rounds = 0
it.each(cases)(
  'no row of %s that did not change is lost or repeated while others change between its pages',
  async (_, list) => {
    const check = async (count: number, first: number, between: { ofLast: boolean; other: number; to: number }[]) => {
      const round = `r${(rounds += 1)}`
      const ids = await list.add(round, count)
      const changed = new Set<string>()
      const seen: string[] = []
      let after: string | null = null
      for (let turn = 0; ; turn++) {
        const { edges, pageInfo } = await page(list.path(round), first, after)
        const shown = edges.map(({ node }: Json) => node.id as string)
        seen.push(...shown)
        if (!pageInfo.hasNextPage) break
        after = pageInfo.endCursor
        const change = between[turn % between.length]
        const id = change?.ofLast ? shown.at(-1) : ids[(change?.other ?? 0) % ids.length]
        if (!id || changed.has(id)) continue
        changed.add(id)
        await list.change(id, change?.to ?? 0)
      }
      const unchanged = ids.filter((id) => !changed.has(id)).sort()
      expect(seen.filter((id) => !changed.has(id)).sort()).toEqual(unchanged)
    }
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 9 }),
        fc.integer({ min: 1, max: 4 }),
        fc.array(changes, { minLength: 1, maxLength: 6 }),
        check,
      ),
      { numRuns: casesOf(8, 60) },
    )
  },
)

const cursorOf = (place: string) => Buffer.from(JSON.stringify([place])).toString('base64url')
const lists = ['subjects', 'endpoints', 'sinliMessages', 'incidents', 'replays', 'audit', 'unmatchedKeys']

it.each(lists)('a cursor of %s that is of another list or of an earlier version is refused', async (list) => {
  const places = ['["x"]', 'x', '["2026-13-41T00:00:00.000Z","x"]']
  for (const after of [...places.map(cursorOf), 'x']) {
    const { errors } = await gateway.query(`query ($after: String) { ${list}(after: $after) { totalCount } }`, {
      after,
    })

    expect(errors).toMatchObject([
      {
        message: expect.stringMatching(/start again without one/),
        extensions: { code: 'INVALID_INPUT', field: 'after' },
      },
    ])
  }
})

it.each(['endpoints', 'incidents', 'audit', 'libraries'])(
  'over REST, a cursor of %s that none was given is refused with the name of the parameter, and an empty one is none',
  async (list) => {
    await gateway.db.incident.deleteMany()
    const ask = async (cursor: string) => {
      const answer = await gateway.get(`/api/admin/${list}/?cursor=${cursor}`)
      return { status: answer.status, ...((await answer.json()) as Json) }
    }

    expect(await ask('x')).toMatchObject({ status: 400, code: 'INVALID_INPUT', field: 'cursor' })
    if (list !== 'libraries') expect(await ask(cursorOf('x'))).toMatchObject({ status: 400, field: 'cursor' })
    expect(await ask('')).toMatchObject({ status: 200 })
  },
)

it('an empty `after` is the beginning of a list, with or without pages', async () => {
  const data = await gateway.data(
    '{ integrations { id } again: integrations(after: "") { id } endpoints { edges { cursor } } first: endpoints(after: "") { edges { cursor } } }',
  )

  expect(data['again']).toEqual(data['integrations'])
  expect(data['first']).toEqual(data['endpoints'])
})
