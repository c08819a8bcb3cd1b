import { givenReceiver } from '../support/alerting/receiver.ts'
import { alertingSettings } from '../support/alerting/pending-deliveries.ts'
import { dataOf, givenDestination } from '../support/alerting/destinations.ts'
import type { Json } from '../support/gateway.ts'
import { givenTwoInstances, judging, outcomesOf } from '../support/process/instances.ts'
import { givenReportingService, startReplica, type Replica } from '../support/process/reporting-services.ts'
import { until } from '../support/until.ts'

const tenSeconds = 10_000
const minute = 60_000

/** Within this time of its last report a service that states an interval of ten seconds is told silent. */
const toldWithinMs = 90_000

// Nobody is told of our own routes, which a loaded machine makes slow.
const toldAtOnce = { waitSeconds: 0, intervalSeconds: 10, events: [], filter: { kinds: ['INTEGRACIONES'] } }

/** Two instances, and a receiver to which they send at once. */
async function givenHouse() {
  const receiver = await givenReceiver()
  const house = await givenTwoInstances({ ...alertingSettings, LOG_LEVEL: 'info' })
  const [client] = house.clients
  await givenDestination({ data: client.ask }, receiver.url, toldAtOnce)
  const told = () =>
    dataOf(receiver.received).map(({ firing, resolved }) => ({ firing: names(firing), resolved: names(resolved) }))
  const replicas: Replica[] = []
  return {
    ...house,
    told,
    start(...reporting: Parameters<typeof startReplica>): Replica {
      const replica = startReplica(...reporting)
      replicas.push(replica)
      return replica
    },
    untilTold: (name: string) =>
      until(`${name} is told`, () => told().some(({ firing }) => firing.includes(name)), 2 * minute),
    async [Symbol.asyncDispose]() {
      for (const replica of replicas) replica.cancel()
      await house[Symbol.asyncDispose]()
      await receiver[Symbol.asyncDispose]()
    },
  }
}

const names = (incidents: Json[]) => incidents.map(({ subject }) => subject.name as string)

/** Several services report to one instance, the other being idle: one stops and returns; another is rotated, a third loses two of three replicas. */
async function stopOne() {
  await using house = await givenHouse()
  const { db, clients } = house
  const [client] = clients
  await client.putLibrary('L-1')
  const stopped = await givenReportingService(db, client, { name: 'pedidos', intervalSeconds: 10 })
  const rotated = await givenReportingService(db, client, { name: 'catalogo', intervalSeconds: 10 })
  const replicated = await givenReportingService(db, client, { name: 'busqueda', intervalSeconds: 60 })
  const newSecret = await rotated.rotate()
  house.start(client, replicated, minute)
  const old = house.start(client, rotated, tenSeconds)
  const replicas = [house.start(client, replicated, minute), house.start(client, replicated, minute)]
  const one = house.start(client, stopped, tenSeconds, ...outcomesOf('L-1', true, 1))
  await Promise.all([stopped, rotated, replicated].map((service) => service.untilState('OPERATIVO')))

  await Promise.all(replicas.map((replica) => replica.stop()))
  await old.stop()
  house.start(client, { secret: newSecret }, tenSeconds)
  const stoppedAt = await one.stop()
  await house.untilTold('pedidos')
  const toldAfterMs = Date.now() - stoppedAt
  const library = await until('its library is Desconocido', () =>
    db.subject.findFirst({ where: { key: 'L-1', state: 'DESCONOCIDO' } }),
  )
  const { subject } = await client.ask('{ subject(kind: LIBRERIAS, id: "L-1") { reason } }')
  const returnedAt = Date.now()
  house.start(client, stopped, tenSeconds, ...outcomesOf('L-1', true, 1))
  await until('it is resolved', async () => (await stopped.incidents()).every(({ openKey }) => openKey === null))
  const resolvedAfterMs = Date.now() - returnedAt
  await until('the resolution is told', () => house.told().some(({ resolved }) => resolved.includes('pedidos')))
  return {
    ...{ toldAfterMs, resolvedAfterMs, library, reason: String(subject.reason), told: house.told() },
    others: [...(await rotated.incidents()), ...(await replicated.incidents())],
  }
}

/** The leader is killed when a service reaches its limit. */
async function killLeader() {
  await using house = await givenHouse()
  const { db, clients, instances } = house
  const { judge, other } = await judging(instances)
  const client = clients[other]
  const stopped = await givenReportingService(db, client, { name: 'pedidos', intervalSeconds: 10 })
  const steady = await givenReportingService(db, client, { name: 'catalogo', intervalSeconds: 10 })
  house.start(client, steady, tenSeconds)
  const one = house.start(client, stopped, tenSeconds)
  await Promise.all([stopped, steady].map((service) => service.untilState('OPERATIVO')))

  const stoppedAt = await one.stop()
  await until('its limit is near', () => Date.now() - stoppedAt > 69_000)
  await instances[judge].kill()
  const killedAt = Date.now()
  await house.untilTold('pedidos')
  const toldAfterMs = Date.now() - killedAt
  await stopped.untilState('FALLANDO')
  house.start(client, stopped, tenSeconds)
  await until('it is resolved', async () => (await stopped.incidents()).every(({ openKey }) => openKey === null))
  await until('the resolution is told', () => house.told().some(({ resolved }) => resolved.includes('pedidos')))
  return {
    toldAfterMs,
    told: house.told(),
    incidents: await db.incident.count({ where: { subject: { kind: 'INTEGRACIONES' } } }),
  }
}

/** All of two services stop in the same second. */
async function stopBoth() {
  await using house = await givenHouse()
  const { db, clients } = house
  const services = await Promise.all(
    ['pedidos', 'catalogo'].map((name) => givenReportingService(db, clients[0], { name, intervalSeconds: 10 })),
  )
  // One reports to each instance.
  const replicas = services.map((service, index) => house.start(clients[index] ?? clients[0], service, tenSeconds))
  await Promise.all(services.map((service) => service.untilState('OPERATIVO')))

  const stoppedAt = Math.max(...(await Promise.all(replicas.map((replica) => replica.stop()))))
  await house.untilTold('Recepción de telemetría')
  const toldAfterMs = Date.now() - stoppedAt
  await Promise.all(services.map((service) => service.untilState('FALLANDO')))
  const { interruptedSince } = await db.judgement.findUniqueOrThrow({ where: { id: 1 } })
  return { toldAfterMs, interruptedSince, told: house.told() }
}

let scenarios: {
  one: ReturnType<typeof stopOne>
  leader: ReturnType<typeof killLeader>
  both: ReturnType<typeof stopBoth>
}
// At once, as each takes a minute and a half of real time.
beforeAll(() => {
  scenarios = { one: stopOne(), leader: killLeader(), both: stopBoth() }
  for (const scenario of Object.values(scenarios)) scenario.catch(() => undefined)
})
afterAll(() => Promise.allSettled(Object.values(scenarios)))

it('a stopped service is told within 90 s, and resolved within two ticks of its return; one that is rotated or loses two of three replicas is not', async () => {
  const { toldAfterMs, resolvedAfterMs, reason, told, others } = await scenarios.one

  expect(toldAfterMs).toBeLessThan(toldWithinMs)
  expect(resolvedAfterMs).toBeLessThan(25_000)
  expect(reason).toMatch(/su servicio, pedidos, informó por última vez/)
  expect(told).toEqual([
    { firing: ['pedidos'], resolved: [] },
    { firing: [], resolved: ['pedidos'] },
  ])
  expect(others).toEqual([])
})

it('a service that falls silent as the leader is killed is told once, within 90 s of it', async () => {
  const { toldAfterMs, told, incidents } = await scenarios.leader

  expect(toldAfterMs).toBeLessThan(toldWithinMs)
  expect(told).toEqual([
    { firing: ['pedidos'], resolved: [] },
    { firing: [], resolved: ['pedidos'] },
  ])
  expect(incidents).toBe(1)
})

it('all of two services that stop in the same second are told in one message', async () => {
  const { toldAfterMs, interruptedSince, told } = await scenarios.both

  expect(toldAfterMs).toBeLessThan(toldWithinMs)
  expect(interruptedSince).not.toBeNull()
  expect(told).toEqual([{ firing: ['Recepción de telemetría'], resolved: [] }])
})
