import type { ServerResponse } from 'node:http'
import {
  givenAlertingGateway,
  givenDestination,
  givenFailingLibraries,
  resolveLibraries,
  targetOf,
} from '../support/alerting/destinations.ts'
import type { GivenGateway, Json } from '../support/gateway.ts'
import { givenReceiver } from '../support/alerting/receiver.ts'
import { givenTracker } from '../support/alerting/tracker.ts'
import { until } from '../support/until.ts'

const quick = { waitSeconds: 0, intervalSeconds: 10, repeatSeconds: null }
const codes = Array.from({ length: 40 }, (_, index) => `l-${index}`)
const accepted = (response: ServerResponse) => response.writeHead(202).end()

type Given = { gateway: GivenGateway; receiver: Awaited<ReturnType<typeof givenReceiver>> }

const givenPagerDuty = async (receiver: Given['receiver']) => {
  const gateway = await givenAlertingGateway({ config: { pagerdutyUrl: receiver.url } })
  await givenDestination(gateway, '', { ...quick, target: targetOf('pagerduty', receiver.url) })
  return gateway
}

const bodiesOf = ({ received }: Given['receiver']) => received.map(({ body }) => JSON.parse(body) as Json)

/** The keys of the events of PagerDuty with an action, in order. */
const keysOf = (receiver: Given['receiver'], action: string): string[] =>
  bodiesOf(receiver)
    .filter((body) => body['event_action'] === action)
    .map((body) => body['dedup_key'] as string)

const idsOf = async ({ db }: GivenGateway) =>
  (await db.incident.findMany({ where: { kind: 'LIBRERIAS' } })).map(({ id }) => id).sort()

const untilDelivered = (gateway: GivenGateway, count: number) =>
  until(`${count} messages are delivered`, async () => {
    return (await gateway.db.delivery.count({ where: { status: 'DELIVERED' } })) >= count
  })

describe('PagerDuty', () => {
  it('gets each of forty incidents that open, are acknowledged and are resolved', async () => {
    await using receiver = await givenReceiver(accepted)
    await using gateway = await givenPagerDuty(receiver)
    await givenFailingLibraries(gateway, codes)
    await gateway.pass(10)
    await untilDelivered(gateway, 1)
    const [first = ''] = await idsOf(gateway)
    await gateway.data('mutation ($id: ID!) { acknowledgeIncident(id: $id) { id } }', { id: first })
    await gateway.pass(10)
    await untilDelivered(gateway, 2)
    await resolveLibraries(gateway, codes)
    await gateway.pass(10)
    await untilDelivered(gateway, 3)

    const ids = await idsOf(gateway)
    expect(keysOf(receiver, 'trigger').sort()).toEqual([...ids, first].sort())
    expect(keysOf(receiver, 'acknowledge')).toEqual([first])
    expect(keysOf(receiver, 'resolve').sort()).toEqual(ids)
  })

  it('that limits the rate gets each event once, however many attempts that takes', async () => {
    let allowed = 3
    await using receiver = await givenReceiver((response) => {
      allowed -= 1
      response.writeHead(allowed >= 0 ? 202 : 429).end()
    })
    await using gateway = await givenPagerDuty(receiver)
    await givenFailingLibraries(gateway, codes)

    await until('it is delivered', async () => {
      allowed = 3
      await gateway.pass(10)
      return (await gateway.db.delivery.count({ where: { status: 'DELIVERED' } })) === 1
    })

    const delivery = await gateway.db.delivery.findFirstOrThrow({ include: { log: true } })
    expect(delivery.delivered).toBe(40)
    // More attempts than a delivery that gets no further would have.
    expect(delivery.log.length).toBeGreaterThan(8)
    expect(new Set(keysOf(receiver, 'trigger'))).toEqual(new Set(await idsOf(gateway)))
    expect(receiver.received.length - 40).toBe(delivery.log.length - 1)
  })

  it('gets what a message that was replaced had not delivered yet', async () => {
    let allowed = 10
    await using receiver = await givenReceiver((response) => {
      allowed -= 1
      response.writeHead(allowed >= 0 ? 202 : 500).end()
    })
    await using gateway = await givenPagerDuty(receiver)
    await givenFailingLibraries(gateway, codes)
    await gateway.pass(10)
    await until('it has failed once', () => gateway.db.deliveryAttempt.count())
    await resolveLibraries(gateway, codes.slice(0, 20))
    await givenFailingLibraries(gateway, ['later'])
    await gateway.pass(10)
    allowed = 1_000
    // One that was written while the first of them were resolved may be delivered before.
    await until('nothing waits to be delivered', async () => {
      await gateway.pass(10)
      const pending = await gateway.db.delivery.count({ where: { status: 'PENDING' } })
      return pending === 0 && keysOf(receiver, 'resolve').length >= 20
    })

    const resolved = await gateway.db.incident.findMany({ where: { status: 'RESOLVED' } })
    const open = await gateway.db.incident.findMany({ where: { status: 'OPEN' } })
    expect(keysOf(receiver, 'resolve').sort()).toEqual(resolved.map(({ id }) => id).sort())
    expect(keysOf(receiver, 'trigger')).toEqual(expect.arrayContaining(open.map(({ id }) => id)))
    const deliveries = await gateway.db.delivery.findMany({ orderBy: { createdAt: 'asc' } })
    expect(deliveries[0]).toMatchObject({ status: 'SUPERSEDED' })
    expect(deliveries.at(-1)).toMatchObject({ status: 'DELIVERED' })
  })

  it('gets more incidents than one message has room for in the next one', async () => {
    await using receiver = await givenReceiver(accepted)
    await using gateway = await givenPagerDuty(receiver)
    await givenFailingLibraries(
      gateway,
      Array.from({ length: 1_005 }, (_, index) => `m-${index}`),
    )
    await gateway.pass(10)
    await untilDelivered(gateway, 1)
    const before = receiver.received.length
    await gateway.pass(10)
    await untilDelivered(gateway, 2)

    expect(before).toBe(1_000)
    expect(keysOf(receiver, 'trigger').sort()).toEqual(await idsOf(gateway))
  })
})

it('Alertmanager gets each of forty incidents as an alert that fires, and is resolved', async () => {
  await using receiver = await givenReceiver()
  await using gateway = await givenAlertingGateway()
  await givenDestination(gateway, '', { ...quick, target: targetOf('alertmanager', receiver.url) })
  await givenFailingLibraries(gateway, codes)
  await gateway.pass(10)
  await untilDelivered(gateway, 1)
  await resolveLibraries(gateway, codes)
  await gateway.pass(10)
  await untilDelivered(gateway, 2)

  const told = bodiesOf(receiver).map(({ alerts }) => alerts as Json[])
  const statuses = told.map((alerts) => new Set(alerts.map(({ status }) => status as string)))
  const keys = told.map((alerts) => new Set(alerts.map(({ labels }) => labels.subject as string)))
  expect(statuses).toEqual([new Set(['firing']), new Set(['resolved'])])
  expect(keys).toEqual([new Set(codes), new Set(codes)])
})

it.each(['alertmanager', 'pagerduty'] as const)(
  'every incident that %s was told as firing is told as resolved, though more end than a message has room for',
  async (format) => {
    await using tracker = await givenTracker(format)
    const config = { pagerdutyUrl: tracker.url, publicOrigin: 'https://vigia.example.org' }
    await using gateway = await givenAlertingGateway({ config })
    await givenDestination(gateway, '', { ...quick, target: targetOf(format, tracker.url) })
    const many = Array.from({ length: 1_200 }, (_, index) => `m-${index}`)
    const untilNonePending = () =>
      until('no delivery is pending', async () => {
        await gateway.pass(10)
        return (await gateway.db.delivery.count({ where: { status: 'PENDING' } })) === 0
      })
    await givenFailingLibraries(gateway, many)
    await untilNonePending()
    await untilNonePending()
    const fired = tracker.firing().size
    await resolveLibraries(gateway, many)
    await untilNonePending()
    await untilNonePending()

    expect(fired).toBe(1_200)
    expect(tracker.firing()).toEqual(new Set())
    expect(await gateway.db.deliveryGroup.findMany({ select: { sent: true } })).toEqual([{ sent: {} }])
  },
)
