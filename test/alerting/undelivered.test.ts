import {
  dataOf,
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
const namesIn = (incidents: Json[]) => incidents.map(({ subject }) => subject.key as string).sort()

/** Lets time pass until this many deliveries have a status. */
const passUntil = ({ db, pass }: GivenGateway, status: 'DEAD' | 'DELIVERED', count: number) =>
  until(`${count} are ${status}`, async () => {
    await pass(10)
    return (await db.delivery.count({ where: { status } })) >= count
  })

it('after an undelivered message, the next one reports what is still open and what has ended', async () => {
  let status = 200
  await using receiver = await givenReceiver((response) => response.writeHead(status).end())
  await using gateway = await givenAlertingGateway()
  await givenDestination(gateway, receiver.url, quick)
  await givenFailingLibraries(gateway, ['ended', 'holds'])
  await passUntil(gateway, 'DELIVERED', 1)
  status = 400
  await givenFailingLibraries(gateway, ['unheard'])
  await resolveLibraries(gateway, ['ended'])
  await passUntil(gateway, 'DEAD', 1)
  status = 200
  const before = receiver.received.length
  await passUntil(gateway, 'DELIVERED', 2)
  await gateway.pass(60)

  expect(dataOf(receiver.received.slice(before))).toEqual([
    expect.objectContaining({ counts: { firing: 2, acknowledged: 0, resolved: 1 } }),
  ])
  const [data] = dataOf(receiver.received.slice(before))
  expect(namesIn(data?.['firing'])).toEqual(['holds', 'unheard'])
  expect(namesIn(data?.['resolved'])).toEqual(['ended'])
})

it('a destination that is enabled again is sent what is open, and the ends of what it was sent before', async () => {
  await using receiver = await givenReceiver()
  await using gateway = await givenAlertingGateway()
  const id = await givenDestination(gateway, receiver.url, quick)
  const setEnabled = (enabled: boolean) =>
    gateway.data(
      'mutation ($id: ID!, $input: DestinationChangeInput!) { updateDestination(id: $id, input: $input) { enabled } }',
      { id, input: { enabled } },
    )
  await givenFailingLibraries(gateway, ['ended', 'holds'])
  await passUntil(gateway, 'DELIVERED', 1)
  await setEnabled(false)
  await resolveLibraries(gateway, ['ended'])
  await givenFailingLibraries(gateway, ['later'])
  await gateway.pass(30)
  const before = receiver.received.length
  await setEnabled(true)
  await passUntil(gateway, 'DELIVERED', 2)

  expect(before).toBe(1)
  const [data] = dataOf(receiver.received.slice(1))
  expect(namesIn(data?.['firing'])).toEqual(['holds', 'later'])
  expect(namesIn(data?.['resolved'])).toEqual(['ended'])
})

describe('what a message that is given up said is told later', () => {
  const hourMs = 3_600_000

  /** A webhook that has been told of the start and the end of an incident, and from then on rejects what names another. */
  async function givenRejection() {
    let rejects = true
    const receiver = await givenReceiver((response, { body }) =>
      response.writeHead(rejects && body.includes('"key":"unheard"') ? 400 : 200).end(),
    )
    const gateway = await givenAlertingGateway()
    await givenDestination(gateway, receiver.url, quick)
    const dispose = async () => {
      await gateway[Symbol.asyncDispose]()
      await receiver[Symbol.asyncDispose]()
    }
    return { gateway, receiver, accept: () => void (rejects = false), [Symbol.asyncDispose]: dispose }
  }

  async function tellAnother(gateway: GivenGateway) {
    await givenFailingLibraries(gateway, ['other'])
    await passUntil(gateway, 'DELIVERED', 1)
    await resolveLibraries(gateway, ['other'])
    await passUntil(gateway, 'DELIVERED', 2)
  }

  const heardIn = (received: Parameters<typeof dataOf>[0]) => namesIn(dataOf(received).at(-1)?.['firing'])

  it('although an older message of its group was sent again while it waited', async () => {
    await using given = await givenRejection()
    const { gateway, receiver, accept } = given
    await tellAnother(gateway)
    const first = await gateway.db.delivery.findFirst({ orderBy: { createdAt: 'asc' } })
    await givenFailingLibraries(gateway, ['unheard'])
    await gateway.pass(10)
    await until('it was rejected once', () => gateway.db.deliveryAttempt.findFirst({ where: { status: 400 } }))
    await gateway.pass(1)
    await gateway.data('mutation ($id: ID!) { redeliver(id: $id) { id } }', { id: first?.id })
    await passUntil(gateway, 'DEAD', 1)
    accept()
    await passUntil(gateway, 'DELIVERED', 4)

    expect(heardIn(receiver.received)).toEqual(['unheard'])
  })

  it('although the clock was set back since an older message of its group', async () => {
    await using given = await givenRejection()
    const { gateway, receiver, accept } = given
    gateway.clock.set(720 * hourMs)
    await tellAnother(gateway)
    gateway.clock.set(-720 * hourMs)
    await givenFailingLibraries(gateway, ['unheard'])
    await passUntil(gateway, 'DEAD', 1)
    accept()
    await passUntil(gateway, 'DELIVERED', 3)

    expect(heardIn(receiver.received)).toEqual(['unheard'])
  })

  it.each(['alertmanager', 'pagerduty'] as const)(
    'to a destination of the type %s that was disabled while several messages waited',
    async (format) => {
      await using tracker = await givenTracker(format)
      await using gateway = await givenAlertingGateway({
        config: { pagerdutyUrl: tracker.url, publicOrigin: 'https://vigia.example.org' },
      })
      const id = await givenDestination(gateway, '', { ...quick, target: targetOf(format, tracker.url) })
      await tellAnother(gateway)
      const first = await gateway.db.delivery.findFirst({ orderBy: { createdAt: 'asc' } })
      await givenFailingLibraries(gateway, ['ended'])
      await passUntil(gateway, 'DELIVERED', 3)
      tracker.goAway({ losesAnswers: false })
      await resolveLibraries(gateway, ['ended'])
      await gateway.pass(20)
      await until('it has failed once', () => gateway.db.deliveryAttempt.findFirst({ where: { status: 503 } }))
      await gateway.pass(1)
      await gateway.data('mutation ($id: ID!) { redeliver(id: $id) { id } }', { id: first?.id })
      for (const enabled of [false, true])
        await gateway.data(
          'mutation ($id: ID!, $input: DestinationChangeInput!) { updateDestination(id: $id, input: $input) { id } }',
          { id, input: { enabled } },
        )
      tracker.comeBack()
      await passUntil(gateway, 'DELIVERED', 4)

      expect([...tracker.firing()]).toEqual([])
    },
  )
})

describe('a message that was given up and is sent again by an operator', () => {
  it.each(['webhook', 'alertmanager', 'pagerduty'] as const)(
    'tells a %s once what begins and what ends',
    async (format) => {
      await using tracker = await givenTracker(format)
      await using gateway = await givenAlertingGateway({
        config: { pagerdutyUrl: tracker.url, publicOrigin: 'https://vigia.example.org' },
      })
      await givenDestination(gateway, '', { ...quick, intervalSeconds: 60, target: targetOf(format, tracker.url) })
      const sendAgain = async () => {
        tracker.comeBack()
        const dead = await gateway.db.delivery.findFirstOrThrow({ where: { status: 'DEAD' } })
        await gateway.data('mutation ($id: ID!) { redeliver(id: $id) { id } }', { id: dead.id })
        tracker.heard()
        await passUntil(gateway, 'DELIVERED', 1)
        await gateway.pass(180)
        return tracker.heard().map(({ says }) => says)
      }
      tracker.refuse()
      await givenFailingLibraries(gateway, ['a'])
      await passUntil(gateway, 'DEAD', 1)
      const begun = await sendAgain()
      await gateway.db.delivery.deleteMany()
      tracker.refuse()
      await resolveLibraries(gateway, ['a'])
      await passUntil(gateway, 'DEAD', 1)

      expect([begun, await sendAgain()]).toEqual([['FIRING'], ['OVER']])
    },
  )
})
