import { isDeepStrictEqual } from 'node:util'
import { givenDatabase, type GivenDatabase } from '../../support/database/database.ts'
import { givenGateway, outcome, times, type GivenGateway, type Json } from '../../support/gateway.ts'

// Critical: Fallando after 20 s, and back to Degradado after 180 s.
const id = 'GET /api/admin/libraries/'
const timer = '{ state since requiredSeconds dueAt pausedAt limits { signal percent current } }'
const reading = `query ($kind: Kind!, $id: ID!) { subject(kind: $kind, id: $id) { state pending ${timer} recovering ${timer} } }`

let database: GivenDatabase
let gateway: GivenGateway
beforeEach(async () => {
  database = await givenDatabase()
  gateway = await givenGateway({ database })
})
afterEach(async () => {
  await gateway[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

const read = async () => (await gateway.data(reading, { kind: 'ENDPOINTS', id }))['subject'] as Json
const panelRevision = async () =>
  (await gateway.data('{ notifications { revision } }'))['notifications'].revision as number
const iso = (at: number) => new Date(at).toISOString()

/** Ten seconds at a time, with twenty outcomes of the endpoint in each. */
async function lives(seconds: number, status: number | null) {
  for (let passed = 0; passed < seconds; passed += 10) {
    if (status) await gateway.report(...times(20, outcome(status)))
    await gateway.pass(10)
  }
}

it('a breach is pending until its state is entered, and its recovery begins with clean numbers', async () => {
  await lives(60, 200)
  await lives(20, 500)
  const begun = gateway.clock.now() - 10_000
  const pending = await read()
  await lives(10, 500)
  const failing = await read()
  await lives(60, 200)
  const clean = gateway.clock.now()
  const recovering = await read()

  expect(pending).toEqual({
    state: 'OPERATIVO',
    pending: {
      state: 'FALLANDO',
      since: iso(begun),
      requiredSeconds: 20,
      dueAt: iso(begun + 20_000),
      pausedAt: null,
      limits: [{ signal: 'ERRORS', percent: 10, current: 33.33 }],
    },
    recovering: null,
  })
  expect(failing).toMatchObject({
    state: 'FALLANDO',
    pending: null,
    recovering: { state: 'DEGRADADO', since: null, dueAt: null, requiredSeconds: 180 },
  })
  expect(recovering).toMatchObject({
    state: 'FALLANDO',
    recovering: {
      since: iso(clean),
      dueAt: iso(clean + 180_000),
      limits: [{ signal: 'ERRORS', percent: 5, current: 0 }],
    },
  })
})

it('REST and GraphQL tell the same timers, and the views change when one begins, not while it runs', async () => {
  await lives(60, 200)
  const heard = gateway.listen(`subscription { inventory { endpoints(filter: { search: "/api/admin/libraries/" }) {
    edges { node { id pending ${timer} } } } } }`)
  await heard.next()
  const revisions = [await panelRevision()]
  for (let tick = 0; tick < 3; tick += 1) {
    await lives(10, tick === 0 ? 200 : 500)
    revisions.push(await panelRevision())
  }

  const { pending } = await read()
  await heard.until(({ inventory }) =>
    inventory.endpoints.edges.some(({ node }: Json) => node.id === id && isDeepStrictEqual(node.pending, pending)),
  )
  const rest = (await (await gateway.get('/api/admin/endpoints/?search=/api/admin/libraries/')).json()) as Json
  const library = (await (await gateway.get('/api/admin/libraries/EJ-001/')).json()) as Json
  await heard.end()

  const [quiet, still, begun, running] = revisions
  expect(still).toBe(quiet)
  expect(begun).toBeGreaterThan(quiet ?? 0)
  expect(running).toBe(begun)
  expect(rest['items'].find((item: Json) => item['id'] === id)).toMatchObject({
    pending: { ...pending, state: 'Fallando' },
    recovering: null,
  })
  expect(library).toMatchObject({ pending: null, recovering: null })
})

it('the panel changes when the last minute contradicts a breach, whose timer is then not shown', async () => {
  const { id: subjectId } = await gateway.db.subject.create({ data: { kind: 'INTEGRACIONES', key: 'x', name: 'x' } })
  await gateway.db.integration.create({ data: { key: 'x', name: 'x', subjectId } })
  const readPending = async () =>
    (await gateway.data(reading, { kind: 'INTEGRACIONES', id: 'x' }))['subject'].pending as Json | null
  const pass = async (ticks: number, bad: number) => {
    for (let tick = 0; tick < ticks; tick++) {
      const samples = Array.from({ length: 10 }, (_, index) => ({ ok: index >= bad, durationMs: 20 }))
      await gateway.report(...samples.map((sample) => ({ kind: 'integration' as const, id: 'x', ...sample })))
      await gateway.pass(10)
    }
  }
  await pass(30, 0)
  await pass(10, 3)
  const shown = [await readPending(), await panelRevision()] as const
  await pass(6, 0)
  const hidden = [await readPending(), await panelRevision()] as const
  await pass(2, 0)

  expect(shown[0]).toMatchObject({ state: 'DEGRADADO' })
  expect(hidden[0]).toBeNull()
  expect(hidden[1]).toBeGreaterThan(shown[1])
  expect(await panelRevision()).toBe(hidden[1])
})

it('no timer runs without data', async () => {
  await gateway.db.subject.create({ data: { kind: 'LIBRERIAS', key: 'L-1', name: 'Una' } })
  const readLibrary = async () => (await gateway.data(reading, { kind: 'LIBRERIAS', id: 'L-1' }))['subject'] as Json
  const report = (ok: boolean) => gateway.report(...times(20, { kind: 'library', id: 'L-1', ok, durationMs: 20 }))
  for (const ok of [true, true, false, false, false, false, false, true]) {
    await report(ok)
    await gateway.pass(10)
  }
  const recovering = await readLibrary()
  await gateway.pass(20 * 60)

  expect(recovering['recovering']).not.toBeNull()
  expect(await readLibrary()).toMatchObject({ state: 'DESCONOCIDO', pending: null, recovering: null })
})

it('no timer runs after an operator resolved by hand', async () => {
  await lives(60, 500)
  await lives(70, 200)
  const recovering = await read()
  const { incidents } = await gateway.data('{ incidents { edges { node { id } } } }')
  await gateway.data('mutation ($id: ID!) { resolveIncident(id: $id, reason: "x", force: true) { id } }', {
    id: incidents.edges[0].node.id,
  })
  const resolved = await read()

  expect(recovering['recovering'].since).not.toBeNull()
  expect(resolved).toMatchObject({ state: 'OPERATIVO', pending: null, recovering: null })
})

it('a timer stands still while the service is down, and goes on once it is evaluated again', async () => {
  await lives(60, 500)
  await lives(90, 200)
  const before = (await read())['recovering']
  const { clock } = gateway
  await gateway[Symbol.asyncDispose]()
  await clock.advance(600_000, () => Promise.resolve())

  gateway = await givenGateway({ database, clock })
  const atStart = (await read())['recovering']
  await lives(20, 200)
  const held = (await read())['recovering']
  await lives(60, 200)
  const after = (await read())['recovering']

  const lasted = ({ since, pausedAt }: Json, at = clock.now()) =>
    (Date.parse(pausedAt ?? iso(at)) - Date.parse(since)) / 1_000
  expect(atStart.pausedAt).not.toBeNull()
  expect(held.pausedAt).not.toBeNull()
  expect(lasted(held)).toBe(lasted(atStart))
  expect(lasted(atStart) - lasted(before, Date.parse(atStart.pausedAt))).toBe(0)
  expect(after.pausedAt).toBeNull()
  expect(lasted(after)).toBeGreaterThan(lasted(held))
  expect(lasted(after)).toBeLessThanOrEqual(lasted(held) + 40)
})
