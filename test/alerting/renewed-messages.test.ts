import {
  dataOf,
  givenAlertingGateway,
  givenDestination,
  givenFailingLibraries,
  resolveLibraries,
  targetOf,
  untilReceived,
} from '../support/alerting/destinations.ts'
import { givenReceiver, type Received } from '../support/alerting/receiver.ts'
import type { GivenGateway, Json } from '../support/gateway.ts'
import { until } from '../support/until.ts'

const quick = { waitSeconds: 0, intervalSeconds: 10, repeatSeconds: null }
const keysIn = (incidents: Json[]) => incidents.map(({ subject }) => subject.key as string).sort()

/** A receiver that is away until it comes back, and a destination whose first message about these libraries failed. */
async function givenFailedMessage(codes: string[], input: Json = {}) {
  let status = 503
  const receiver = await givenReceiver((response) => response.writeHead(status).end())
  const gateway = await givenAlertingGateway()
  await givenDestination(gateway, receiver.url, { ...quick, ...input })
  await givenFailingLibraries(gateway, codes)
  await gateway.pass(10)
  await until('it has failed once', () => gateway.db.deliveryAttempt.count())
  return {
    ...{ gateway, receiver },
    comeBack: () => void (status = 200),
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]()
      await receiver[Symbol.asyncDispose]()
    },
  }
}

const deliveriesIn = ({ db }: GivenGateway) => db.delivery.findMany({ orderBy: { createdAt: 'asc' } })

/** Lets time pass until no delivery is pending. */
const untilNonePending = (gateway: GivenGateway) =>
  until('no delivery is pending', async () => {
    await gateway.pass(10)
    return (await gateway.db.delivery.count({ where: { status: 'PENDING' } })) === 0
  })

const mute = async (gateway: GivenGateway, key: string) => {
  const matcher = { subjects: [{ kind: 'LIBRERIAS', id: key }] }
  const input = { matcher, reason: 'Ya se sabe', endsAt: new Date(gateway.clock.now() + 86_400_000).toISOString() }
  const data = await gateway.data('mutation ($input: MuteInput!) { mute(input: $input) { id } }', { input })
  return data['mute'].id as string
}

describe('a message that waits for its next attempt', () => {
  it('is withdrawn if all of it is over, and the destination is not told of ends', async () => {
    await using given = await givenFailedMessage(['a'], { tellsResolved: false })
    const { gateway, receiver, comeBack } = given
    await resolveLibraries(gateway, ['a'])
    comeBack()
    await untilNonePending(gateway)

    expect(receiver.received).toHaveLength(1)
    expect(await deliveriesIn(gateway)).toMatchObject([{ status: 'SUPERSEDED' }])
  })

  it('names only what is open still if the destination is not told of ends', async () => {
    await using given = await givenFailedMessage(['a', 'b'], { tellsResolved: false, intervalSeconds: 86_400 })
    const { gateway, receiver, comeBack } = given
    await resolveLibraries(gateway, ['a'])
    comeBack()
    await untilNonePending(gateway)
    const [, data] = dataOf(receiver.received)

    expect([keysIn(data?.['firing']), data?.['resolved'], data?.['counts'].firing]).toEqual([['b'], [], 1])
  })

  it('tells the end of what is over, however long its interval is, and is another message', async () => {
    await using given = await givenFailedMessage(['a', 'b'], { intervalSeconds: 86_400 })
    const { gateway, receiver, comeBack } = given
    await resolveLibraries(gateway, ['a'])
    comeBack()
    await untilNonePending(gateway)
    const [, data] = dataOf(receiver.received)

    expect([keysIn(data?.['firing']), keysIn(data?.['resolved'])]).toEqual([['b'], ['a']])
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
    // The attempts go on: a message that changes at each of them is not tried for ever.
    expect(await deliveriesIn(gateway)).toMatchObject([
      { status: 'SUPERSEDED', attempts: 1 },
      { status: 'DELIVERED', attempts: 2 },
    ])
  })

  it('is held by a mute that begins meanwhile, and told at its end', async () => {
    await using given = await givenFailedMessage(['a'])
    const { gateway, receiver, comeBack } = given
    const id = await mute(gateway, 'a')
    comeBack()
    await untilNonePending(gateway)
    await gateway.pass(60)
    const whileMuted = receiver.received.length
    await gateway.data('mutation ($id: ID!) { endMute(id: $id) { id } }', { id })
    await gateway.pass(20)
    await untilReceived(receiver, 2)

    expect(whileMuted).toBe(1)
    expect(keysIn(dataOf(receiver.received)[1]?.['firing'])).toEqual(['a'])
  })

  it('leaves out what a mute holds, which a message about others does not make up for', async () => {
    await using given = await givenFailedMessage(['a', 'b'])
    const { gateway, receiver, comeBack } = given
    const id = await mute(gateway, 'a')
    await givenFailingLibraries(gateway, ['c'])
    await gateway.pass(10)
    comeBack()
    const isTold = () => dataOf(receiver.received.slice(-1)).find(({ firing }) => keysIn(firing).includes('c'))
    const whileMuted = await until('c is told', () => gateway.pass(10).then(isTold))
    await gateway.data('mutation ($id: ID!) { endMute(id: $id) { id } }', { id })
    await gateway.pass(20)
    await untilNonePending(gateway)

    expect(keysIn(whileMuted['firing'])).toEqual(['b', 'c'])
    expect(keysIn(dataOf(receiver.received).at(-1)?.['firing'])).toEqual(['a', 'b', 'c'])
  })
})

describe('a message sent again', () => {
  const redeliver = (gateway: GivenGateway, id: string) =>
    gateway.query('mutation ($id: ID!) { redeliver(id: $id) { id status resolved } }', { id })

  async function givenResolved(type: 'alertmanager' | 'pagerduty' | 'webhook', input: Json = {}) {
    const receiver = await givenReceiver((response) => response.writeHead(202).end())
    const gateway = await givenAlertingGateway({ config: { pagerdutyUrl: receiver.url } })
    await givenDestination(gateway, '', { ...quick, target: targetOf(type, receiver.url), ...input })
    await givenFailingLibraries(gateway, ['a'])
    await gateway.pass(10)
    await untilNonePending(gateway)
    const [first] = await deliveriesIn(gateway)
    await resolveLibraries(gateway, ['a'])
    await gateway.pass(20)
    await untilNonePending(gateway)
    const dispose = async () => {
      await gateway[Symbol.asyncDispose]()
      await receiver[Symbol.asyncDispose]()
    }
    return { gateway, receiver, first: first?.id ?? '', [Symbol.asyncDispose]: dispose }
  }

  const isEnd = ({ body }: Received) => {
    const { event_action: action, alerts, data } = JSON.parse(body) as Json
    return action === 'resolve' || alerts?.[0]?.status === 'resolved' || data?.resolved.length === 1
  }

  it.each(['alertmanager', 'pagerduty', 'webhook'] as const)(
    'to a destination of the type %s tells the end of what is over since',
    async (type) => {
      await using given = await givenResolved(type)
      const { gateway, receiver, first } = given
      const { data } = await redeliver(gateway, first)
      await untilNonePending(gateway)

      expect(receiver.received.map(isEnd)).toEqual([false, true, true])
      expect(data.redeliver).toMatchObject({ status: 'PENDING', resolved: 1 })
      expect(data.redeliver.id).not.toBe(first)
      // What was delivered stays in the log.
      expect(await gateway.db.delivery.findUnique({ where: { id: first } })).toMatchObject({ status: 'DELIVERED' })
    },
  )

  it('is refused if nothing of it is to be told', async () => {
    await using given = await givenResolved('webhook', { tellsResolved: false })
    const { gateway, receiver, first } = given
    const { errors } = await redeliver(gateway, first)

    expect(errors).toMatchObject([{ extensions: { code: 'CONFLICT', reason: 'NOTHING_TO_TELL' } }])
    expect(receiver.received).toHaveLength(1)
  })

  it('keeps its id as long as all of it holds', async () => {
    await using given = await givenFailedMessage(['a'])
    const { gateway, receiver, comeBack } = given
    comeBack()
    await untilNonePending(gateway)
    const [{ id } = { id: '' }] = await deliveriesIn(gateway)
    const { data } = await redeliver(gateway, id)
    await untilNonePending(gateway)

    expect(data.redeliver).toMatchObject({ id, status: 'PENDING' })
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id, id])
  })
})
