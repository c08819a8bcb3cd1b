import { manualClock, type ManualClock } from '../support/clock.ts'
import { givenDatabase, type GivenDatabase } from '../support/database/database.ts'
import { givenGateway, type GivenGateway } from '../support/gateway.ts'
import { givenHeartbeat, readHeartbeat } from '../support/monitoring/heartbeats.ts'
import { givenService, passReporting } from '../support/monitoring/services.ts'
import { minutes, randomFrom, seconds } from '../support/monitoring/traffic.ts'

const pauseMs = minutes(20)

let clock: ManualClock
let database: GivenDatabase
let gateway: GivenGateway
beforeEach(async () => {
  clock = manualClock()
  database = await givenDatabase()
  gateway = await start()
})
afterEach(async () => {
  await gateway[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

const start = () => givenGateway({ clock, database, config: { sampleData: false } })

type Pause = [kind: string, pause: () => Promise<void>]

const suspension: Pause = [
  'a suspension',
  () => {
    clock.suspend(pauseMs)
    return Promise.resolve()
  },
]

const restart: Pause = [
  'a restart',
  async () => {
    await gateway[Symbol.asyncDispose]()
    clock.jump(pauseMs)
    gateway = await start()
  },
]

it.each([suspension, restart])(
  '%s of twenty minutes opens nothing, and after it each of twenty next beats is expected to the second; a job that died in it is noticed within its interval and grace',
  async (_kind, pause) => {
    const begunAt = clock.now()
    const [died, ...alive] = await givenJobs(21)
    await live([...alive, ...(died ? [died] : [])], begunAt, minutes(6))

    await pause()
    await live(alive, begunAt, seconds(10))
    const [resumedAt, expected] = [clock.now(), await expectedOf(alive)]
    await live(alive, begunAt, (died?.limitMs ?? 0) + seconds(10))

    expect(expected).toEqual(alive.map((job) => new Date(job.nextAfter(begunAt, resumedAt)).toISOString()))
    expect(await failingJobs()).toEqual([died?.name])
  },
)

it.each([suspension, restart])(
  'the silence of what has no schedule goes on after %s of twenty minutes as if that had not been',
  async (_kind, pause) => {
    await database.db.subject.createMany({ data: [{ kind: 'LIBRERIAS', key: 'L-1', name: 'L-1' }] })
    const watched = await givenService(gateway, 'pedidos', 300)
    const unwatched = await givenService(gateway, 'catalogo')
    await unwatched.report({ kind: 'library', id: 'L-1', ok: true, durationMs: 20 })
    await passReporting(gateway, 20, [watched, unwatched])
    await gateway.pass(400)

    const before = await states()
    await pause()
    await gateway.pass(120)
    const soon = await states()
    await gateway.pass(300)
    const almost = await states()
    await gateway.pass(90)
    const unknown = await states()
    await gateway.pass(60)

    expect(before).toEqual({ 'L-1': 'OPERATIVO', pedidos: 'OPERATIVO', catalogo: 'OPERATIVO' })
    expect(soon).toEqual(before)
    expect(almost).toEqual(before)
    expect(unknown).toEqual({ 'L-1': 'DESCONOCIDO', pedidos: 'OPERATIVO', catalogo: 'DESCONOCIDO' })
    expect(await states()).toEqual({ 'L-1': 'DESCONOCIDO', pedidos: 'FALLANDO', catalogo: 'DESCONOCIDO' })
  },
)

const states = async () =>
  Object.fromEntries(
    (
      await database.db.subject.findMany({
        where: { name: { in: ['L-1', 'pedidos', 'catalogo'] } },
        orderBy: { id: 'asc' },
      })
    ).map(({ name, state }) => [name, state]),
  )

const failingJobs = async () =>
  (
    await database.db.incident.findMany({
      where: { subject: { heartbeat: { isNot: null } } },
      include: { subject: true },
    })
  ).map(({ subject }) => subject.name)

const expectedOf = (jobs: readonly { id: string }[]) =>
  Promise.all(jobs.map(async ({ id }) => (await readHeartbeat(gateway, id))['nextExpectedAt'] as string))

/** So many jobs with different intervals, graces and phases; a beat falls on a whole second. */
async function givenJobs(count: number) {
  const random = randomFrom(count)
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least))
  const jobs = []
  for (let index = 0; index < count; index++) {
    const name = `Tarea ${index}`
    const [intervalSeconds, graceSeconds, phase] = [between(60, 900), between(60, 300), between(1, 300)]
    const { id, secret } = await givenHeartbeat(gateway, { name, intervalSeconds, graceSeconds })
    const intervalMs = seconds(intervalSeconds)
    const nextAfter = (begunAt: number, at: number) => {
      const firstAt = begunAt + seconds(phase)
      return firstAt + Math.max(0, Math.floor((at - firstAt) / intervalMs) + 1) * intervalMs
    }
    jobs.push({ id, name, secret, limitMs: intervalMs + seconds(graceSeconds), nextAfter })
  }
  return jobs
}

/** Time passes, in which these jobs beat. */
async function live(jobs: Awaited<ReturnType<typeof givenJobs>>, begunAt: number, ms: number): Promise<void> {
  const until = clock.now() + ms
  for (;;) {
    const next = jobs
      .map((job) => ({ job, at: job.nextAfter(begunAt, clock.now()) }))
      .reduce((one, other) => (other.at < one.at ? other : one))
    if (next.at > until) break
    await gateway.pass((next.at - clock.now()) / 1_000)
    for (const { secret } of jobs.filter((job) => job.nextAfter(begunAt, next.at - 1) === next.at))
      expect((await fetch(`${gateway.url}/ingest/v1/heartbeats/${secret}`)).status).toBe(204)
  }
  await gateway.pass((until - clock.now()) / 1_000)
}
