import {
  givenAlertingGateway,
  givenDestination,
  givenFailingLibraries,
  resolveLibraries,
  targetOf,
  untilReceived,
} from '../support/alerting/destinations.ts'
import { givenReceiver } from '../support/alerting/receiver.ts'
import { givenTracker } from '../support/alerting/tracker.ts'
import type { GivenGateway, Json } from '../support/gateway.ts'
import { until } from '../support/until.ts'

const quick = { waitSeconds: 0, intervalSeconds: 10, repeatSeconds: null }

const move = (gateway: GivenGateway, id: string, target: Json, settings: Json = {}) =>
  gateway.data(
    'mutation ($id: ID!, $input: DestinationChangeInput!) { updateDestination(id: $id, input: $input) { id } }',
    { id, input: { target, ...settings } },
  )

const untilNothingIsPending = (gateway: GivenGateway) =>
  until('nothing is pending', async () => {
    await gateway.pass(10)
    return (await gateway.db.delivery.count({ where: { status: 'PENDING' } })) === 0
  })

describe('a new target of a destination', () => {
  it.each([
    ['webhook', 'ACKNOWLEDGED'],
    ['alertmanager', 'FIRING'],
    ['pagerduty', 'ACKNOWLEDGED'],
  ] as const)('of the type %s is told once of what is open, although the former one was', async (format, second) => {
    await using tracker = await givenTracker(format)
    await using gateway = await givenAlertingGateway({
      config: { pagerdutyUrl: tracker.url, publicOrigin: 'https://vigia.example.org' },
    })
    const [former, next] = [targetOf(format, tracker.url), targetOf(format, `${tracker.url}?next`)]
    if (format === 'pagerduty') next['pagerduty'] = { routingKey: 'S'.repeat(32) }
    const id = await givenDestination(gateway, '', { ...quick, target: former })
    const pass = async () => {
      await untilNothingIsPending(gateway)
      await gateway.pass(30)
    }
    await givenFailingLibraries(gateway, ['a', 'b', 'ended'])
    await pass()
    const [, acknowledged] = await gateway.db.incident.findMany({ orderBy: { number: 'asc' } })
    await gateway.data('mutation ($id: ID!) { acknowledgeIncident(id: $id) { id } }', { id: acknowledged?.id })
    await resolveLibraries(gateway, ['ended'])
    await pass()
    tracker.heard()
    await move(gateway, id, next)
    await pass()

    const heard = tracker.heard().filter(({ number, says }) => number !== 2 || says === second)
    expect(heard).toEqual([
      { number: 1, says: 'FIRING' },
      { number: 2, says: second },
    ])
  })
  it('is told after the wait, however long the interval after what the former one was told', async () => {
    await using former = await givenReceiver()
    await using next = await givenReceiver()
    await using gateway = await givenAlertingGateway()
    const id = await givenDestination(gateway, former.url, { ...quick, waitSeconds: 10, intervalSeconds: 600 })
    await givenFailingLibraries(gateway, ['a'])
    await untilNothingIsPending(gateway)
    await gateway.pass(20)
    await untilReceived(former, 1)
    await untilNothingIsPending(gateway)
    await move(gateway, id, { webhook: { url: next.url } })
    await gateway.pass(10)
    await gateway.pass(20)
    await untilNothingIsPending(gateway)

    expect(next.received).toHaveLength(1)
  })
  it('is told only what passes the filter that it gets at the same time', async () => {
    await using former = await givenReceiver()
    await using next = await givenReceiver()
    await using gateway = await givenAlertingGateway()
    const id = await givenDestination(gateway, former.url, quick)
    await givenFailingLibraries(gateway, ['a'])
    await gateway.pass(10)
    await gateway.pass(10)
    await untilReceived(former, 1)
    await untilNothingIsPending(gateway)
    await move(gateway, id, { webhook: { url: next.url } }, { filter: { kinds: ['INTEGRACIONES'] } })
    await gateway.pass(30)
    await untilNothingIsPending(gateway)
    await gateway.pass(30)

    expect(next.received).toEqual([])
  })
})

it('a new target is told of the end of what was given up at the former one', async () => {
  await using former = await givenReceiver()
  await using next = await givenReceiver()
  await using gateway = await givenAlertingGateway()
  const id = await givenDestination(gateway, former.url, quick)
  await givenFailingLibraries(gateway, ['a'])
  await gateway.pass(10)
  await gateway.pass(10)
  await untilReceived(former, 1)
  await untilNothingIsPending(gateway)
  await gateway.data('mutation ($id: ID!) { updateDestination(id: $id, input: { enabled: false }) { id } }', { id })
  await resolveLibraries(gateway, ['a'])
  await move(gateway, id, { webhook: { url: next.url } }, { enabled: true })
  await gateway.pass(30)
  await untilNothingIsPending(gateway)
  await gateway.pass(30)
  await untilNothingIsPending(gateway)

  expect(next.received).toHaveLength(1)
})

it('a target that is entered again is the same one for an attempt in progress, which is not repeated', async () => {
  const answers: (() => void)[] = []
  await using receiver = await givenReceiver((response) => {
    answers.push(() => void response.end())
    if (answers.length > 1) response.end()
  })
  await using gateway = await givenAlertingGateway()
  const id = await givenDestination(gateway, receiver.url, quick)
  await givenFailingLibraries(gateway, ['a'])
  await gateway.pass(10)
  await gateway.pass(10)
  await untilReceived(receiver, 1)
  await move(gateway, id, { webhook: { url: receiver.url } })
  answers[0]?.()
  await until('the message is delivered', () => gateway.db.delivery.findFirst({ where: { status: 'DELIVERED' } }))
  await gateway.pass(30)

  expect(receiver.received).toHaveLength(1)
})
