import { casesOf } from '../../support/extent.ts'
import { givenGateway } from '../../support/gateway.ts'
import { givenService } from '../../support/monitoring/services.ts'
import { reportsEvery, senders } from '../../support/monitoring/senders.ts'
import {
  simulateServices,
  type SimulatedChange,
  type SimulatedReport,
} from '../../support/monitoring/simulated-services.ts'
import { days, hours, minutes, seconds, start } from '../../support/monitoring/traffic.ts'

const weeks = { from: start, until: start + days(casesOf(8, 21)) }
// Every tick is evaluated if traffic is learned.
const period = casesOf(0, 1) === 1 ? { ...weeks, upgradedAt: start } : weeks

const told = (changes: readonly SimulatedChange[]) =>
  changes.filter(({ to }) => to === 'FALLANDO' || to === 'DEGRADADO')

it.each(Object.entries(senders))('in weeks nobody is told of %s without a stated interval', (name, reportsUntil) => {
  const changes = simulateServices([{ name, intervalSeconds: null, reports: reportsUntil(period.until) }], period)

  expect(changes.length).toBeGreaterThan(0)
  expect(told(changes)).toEqual([])
})

it('in weeks nobody is told of services that report at their interval, of which one report in fifty is lost and each is deployed every day', () => {
  const services = [14, 60, 900, 10, 30, 300].slice(0, casesOf(3, 6)).map((intervalSeconds) => ({
    name: `every ${intervalSeconds} s`,
    intervalSeconds,
    reports: reportsEvery(seconds(intervalSeconds), 0.02, period.until),
  }))

  const changes = simulateServices(services, period)

  const subjects = ['reception', ...services.flatMap(({ name }) => [name, `endpoint of ${name}`])]
  expect(changes.map(({ name, to }) => `${name}: ${to}`).sort()).toEqual(
    subjects.map((name) => `${name}: OPERATIVO`).sort(),
  )
})

/** Reports of every so many seconds, the first one `phase` seconds after the start; the last one before `until`. */
const every = (intervalSeconds: number, phase: number, until: number): SimulatedReport[] =>
  Array.from({ length: Math.ceil((until - phase) / intervalSeconds) }, (_, index) => ({
    at: start + seconds(phase + index * intervalSeconds),
    samples: [],
  }))

const tenMinutes = { from: start, until: start + minutes(10), everyTick: true }

it('one of three services that stops is told alone by ticks that run late, and know reports of after them', () => {
  const services = [
    { name: 'stopped', intervalSeconds: 10, reports: every(10, 0.5, 310) },
    { name: 'steady', intervalSeconds: 10, reports: every(10, 0.5, 600) },
    { name: 'rare', intervalSeconds: 60, reports: every(60, 0.5, 600) },
  ]

  const changes = simulateServices(services, { ...tenMinutes, knownMs: seconds(2) })

  expect(told(changes).map(({ name }) => name)).toEqual(['stopped'])
})

it('one of two services that stops is told alone while an instance writes the reports of both twenty seconds late', () => {
  const services = [
    { name: 'stopped', intervalSeconds: 10, reports: every(10, 9.5, 310) },
    { name: 'rare', intervalSeconds: 60, reports: every(63, 3, 600) },
  ]

  const changes = simulateServices(services, { ...tenMinutes, knownMs: seconds(-20) })

  expect(told(changes).map(({ name }) => name)).toEqual(['stopped'])
})

it('the server tells a service and its return at the same ticks as the simulation', async () => {
  await using gateway = await givenGateway({ config: { sampleData: false } })
  const from = gateway.clock.now()
  const hoursLong = casesOf(1, 2)
  const deathAt = from + hours(hoursLong / 2)
  const reports = wholeSeconds(reportsEvery(seconds(60), 0.02, start + hours(hoursLong)), from).filter(
    ({ at }) => at < deathAt || at >= deathAt + minutes(15),
  )
  const { report, id } = await givenService(gateway, 'pedidos', 60)
  for (const { at } of reports) {
    await gateway.pass((at - gateway.clock.now()) / seconds(1))
    await report()
  }
  await gateway.pass(10)

  const { subjectId } = await gateway.db.service.findUniqueOrThrow({ where: { id } })
  const transitions = await gateway.db.transition.findMany({
    where: { subjectId: subjectId ?? 0 },
    orderBy: { id: 'asc' },
  })
  const simulated = simulateServices([{ name: 'pedidos', intervalSeconds: 60, reports }], {
    ...{ from, until: gateway.clock.now() + 1, everyTick: true },
  }).filter(({ name }) => name === 'pedidos')
  expect(transitions.map(({ to }) => to)).toEqual(['OPERATIVO', 'FALLANDO', 'OPERATIVO'])
  expect(transitions.slice(1).map(({ to, at }) => ({ name: 'pedidos', to, at: at.getTime() }))).toEqual(
    simulated.slice(1),
  )
})

/** The same reports from another time on, each at a whole second. */
const wholeSeconds = (reports: Iterable<SimulatedReport>, from: number) =>
  [...reports].map(({ at, samples }) => ({ at: from + Math.ceil((at - start) / seconds(1)) * seconds(1), samples }))
