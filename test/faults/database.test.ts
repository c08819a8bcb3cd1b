import { failures, givenQuickLibrary, outcomesOf } from '../support/process/instances.ts'
import {
  ask,
  askEverything,
  givenBehindProxy,
  givenChange,
  givenPanels,
  isPutOff,
  lostOf,
  registering,
  statesOf,
} from '../support/process/outage.ts'
import type { Treatment } from '../support/process/proxy.ts'
import { printFigures } from '../support/print-figures.ts'
import { until } from '../support/until.ts'

/** The longest wait for a connection and its query. */
const boundMs = 16_000

/** The time after which all panels are up to date once the database is back. */
const healedMs = 5_000

/** Longer than all timeouts. */
const outageMs = 32_000

it.each<{ what: string; treatment: Treatment }>([
  { what: 'is killed and refuses', treatment: 'refused' },
  { what: 'is stopped and does not answer', treatment: 'stalled' },
])(
  'the service answers while the database $what, loses nothing, changes no state, and recovers',
  async ({ treatment }) => {
    await using house = await givenBehindProxy()
    const { client, proxy, db } = house
    for (const code of ['L-1', 'L-2']) await givenQuickLibrary(db, client, code)
    await client.report(...failures('L-1'), ...outcomesOf('L-2', true))
    await until('an incident opens', () => db.incident.findFirst())
    await using panels = await givenPanels(client, 20)
    const writing = registering(client, 4)
    await until('some are registered', () => writing.acknowledged.length > 20)
    const states = await statesOfLibraries(db)

    proxy.treat(treatment)
    await using late = await givenPanels(client, 3, { again: true })
    const answers = await askFor(outageMs, client)
    const meanwhile = await statesOfLibraries(db)
    const revision = await givenChange(db)
    proxy.treat('well')
    const back = performance.now()
    await until('panels are right', () => panels.allKnow(revision), healedMs)
    const rightMs = Math.round(performance.now() - back)
    await until('it is ready', async () => (await ask(client, '/readyz')).status === 200, healedMs)
    await until('those who came meanwhile are told', () => late.allKnow(revision), healedMs)
    await until('everything is answered', async () => (await askEverything(client)).every(({ status }) => status < 300))
    const acknowledged = await writing.stop()
    await client.report(...failures('L-1'), ...outcomesOf('L-2', true))
    await until('it judges again', () => judgedSince(db, new Date()))

    const { needing, live, ready } = answers
    expect(needing.filter((answer) => !isPutOff(answer)).map(({ what, status }) => `${what} ${status}`)).toEqual([])
    expect(new Set(live.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(ready.map(({ status }) => status))).toEqual(new Set([503]))
    expect(longestOf(needing)).toBeLessThan(boundMs)
    expect(longestOf(ready)).toBeLessThan(boundMs)
    expect(panels.closed()).toEqual([])
    expect(await lostOf(db, acknowledged)).toEqual([])
    expect(meanwhile).toEqual(states)
    expect(await statesOfLibraries(db)).toEqual(states)
    expect(house.vigia.said.stderr).toBe('')
    printFigures({
      database: treatment,
      asked: needing.length,
      longestMs: longestOf(needing),
      readyMs: longestOf(ready),
      rightMs,
      acknowledged: acknowledged.length,
    })
  },
  240_000,
)

type Given = Awaited<ReturnType<typeof givenBehindProxy>>
type Answers = Awaited<ReturnType<typeof askEverything>>

const longestOf = (answers: Answers) => Math.round(Math.max(...answers.map(({ tookMs }) => tookMs)))

/** The libraries that report; those that only register never change. */
const statesOfLibraries = async (db: Given['db']) => (await statesOf(db)).filter(({ key }) => key.startsWith('L-'))

/** Asks everything again and again for so long, and whether it lives and is ready. */
async function askFor(ms: number, client: Given['client']) {
  const end = performance.now() + ms
  const found = { needing: [] as Answers, live: [] as Answers, ready: [] as Answers }
  while (performance.now() < end) {
    const needing = askEverything(client)
    const [live, ready] = await Promise.all([ask(client, '/livez'), ask(client, '/readyz')])
    found.live.push(live)
    found.ready.push(ready)
    found.needing.push(...(await needing))
  }
  return found
}

const judgedSince = async (db: Given['db'], moment: Date) =>
  until('it judges', async () => ((await db.judgement.findUnique({ where: { id: 1 } }))?.at ?? 0) > moment)

it('the service answers with a slow database, and notifies panels in time', async () => {
  await using house = await givenBehindProxy()
  const { client, proxy, db } = house
  await givenQuickLibrary(db, client, 'L-1')
  await using panels = await givenPanels(client, 5)

  proxy.delay(300)
  const answers = [...(await askEverything(client)), await ask(client, '/livez')]
  await until('it is ready', async () => (await ask(client, '/readyz')).status === 200, healedMs)
  const revision = await givenChange(db)
  await until('panels are right', () => panels.allKnow(revision), 2 * healedMs)
  await client.report(...failures('L-1'))
  await until('an incident opens', () => db.incident.findFirst({ where: { subject: { key: 'L-1' } } }))

  expect(answers.filter(({ status }) => status >= 300)).toEqual([])
  expect(longestOf(answers)).toBeLessThan(boundMs)
  expect(panels.closed()).toEqual([])
  printFigures({ database: 'slow', longestMs: longestOf(answers) })
})

it('the service answers while slow queries hold all connections, starts no more of them, and recovers', async () => {
  await using house = await givenBehindProxy()
  const { client, db } = house
  await client.putLibrary('L-1')
  await using panels = await givenPanels(client, 5)

  const { asked: answers, left } = await whileLocked(house, async () => {
    const asked = [...(await askManyTimes(60, client)), ...(await askManyTimes(60, client))]
    return { asked, left: await abandonedIn(db) }
  })
  const live = await ask(client, '/livez')
  const back = performance.now()
  await until('everything is answered', async () => (await askEverything(client)).every(({ status }) => status < 300))
  const healedAfterMs = Math.round(performance.now() - back)
  await until('it is ready', async () => (await ask(client, '/readyz')).status === 200, healedMs)
  const revision = await givenChange(db)
  await until('panels are right', () => panels.allKnow(revision), healedMs)

  expect(live.status).toBe(200)
  expect(answers.filter((answer) => !isPutOff(answer)).map(({ what, status }) => `${what} ${status}`)).toEqual([])
  expect(longestOf(answers)).toBeLessThan(boundMs)
  expect(left).toBe(0)
  expect(panels.closed()).toEqual([])
  printFigures({ database: 'exhausted', longestMs: longestOf(answers), healedAfterMs, left })
})

it('every panel shows what changed while the LISTEN connection was cut', async () => {
  await using house = await givenBehindProxy()
  const { client, db } = house
  await using panels = await givenPanels(client, 20)
  const times: number[] = []

  for (let count = 0; count < 5; count++) {
    const [cut] = await db.$queryRaw<{ n: number }[]>`
      SELECT count(pg_terminate_backend(pid))::int AS "n" FROM pg_stat_activity
      WHERE application_name = 'vigia signals' AND datname = current_database()`
    expect(cut?.n).toBe(1)
    const revision = await givenChange(db)
    const began = performance.now()
    await until('panels are right', () => panels.allKnow(revision), healedMs)
    times.push(Math.round(performance.now() - began))
    await until('it listens again', () => isListening(db))
  }

  expect(panels.closed()).toEqual([])
  printFigures({ database: 'listening cut', rightMs: times })
})

/** Locks the libraries meanwhile: each request for them holds a connection. */
const whileLocked = <T>({ db }: Given, work: () => Promise<T>): Promise<T> =>
  db.$transaction(
    async (tx) => {
      await tx.$executeRaw`SET LOCAL statement_timeout = 0`
      await tx.$executeRaw`SET LOCAL idle_in_transaction_session_timeout = 0`
      await tx.$executeRaw`LOCK TABLE "Library" IN ACCESS EXCLUSIVE MODE`
      return work()
    },
    { timeout: 100_000 },
  )

const askManyTimes = (count: number, client: Given['client']) =>
  Promise.all(
    Array.from({ length: count }, () => ask(client, '/api/admin/libraries/', { headers: { cookie: client.cookie } })),
  )

async function isListening(db: Given['db']): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT pid FROM pg_stat_activity WHERE application_name = 'vigia signals' AND datname = current_database()`
  return rows.length === 1
}

/**
 * How many queries wait in the database that nobody waits for any more: the pool gives a query up after 10 s. A younger
 * one belongs to a request of the service to itself.
 */
async function abandonedIn(db: Given['db']): Promise<number> {
  const [row] = await db.$queryRaw<{ n: number }[]>`
    SELECT count(*)::int AS "n" FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'vigia' AND wait_event_type = 'Lock'
      AND query_start < clock_timestamp() - interval '10 seconds'`
  return row?.n ?? 0
}
