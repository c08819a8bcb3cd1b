import { replay } from '../../src/trade/replay/replay.ts'
import { envio, givenTrade, mailOf, shop, type GivenTrade } from '../support/sinli/inbound.ts'
import { givenGateway, type GivenGateway, type Json } from '../support/gateway.ts'
import { givenSignedIn, somebody } from '../support/auth/operators.ts'
import { statementsOf } from '../support/database/statements.ts'

let gateway: GivenGateway
let trade: GivenTrade
beforeEach(async () => {
  gateway = await givenGateway({ config: { sampleData: false } })
  trade = givenTrade(gateway)
  await trade.registerLibrary(shop)
})
afterEach(() => gateway[Symbol.asyncDispose]())

const newcomer = 'LIB00009'
const everything = `id startedAt finishedAt operator { name email } dryRun force reason selection limit selectedCount doneCount
  reprocessed unchanged skipped failed results { messageId outcome code message }`

const list = async (variables: Json = {}): Promise<Json> =>
  (
    await gateway.data(
      `query ($first: Int, $after: String) { replays(first: $first, after: $after) {
         totalCount edges { node { ${everything} } } pageInfo { hasNextPage endCursor } } }`,
      variables,
    )
  )['replays']
const nodesIn = ({ edges }: Json): Json[] => edges.map(({ node }: Json) => node)
const find = async (id: string): Promise<Json> =>
  (await gateway.data(`query ($id: ID!) { replay(id: $id) { ${everything} } }`, { id }))['replay']

async function givenFailed(count: number) {
  const ids: string[] = []
  for (let number = 1; number <= count; number++) {
    ids.push((await trade.send(mailOf(envio({ sender: newcomer, number: `N${number}` })))).id)
    await gateway.pass(1)
  }
  return ids
}

const now = () => new Date(gateway.clock.now())
const request = { selection: { status: 'failed' as const }, limit: 100, dryRun: false, force: false, reason: null }

/** A replay that is running or died, with its progress and its last sign of life. */
const givenRunning = ({ aliveSecondsAgo = 0, ...otherwise }: Json) =>
  gateway.db.replay.create({
    data: {
      id: 'runs',
      operatorId: 'nobody',
      request: { ...request },
      selected: [],
      running: 1,
      startedAt: now(),
      aliveAt: new Date(gateway.clock.now() - aliveSecondsAgo * 1_000),
      ...otherwise,
    },
  })

it('replays are listed newest first, with their operator, selection and result of each message', async () => {
  const [first = '', second = ''] = await givenFailed(2)
  const operator = await givenSignedIn(gateway, 'operador')
  const path = '/api/admin/integrations/sinli_inbound/replay/'
  await operator.post(path, { status: 'failed', sender: newcomer, dryRun: true, reason: 'Por si acaso' })
  await gateway.pass(1)
  await trade.registerSupplier(newcomer)
  await operator.post(path, { messageIds: [first] })
  await gateway.pass(1)
  await trade.replay({ messageIds: [first, second], force: true })

  const { totalCount, ...page } = await list()

  const [forced, named, dry] = nodesIn(page)
  expect(totalCount).toBe(3)
  expect(dry).toEqual({
    id: expect.any(String),
    startedAt: new Date(gateway.clock.now() - 2_000).toISOString(),
    finishedAt: new Date(gateway.clock.now() - 2_000).toISOString(),
    operator: { name: operator.operator.name, email: operator.operator.email },
    dryRun: true,
    force: false,
    reason: 'Por si acaso',
    selection: { status: 'failed', sender: newcomer },
    limit: 100,
    selectedCount: 2,
    doneCount: 2,
    reprocessed: 0,
    unchanged: 0,
    skipped: 0,
    failed: 2,
    results: [first, second].map((messageId) => ({
      messageId,
      outcome: 'FAILED',
      code: 'REMITENTE_DESCONOCIDO',
      message: expect.any(String),
    })),
  })
  expect(named).toMatchObject({
    operator: { email: operator.operator.email },
    dryRun: false,
    reason: null,
    selection: { messageIds: [first] },
    limit: 1_000,
    reprocessed: 1,
    results: [{ messageId: first, outcome: 'REPROCESSED', code: null, message: null }],
  })
  expect(forced).toMatchObject({ operator: { email: gateway.email }, force: true, selectedCount: 2, doneCount: 2 })
  expect(await find(dry?.['id'])).toEqual(dry)
  expect(await find('unknown')).toBeNull()
})

it.each([true, false])('a replay stores its progress after every message (dry run: %s)', async (dryRun) => {
  await givenFailed(3)
  await gateway.db.$executeRawUnsafe(`CREATE TABLE "Said" ("n" SERIAL, "done" INTEGER, "runs" BOOLEAN)`)
  await gateway.db.$executeRawUnsafe(
    `CREATE FUNCTION listen() RETURNS trigger AS $$ BEGIN
       INSERT INTO "Said" ("done", "runs") VALUES (NEW."done", NEW."running" = 1); RETURN NULL; END $$ LANGUAGE plpgsql`,
  )
  await gateway.db.$executeRawUnsafe(
    `CREATE TRIGGER listen AFTER INSERT OR UPDATE ON "Replay" FOR EACH ROW EXECUTE FUNCTION listen()`,
  )

  await trade.replay({ status: 'failed', dryRun })

  expect(await gateway.db.$queryRaw`SELECT "done", "runs" FROM "Said" ORDER BY "n"`).toEqual([
    { done: 0, runs: true },
    { done: 1, runs: true },
    { done: 2, runs: true },
    { done: 3, runs: true },
    { done: 3, runs: null },
  ])
})

it('a running replay has its progress, and no results yet', async () => {
  await givenRunning({ selected: ['one', 'two', 'three'], done: 2 })

  expect(await find('runs')).toMatchObject({
    finishedAt: null,
    operator: null,
    selectedCount: 3,
    doneCount: 2,
    reprocessed: null,
    unchanged: null,
    skipped: null,
    failed: null,
    results: [],
  })
})

it('a stopped replay has the results of the messages it processed, and skipped the others', async () => {
  await givenFailed(3)
  let allowed = 2
  const parts = {
    db: gateway.db,
    clock: gateway.clock,
    recordOutcome: () => undefined,
    canContinue: () => allowed-- > 0,
  }

  const { replayId } = await replay(parts, { ...request, idempotencyKey: null }, somebody)

  expect(await find(replayId)).toMatchObject({
    selectedCount: 3,
    doneCount: 2,
    failed: 2,
    skipped: 1,
    results: [{ outcome: 'FAILED' }, { outcome: 'FAILED' }, { outcome: 'SKIPPED' }],
  })
})

it.each([
  ['its counter if it left no attempts', { dryRun: true, done: 2, traces: 0 }, { doneCount: 2, skipped: 3 }],
  ['its attempts if its counter lags', { dryRun: false, done: 0, traces: 1 }, { doneCount: 1, failed: 1 }],
])('the progress of a replay that died is taken from %s', async (_, { dryRun, done, traces }, expected) => {
  const selected = await givenFailed(3)
  await givenRunning({ aliveSecondsAgo: 60, request: { ...request, dryRun }, selected, done })
  for (const messageId of selected.slice(0, traces))
    await gateway.db.inboundAttempt.create({ data: { messageId, at: now(), status: 'FAILED', replayId: 'runs' } })

  await trade.replay({ messageIds: selected, dryRun: true })

  expect(await find('runs')).toMatchObject({ finishedAt: now().toISOString(), selectedCount: 3, ...expected })
})

it('replays are paged without a gap, even if they began at the same moment', async () => {
  for (let count = 0; count < 5; count++) await trade.replay({ status: 'failed' })

  const first = await list({ first: 2 })
  const second = await list({ first: 2, after: first['pageInfo'].endCursor })
  const last = await list({ first: 2, after: second['pageInfo'].endCursor })

  const ids = [first, second, last].flatMap((page) => nodesIn(page).map(({ id }) => id as string))
  expect(ids).toHaveLength(5)
  expect(new Set(ids).size).toBe(5)
  expect([first, second, last].map(({ totalCount, pageInfo }) => [totalCount, pageInfo.hasNextPage])).toEqual([
    [5, true],
    [5, true],
    [5, false],
  ])
})

it('replays are read with a few statements, however many there are', async () => {
  const { id: operatorId } = await gateway.db.operator.findFirstOrThrow()
  const answer = { reprocessed: 0, unchanged: 0, skipped: 0, failed: 1 }
  const result = { messageId: 'one', outcome: 'failed', code: 'ADJUNTO_AUSENTE', message: 'Falta' }
  await gateway.db.replay.createMany({
    data: Array.from({ length: 200 }, (_, index) => ({
      id: `replay-${index}`,
      operatorId,
      request: { ...request },
      selected: ['one'],
      startedAt: now(),
      aliveAt: now(),
      finishedAt: now(),
      answer: { replayId: `replay-${index}`, ...answer, results: [result] },
    })),
  })

  let page: Json = {}
  await list({ first: 1 })
  const few = await statementsOf(() => list({ first: 2 }))
  const many = await statementsOf(async () => (page = await list({ first: 200 })))

  expect(nodesIn(page).filter(({ results, operator }) => results.length === 1 && operator !== null)).toHaveLength(200)
  expect(many).toBe(few)
  expect(many).toBeLessThan(10)
})
