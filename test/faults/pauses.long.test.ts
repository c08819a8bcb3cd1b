import { scheduleOverrides } from '../../src/monitoring/heartbeats/schedule.ts'
import { dataOf, givenDestination } from '../support/alerting/destinations.ts'
import { alertingSettings } from '../support/alerting/pending-deliveries.ts'
import { givenReceiver } from '../support/alerting/receiver.ts'
import type { Json } from '../support/gateway.ts'
import { givenHeartbeat } from '../support/monitoring/heartbeats.ts'
import { seconds } from '../support/monitoring/traffic.ts'
import { outcomesOf } from '../support/process/instances.ts'
import { givenBehindProxy } from '../support/process/outage.ts'
import { givenReportingService, startReplica } from '../support/process/reporting-services.ts'
import { until } from '../support/until.ts'

/** So long that the ticks before and after are more than 30 s apart. */
const awayMs = seconds(42)

/** After a pause no state changes for so long. */
const holdMs = seconds(60)

const tickMs = seconds(10)

/** A job whose beats were missed for its grace of 30 s is noticed when the hold ends; the grace of others is longer. */
const died = { name: 'Muerta', intervalSeconds: 30, graceSeconds: 30 }
const alive = Array.from({ length: 20 }, (_, index) => ({
  ...{ name: `Tarea ${index}`, intervalSeconds: 20 + index, graceSeconds: 60 },
}))

type Behind = Awaited<ReturnType<typeof givenBehindProxy>>
type Schedule = typeof died

/** A job that beats at its interval, while it can reach the server. Its schedule is shorter than the API allows. */
async function startJob({ db, client }: Behind, schedule: Schedule, isReachable: () => boolean) {
  const { id, address } = await givenHeartbeat({ data: client.ask, url: client.url }, { name: schedule.name })
  const { subjectId, subject } = await db.heartbeat.findUniqueOrThrow({ where: { id }, include: { subject: true } })
  const policy = { ...(subject.policy as object), ...scheduleOverrides(schedule) }
  await db.subject.update({ where: { id: subjectId }, data: { policy } })
  const beat = async () => {
    if (isReachable()) await fetch(address).catch(() => undefined)
  }
  await beat()
  const timer = setInterval(() => void beat(), seconds(schedule.intervalSeconds))
  return { stop: () => clearInterval(timer) }
}

/** Jobs, two watched services, a library that one of them reports, and a receiver to which the server sends at once. */
async function givenHouse() {
  const receiver = await givenReceiver()
  const behind = await givenBehindProxy(alertingSettings)
  const { db, client } = behind
  let isReachable = true
  const filter = { kinds: ['INTEGRACIONES'] }
  const input = { waitSeconds: 0, intervalSeconds: 10, events: [], filter }
  await givenDestination({ data: client.ask }, receiver.url, input)
  await client.putLibrary('L-1')
  const timers: { stop: () => unknown }[] = []
  for (const name of ['pedidos', 'catalogo']) {
    const service = await givenReportingService(db, client, { name, intervalSeconds: 10 })
    const replica = startReplica(client, service, tickMs, ...outcomesOf('L-1', true, 1))
    timers.push({ stop: replica.cancel })
  }
  const jobs = await Promise.all([died, ...alive].map((schedule) => startJob(behind, schedule, () => isReachable)))
  timers.push(...jobs)
  return {
    ...behind,
    /** Whether jobs reach the server. */
    reach: (reachable: boolean) => (isReachable = reachable),
    killJob: () => jobs[0]?.stop(),
    told: () => dataOf(receiver.received).flatMap(({ firing }) => firing as Json[]),
    async [Symbol.asyncDispose]() {
      for (const timer of timers) timer.stop()
      await behind[Symbol.asyncDispose]()
      await receiver[Symbol.asyncDispose]()
    },
  }
}

const watched = alive.length + 1 + 2 + 1

/** The states after a pause, in which a job died; `away` and `back` begin and end it. */
async function pause(away: (behind: Behind) => unknown, back: (behind: Behind) => unknown) {
  await using house = await givenHouse()
  const { db, client } = house
  const named = { name: { in: [died, ...alive].map(({ name }) => name).concat('pedidos', 'catalogo', 'Una librería') } }
  await until(
    'all is well',
    async () => (await db.subject.count({ where: { ...named, state: 'OPERATIVO' } })) === watched,
  )
  house.killJob()
  const last = await db.transition.aggregate({ _max: { id: true } })

  house.reach(false)
  away(house)
  const awayAt = performance.now()
  await until('it was away', () => performance.now() - awayAt > awayMs)
  back(house)
  house.reach(true)
  const { endedAt } = await until('the pause is stored', () => db.pause.findFirst())
  const { heartbeats } = await client.ask('{ heartbeats { lastAt nextExpectedAt integration { name } } }')
  await until('somebody is told', () => house.told().length > 0)
  const transitions = await db.transition.findMany({
    where: { id: { gt: last._max.id ?? 0 }, subject: { kind: { in: ['INTEGRACIONES', 'LIBRERIAS'] } } },
    include: { subject: true },
  })
  return {
    ...{ endedAt, told: house.told(), beats: (heartbeats as Json[]).map(beatOf) },
    incidents: await db.incident.findMany({ include: { subject: true } }),
    // The first message makes the destination known.
    changes: transitions.filter(({ from }) => from !== 'DESCONOCIDO').map(({ subject, to }) => [subject.name, to]),
  }
}

const beatOf = ({ integration, lastAt, nextExpectedAt }: Json) => ({
  name: integration.name as string,
  lastAt: Date.parse(lastAt as string),
  nextExpectedAt: Date.parse(nextExpectedAt as string),
})

/** The first time of a schedule after the pause. */
function nextAfter(endedAt: Date, { lastAt, name }: ReturnType<typeof beatOf>): number {
  const intervalMs = seconds(alive.find((schedule) => schedule.name === name)?.intervalSeconds ?? NaN)
  return lastAt + intervalMs * Math.max(1, Math.floor((endedAt.getTime() - lastAt) / intervalMs) + 1)
}

const kinds = {
  'a stopped process': [({ vigia }: Behind) => vigia.send('SIGSTOP'), ({ vigia }: Behind) => vigia.send('SIGCONT')],
  'an unavailable database': [
    ({ proxy }: Behind) => proxy.treat('refused'),
    ({ proxy }: Behind) => proxy.treat('well'),
  ],
} as const

let pauses: Record<string, ReturnType<typeof pause>>
// At once, as each takes two minutes of real time.
beforeAll(() => {
  pauses = Object.fromEntries(Object.entries(kinds).map(([kind, [away, back]]) => [kind, pause(away, back)]))
  for (const one of Object.values(pauses)) one.catch(() => undefined)
})
afterAll(() => Promise.allSettled(Object.values(pauses)))

it.each(Object.keys(kinds))(
  'after %s only the job that died meanwhile changes and is told, as soon as states may change; all next beats are expected to the second',
  async (kind) => {
    const found = await pauses[kind]
    if (!found) throw new Error('It did not begin.')
    const { endedAt, beats, changes, incidents, told } = found
    const living = beats.filter(({ name }) => name !== died.name)

    expect(changes).toEqual([[died.name, 'FALLANDO']])
    expect(told.map(({ subject }) => subject.name as string)).toEqual([died.name])
    expect(incidents.filter(({ kind }) => kind !== 'ENDPOINTS').map(({ subject }) => subject.name)).toEqual([died.name])
    const noticedMs = Number(incidents.find(({ subject }) => subject.name === died.name)?.openedAt) - Number(endedAt)
    expect(noticedMs).toBeGreaterThanOrEqual(holdMs)
    expect(noticedMs).toBeLessThanOrEqual(seconds(died.intervalSeconds + died.graceSeconds) + tickMs)
    expect(living).toHaveLength(alive.length)
    expect(living.map(({ nextExpectedAt }) => nextExpectedAt)).toEqual(living.map((beat) => nextAfter(endedAt, beat)))
  },
)
