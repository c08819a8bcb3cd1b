import { shardCount } from '../../src/database/coordination/shards.ts'
import { createSerialQueue } from '../../src/lib/serial-queue.ts'
import { givenDatabase, type GivenDatabase } from '../support/database/database.ts'
import { clientOf, commonSettings, type Client } from '../support/process/instances.ts'
import { startVigia } from '../support/process/process.ts'
import { until } from '../support/until.ts'

// Late ticks miss subjects, so that a machine that is busy with other tests gets fewer: CI runs ten rounds of tests of faults.
const subjects = Number(process.env['FAULT_ROUNDS']) >= 50 ? 10_000 : 2_000
const failing = 300
const perRequest = 1_000
const keys = Array.from({ length: subjects }, (_, index) => `L-${index}`)

/** Logs each evaluation of a subject with its tick. As all are slow, each evaluation advances a timer of the rule state. */
async function givenEvaluationLog({ db }: GivenDatabase) {
  await db.$executeRawUnsafe('CREATE TABLE evaluation ("subjectId" int, "tickAt" timestamp)')
  await db.$executeRawUnsafe(`
    CREATE FUNCTION log_evaluation() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO evaluation SELECT NEW."id", "tickAt" FROM "Shard" WHERE "id" = NEW."id" % ${shardCount};
      RETURN NULL;
    END $$`)
  await db.$executeRawUnsafe(`
    CREATE TRIGGER evaluated AFTER UPDATE OF "memory" ON "Subject" FOR EACH ROW
    WHEN (NEW."kind" = 'LIBRERIAS' AND OLD."memory" IS DISTINCT FROM NEW."memory") EXECUTE FUNCTION log_evaluation()`)
}

/** Subjects whose slowness has no effect within the test. */
const givenSubjects = ({ db }: GivenDatabase) => {
  const policy = { pendingDegradedMs: 3_600_000 }
  return db.subject.createMany({ data: keys.map((key) => ({ kind: 'LIBRERIAS', key, name: key, policy })) })
}

type Tick = { tickAt: Date; evaluated: number; twice: number }

const listTicks = ({ db }: GivenDatabase) =>
  db.$queryRaw<Tick[]>`
    SELECT "tickAt", count(*)::int AS "evaluated", (count(*) - count(DISTINCT "subjectId"))::int AS "twice"
    FROM evaluation GROUP BY 1 ORDER BY 1`

/** Sends one slow sample of each subject to an instance; the first subjects fail if `isFailing`. */
async function report(client: Client, isFailing: boolean) {
  for (let first = 0; first < subjects; first += perRequest)
    await client.report(
      ...keys.slice(first, first + perRequest).map((id, index) => ({
        kind: 'library' as const,
        id,
        ok: !(isFailing && first + index < failing),
        durationMs: 5_000,
      })),
    )
}

/** Sends samples of all subjects to all instances every three seconds, so that every tick has some of each. */
function startTraffic(clients: readonly Client[]) {
  const traffic = { isFailing: false, to: new Set(clients) }
  const sendToEach = async () => {
    for (const client of traffic.to)
      await report(client, traffic.isFailing).catch((error: unknown) => {
        // An instance that is killed answers no more.
        if (traffic.to.has(client)) throw error
      })
  }
  const send = createSerialQueue()
  let sent = Promise.resolve()
  const timer = setInterval(() => {
    sent = send(sendToEach)
  }, 3_000)
  return Object.assign(traffic, {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await sent
    },
  })
}

/** The ticks that do not follow the one before by ten seconds, or did not evaluate every subject once. */
const incompleteOf = (ticks: readonly Tick[]) =>
  ticks.filter(({ tickAt, evaluated, twice }, index) => {
    const before = ticks[index - 1]
    const follows = !before || tickAt.getTime() - before.tickAt.getTime() === 10_000
    return !follows || evaluated !== subjects || twice !== 0
  })

it('three instances evaluate each of thousands of subjects once at every tick, though two are killed one after the other', async () => {
  await using database = await givenDatabase()
  await givenSubjects(database)
  await givenEvaluationLog(database)
  const settings = { ...commonSettings, DATABASE_URL: database.databaseUrl ?? '' }
  await using first = startVigia(settings)
  await using second = startVigia(settings)
  await using third = startVigia(settings)
  const clients: Client[] = []
  for (const instance of [first, second, third]) clients.push(await clientOf(await instance.ready()))
  await using traffic = startTraffic(clients)

  const lastTick = async () => (await listTicks(database)).at(-1)?.tickAt.getTime() ?? 0
  /** Waits until a tick after this one has evaluated all subjects; returns its time. */
  const completeTick = (after: number) =>
    until('a tick has evaluated all subjects', async () =>
      (await listTicks(database))
        .find(({ tickAt, evaluated }) => tickAt.getTime() > after && evaluated === subjects)
        ?.tickAt.getTime(),
    )
  /** Waits until so many ticks in a row are complete; returns the time of the last. */
  const completeTicks = async (count: number) => {
    let last = await completeTick(await lastTick())
    for (let more = 1; more < count; more++) last = await completeTick(last)
    return last
  }
  await until('all three evaluate', async () => {
    const owners = (await database.db.shard.findMany()).map(({ owner }) => owner)
    return new Set(owners).size === 3
  })

  const from = await completeTicks(2)
  traffic.isFailing = true
  await completeTicks(2)
  // Killed between two ticks: not one of its subjects misses the next one.
  traffic.to.delete(clients[0] as Client)
  await first.kill()
  const to = await completeTicks(2)
  // Killed during a tick: of this one some evaluations may be missing.
  const before = await lastTick()
  await until('the next tick has begun', async () => (await lastTick()) > before)
  traffic.to.delete(clients[1] as Client)
  await second.kill()
  const atKill = await lastTick()
  await completeTicks(4)

  const ticks = (await listTicks(database)).slice(0, -1)
  const incidents = await database.db.incident.findMany({ include: { subject: true } })
  const within = (one: number, other: number) =>
    ticks.filter(({ tickAt }) => tickAt.getTime() >= one && tickAt.getTime() <= other)
  expect(ticks.filter(({ twice }) => twice > 0)).toEqual([])
  expect(incompleteOf(within(from, to))).toEqual([])
  expect(incompleteOf(within(atKill + 1, Infinity))).toEqual([])
  expect(incidents.map(({ subject }) => subject.key).sort()).toEqual(keys.slice(0, failing).sort())
  expect(new Set(incidents.map(({ status }) => status))).toEqual(new Set(['OPEN']))
}, 600_000)
