import { givenAlertingGateway, givenDestination, untilReceived } from '../support/alerting/destinations.ts'
import { givenReceiver } from '../support/alerting/receiver.ts'
import { manualClock } from '../support/clock.ts'
import { givenDatabase } from '../support/database/database.ts'
import { givenGateway, outcome, times, type GivenGateway } from '../support/gateway.ts'
import { casesOf } from '../support/extent.ts'
import { until } from '../support/until.ts'
import { hours, minutes } from '../support/monitoring/traffic.ts'
import { givenIntegrations, reportIntegrations, setUpstream } from '../support/monitoring/integrations.ts'
import { outcomesOf } from '../support/process/instances.ts'

const steps = [
  { step: 'back by an hour', ms: -hours(1) },
  { step: 'back by thirteen minutes', ms: -minutes(13) },
  { step: 'forward by two, as a machine whose hardware clock is in local time', ms: hours(2) },
].slice(0, casesOf(1, 2))

const moments = [
  { when: 'after an outage was told', beforeSeconds: 120 },
  { when: 'right after the start', beforeSeconds: 10 },
]

const cases = steps.flatMap((step, index) =>
  moments.slice(0, index === 0 ? casesOf(1, 2) : 1).map((moment) => ({ ...step, ...moment })),
)

it.each(cases)('a clock that is set $step $when delays no evaluation and no notice', async ({ ms, beforeSeconds }) => {
  await using receiver = await givenReceiver()
  await using gateway = await givenAlertingGateway()
  await gateway.db.subject.create({ data: { kind: 'LIBRERIAS', key: 'L-1', name: 'Una' } })
  await givenDestination(gateway, receiver.url, { waitSeconds: 30, intervalSeconds: 300 })
  const isTold = beforeSeconds > 60
  await observe(gateway, beforeSeconds, !isTold)
  if (isTold) await untilReceived(receiver, 1)
  if (isTold) await observe(gateway, 600, true)
  if (isTold) await untilReceived(receiver, 2)
  const told = receiver.received.length

  gateway.clock.set(ms)
  await observe(gateway, 80, true)
  await observe(gateway, 120, false)
  const { state } = await gateway.db.subject.findFirstOrThrow({ where: { key: 'L-1' } })
  await observe(gateway, 300, false)
  await untilReceived(receiver, told + 1)
  // Until the time of the samples from before is reached: they do not count once more.
  await gateway.pass(15 * 60)

  expect(state).toBe('FALLANDO')
  expect(await gateway.db.incident.findFirst({ orderBy: { number: 'desc' } })).toMatchObject({ status: 'OPEN' })
})

const setBacks = [
  { back: 'twenty minutes', ms: minutes(20) },
  { back: 'an hour', ms: hours(1) },
].slice(0, casesOf(1, 2))

/** As far as a window reaches, and the two minutes in which a sample may be ahead. */
const reach = minutes(17)

// An hour takes twice as long, and reaches no further than the window.
describe.each(setBacks.slice(0, 1))('after traffic and an outage, the clock set back by $back', ({ ms }) => {
  const recorded = Math.min(ms, hours(1))

  it.each(['while it runs', 'while it stands still'])('%s: only samples from then on count', async (when) => {
    await using database = await givenDatabase()
    const clock = manualClock()
    const start = () => givenAlertingGateway({ database, clock })
    let gateway = await start()
    await gateway.db.subject.create({ data: { kind: 'LIBRERIAS', key: 'L-1', name: 'Una' } })
    await observe(gateway, Math.max(minutes(10), recorded - minutes(15)) / 1_000, true, 100)
    await observe(gateway, 300, false)
    await observe(gateway, 900, true)
    const before = await outagesOf(gateway)

    if (when !== 'while it runs') await gateway[Symbol.asyncDispose]()
    clock.set(-ms)
    if (when !== 'while it runs') gateway = await start()
    await observe(gateway, 180, true, 2)
    await observe(gateway, 300, false, 2)
    const during = await outagesOf(gateway)
    await observe(gateway, 1_200, true)
    // Past the time at which the clock was set back.
    await observe(gateway, (recorded + reach - minutes(28)) / 1_000, true)
    const after = await outagesOf(gateway)
    const ahead = await gateway.db.bucket.count({
      where: { span: 10, start: { gt: new Date(clock.now() + minutes(2)) } },
    })
    await gateway[Symbol.asyncDispose]()

    expect(before).toEqual({ state: 'OPERATIVO', count: 1 })
    expect(during).toEqual({ state: 'FALLANDO', count: 2 })
    expect(after).toEqual({ state: 'OPERATIVO', count: 2 })
    expect(ahead).toBe(0)
  })
})

it.each(setBacks)(
  'an upstream outage that ended before the clock was set back by $back suppresses no more',
  async ({ ms }) => {
    await using gateway = await givenGateway({ config: { sampleData: false } })
    const [up = '', down = ''] = await givenIntegrations(gateway, 2)
    await setUpstream(gateway, down, [up])
    await reportIntegrations(gateway, 300, { [up]: true, [down]: true })
    await reportIntegrations(gateway, 300, { [up]: false, [down]: false })
    const openOf = (key: string) =>
      gateway.db.incident.findFirst({ where: { subject: { key }, openKey: { not: null } } })
    while (await openOf(up)) await reportIntegrations(gateway, 10, { [up]: true, [down]: false })
    const before = await openOf(down)

    gateway.clock.set(-ms)
    await reportIntegrations(gateway, 180, { [up]: true, [down]: false })

    expect(before).toMatchObject({ suppressed: true })
    expect(await openOf(down)).toMatchObject({ suppressed: false })
  },
)

it.each(setBacks)('a first notice waits no longer if the clock is set back by $back meanwhile', async ({ ms }) => {
  await using receiver = await givenReceiver()
  await using gateway = await givenAlertingGateway()
  await gateway.db.subject.create({ data: { kind: 'LIBRERIAS', key: 'L-1', name: 'Una' } })
  await givenDestination(gateway, receiver.url, { waitSeconds: 30, intervalSeconds: 14_400 })
  await observe(gateway, 60, true)
  while ((await gateway.db.incident.count()) === 0) await observe(gateway, 10, false)
  await observe(gateway, 10, false)
  const told = receiver.received.length

  gateway.clock.set(-ms)
  await observe(gateway, 120, false)
  await untilReceived(receiver, 1)

  expect(told).toBe(0)
})

it.each(setBacks)('a quiet route is probed after the clock was set back by $back', async ({ ms }) => {
  await using gateway = await givenGateway()
  const probes = async () => {
    const metrics = await (await gateway.get('/metrics')).text()
    return [...metrics.matchAll(/^vigia_probes\w*\{.*\} (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0)
  }
  for (let tick = 0; tick < 12; tick++) {
    await gateway.report(...times(5, outcome(200)))
    await gateway.pass(10)
  }
  gateway.clock.set(-ms)
  await gateway.pass(70)
  const before = await probes()

  await gateway.pass(60)
  await until('quiet routes are probed', async () => (await probes()) > before)
})

/** The state of the library, and how often an incident of it opened or reopened. */
async function outagesOf({ db }: GivenGateway) {
  const { state } = await db.subject.findFirstOrThrow({ where: { key: 'L-1' } })
  return { state, count: await db.timelineEntry.count({ where: { event: { in: ['OPENED', 'REOPENED'] } } }) }
}

/** So many observations of the library at each of so many seconds that is a multiple of ten. */
async function observe(gateway: GivenGateway, seconds: number, ok: boolean, count = 10) {
  for (let passed = 0; passed < seconds; passed += 10) {
    await gateway.report(...outcomesOf('L-1', ok, count))
    await gateway.pass(10)
  }
}
