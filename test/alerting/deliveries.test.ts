import type { ServerResponse } from 'node:http'
import {
  dataOf,
  givenAlertingGateway,
  givenDestination,
  givenFailingLibraries,
  resolveLibraries,
  untilReceived,
} from '../support/alerting/destinations.ts'
import { casesOf } from '../support/extent.ts'
import type { GivenGateway, Json } from '../support/gateway.ts'
import { givenReceiver } from '../support/alerting/receiver.ts'
import { until } from '../support/until.ts'

const deliveryFields = 'id kind status firing resolved nextAttemptAt endedAt attempts { status error answer }'

const deliveriesOf = async (gateway: GivenGateway, id: string) => {
  const { destination } = await gateway.data(
    `query ($id: ID!) { destination(id: $id) { enabled disabledBecause health { name } lastDelivery { id } deliveries { edges { node { ${deliveryFields} } } } } }`,
    { id },
  )
  return { ...destination, deliveries: destination.deliveries.edges.map(({ node }: any) => node) }
}

/** Waits until the newest delivery has had this many attempts, and returns it. */
async function afterAttempts(gateway: GivenGateway, id: string, count: number): Promise<Json> {
  await until(`it was attempted ${count} times`, async () => {
    const { deliveries } = await deliveriesOf(gateway, id)
    return deliveries[0]?.attempts.length === count
  })
  // A delivery is read before its attempts: the last one may have been written in between.
  const { deliveries } = await deliveriesOf(gateway, id)
  return deliveries[0]
}

const answers =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, headers).end('an answer')

/** A thousand incidents take seconds, of which each tick evaluates all. */
const many = casesOf(40, 300)

it(`${many} incidents at the same time are one message with the counts and the ten worst`, async () => {
  await using receiver = await givenReceiver()
  await using gateway = await givenAlertingGateway()
  const id = await givenDestination(gateway, receiver.url)
  await givenFailingLibraries(
    gateway,
    Array.from({ length: many }, (_, index) => `l-${index}`),
  )

  await gateway.pass(60)
  await untilReceived(receiver, 1)
  const delivery = await afterAttempts(gateway, id, 1)
  await gateway.pass(300)

  expect(receiver.received).toHaveLength(1)
  const [data] = dataOf(receiver.received)
  expect(data).toMatchObject({ counts: { firing: many, acknowledged: 0, resolved: 0 } })
  expect(data?.['firing']).toHaveLength(10)
  expect(delivery).toMatchObject({ kind: 'INCIDENTS', status: 'DELIVERED', firing: many, resolved: 0 })
})

it('an incident that ends within the wait is not reported', async () => {
  await using receiver = await givenReceiver()
  await using gateway = await givenAlertingGateway()
  const id = await givenDestination(gateway, receiver.url)
  await givenFailingLibraries(gateway, ['a'])

  await gateway.pass(20)
  await resolveLibraries(gateway, ['a'])
  await gateway.pass(60)

  expect((await deliveriesOf(gateway, id)).deliveries).toEqual([])
})

it('a flapping subject is reported at most once in an interval', async () => {
  await using receiver = await givenReceiver()
  await using gateway = await givenAlertingGateway()
  const id = await givenDestination(gateway, receiver.url, { waitSeconds: 0, intervalSeconds: 300 })

  for (let minute = 0; minute < 8; minute++) {
    await givenFailingLibraries(gateway, ['a'])
    await gateway.pass(30)
    await resolveLibraries(gateway, ['a'])
    await gateway.pass(30)
  }

  const { deliveries } = await deliveriesOf(gateway, id)
  expect(deliveries.length).toBeGreaterThan(1)
  expect(deliveries.length).toBeLessThanOrEqual(2)
})

it('an incident is reported with its end, and its timeline says where it was sent', async () => {
  await using receiver = await givenReceiver()
  await using gateway = await givenAlertingGateway()
  await givenDestination(gateway, receiver.url, { intervalSeconds: 60 })
  await givenFailingLibraries(gateway, ['a'])
  await gateway.pass(40)
  await untilReceived(receiver, 1)
  await resolveLibraries(gateway, ['a'])
  await gateway.pass(100)
  await untilReceived(receiver, 2)

  expect(dataOf(receiver.received)).toMatchObject([
    { counts: { firing: 1, resolved: 0 } },
    { counts: { firing: 0, resolved: 1 }, resolved: [{ subject: { name: 'Librería a' } }] },
  ])
  const incident = await until('it is in the timeline', async () => {
    const { incidents } = await gateway.data(
      '{ incidents { edges { node { deliveries { destination { name } } timeline { event note notice { destination attempt } } } } } }',
    )
    const [{ node }] = incidents.edges
    return node.timeline.length === 2 ? node : null
  })
  expect(incident.deliveries).toHaveLength(2)
  expect(incident.timeline[0]).toMatchObject({
    event: 'NOTIFIED',
    note: expect.stringContaining('Guardia, intento 1'),
    notice: { destination: 'Guardia', attempt: 1 },
  })
})

describe('a receiver', () => {
  const failing = async (answer: (response: ServerResponse) => void) => {
    const receiver = await givenReceiver(answer)
    const gateway = await givenAlertingGateway()
    const id = await givenDestination(gateway, receiver.url, { waitSeconds: 0, repeatSeconds: null })
    await givenFailingLibraries(gateway, ['a'])
    await gateway.pass(10)
    const dispose = async () => {
      await gateway[Symbol.asyncDispose]()
      await receiver[Symbol.asyncDispose]()
    }
    return { receiver, gateway, id, [Symbol.asyncDispose]: dispose }
  }

  it('that fails is retried with the same id until it accepts the message', async () => {
    let status = 500
    await using given = await failing((response) => response.writeHead(status).end('an answer'))
    const { gateway, id, receiver } = given

    await afterAttempts(gateway, id, 1)
    await gateway.pass(10)
    await afterAttempts(gateway, id, 2)
    status = 200
    await gateway.pass(40)
    const delivery = await afterAttempts(gateway, id, 3)

    expect(delivery).toMatchObject({ status: 'DELIVERED', nextAttemptAt: null })
    expect(delivery.attempts[0]).toEqual({ status: 500, error: expect.any(String), answer: 'an answer' })
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([delivery.id]))
  })

  it('that rejects a message is tried three times', async () => {
    await using given = await failing(answers(400))
    const { gateway, id } = given

    await afterAttempts(gateway, id, 1)
    await gateway.pass(10)
    await afterAttempts(gateway, id, 2)
    await gateway.pass(40)

    expect(await afterAttempts(gateway, id, 3)).toMatchObject({ status: 'DEAD' })
  })

  it('that answers 429 is retried after its Retry-After', async () => {
    await using given = await failing(answers(429, { 'retry-after': '300' }))
    const { gateway, id } = given
    const { nextAttemptAt } = await afterAttempts(gateway, id, 1)

    expect(Date.parse(nextAttemptAt) - gateway.clock.now()).toBe(300_000)
  })

  it('that answers 410 is disabled with the reason, and gets nothing more', async () => {
    await using given = await failing(answers(410))
    const { gateway, id, receiver } = given
    await afterAttempts(gateway, id, 1)
    await givenFailingLibraries(gateway, ['b'])
    await gateway.pass(60)

    expect(await deliveriesOf(gateway, id)).toMatchObject({
      enabled: false,
      disabledBecause: expect.stringContaining('410'),
      deliveries: [{ status: 'DEAD' }],
    })
    expect(receiver.received).toHaveLength(1)
  })

  it('that fails opens an incident of its own integration, which is not sent to it', async () => {
    await using given = await failing(answers(500))
    const { gateway, id, receiver } = given
    for (const seconds of [0, 5, 30, 120]) await gateway.pass(Math.ceil(seconds * 1.2))
    const incidents = await until('its integration fails', async () => {
      await gateway.pass(10)
      const found = await gateway.db.incident.findMany({ where: { kind: 'INTEGRACIONES' } })
      return found.length > 0 ? found : null
    })
    await gateway.pass(400)

    expect(incidents).toHaveLength(1)
    expect((await deliveriesOf(gateway, id)).health).toEqual({ name: 'Guardia' })
    expect(dataOf(receiver.received).map(({ counts }) => counts.firing)).not.toContain(2)
  })

  it('that hangs delays no other destination', async () => {
    await using hanging = await givenReceiver(() => undefined)
    await using receiver = await givenReceiver()
    await using gateway = await givenAlertingGateway()
    await givenDestination(gateway, hanging.url, { name: 'Cuelga', waitSeconds: 0 })
    await givenDestination(gateway, receiver.url, { name: 'Va', waitSeconds: 0, intervalSeconds: 10 })

    for (const [index, code] of ['a', 'b', 'c'].entries()) {
      await givenFailingLibraries(gateway, [code])
      await gateway.pass(10)
      await untilReceived(receiver, index + 1)
    }

    expect(receiver.received).toHaveLength(3)
    expect(hanging.received.length).toBeLessThanOrEqual(1)
  })
})

it('a newer message of a group replaces undelivered ones, and reports their ends too', async () => {
  let status = 500
  await using receiver = await givenReceiver((response) => response.writeHead(status).end())
  await using gateway = await givenAlertingGateway()
  const id = await givenDestination(gateway, receiver.url, { waitSeconds: 0, intervalSeconds: 10 })
  const untilTried = (count: number) =>
    until(`${count} were tried`, async () => (await gateway.db.deliveryAttempt.count()) >= count)
  await givenFailingLibraries(gateway, ['a'])
  await gateway.pass(10)
  // A message that is being sent holds up the next one.
  await untilTried(1)
  await resolveLibraries(gateway, ['a'])
  await gateway.pass(10)
  await untilTried(2)
  await givenFailingLibraries(gateway, ['b'])
  await gateway.pass(10)
  await until('three are written', async () => (await deliveriesOf(gateway, id)).deliveries.length === 3)

  status = 200
  await until('one is delivered', async () => {
    await gateway.pass(60)
    return (await deliveriesOf(gateway, id)).deliveries[0].status === 'DELIVERED'
  })

  const { deliveries } = await deliveriesOf(gateway, id)
  expect(deliveries.map((one: any) => one.status)).toEqual(['DELIVERED', 'SUPERSEDED', 'SUPERSEDED'])
  expect(deliveries[0]).toMatchObject({ firing: 1, resolved: 1 })
})

it('an operator tests a destination, and has a message delivered again', async () => {
  await using receiver = await givenReceiver()
  await using gateway = await givenAlertingGateway()
  const id = await givenDestination(gateway, receiver.url)

  const { testDestination } = await gateway.data(
    `mutation ($id: ID!) { testDestination(id: $id) { ${deliveryFields} text } }`,
    { id },
  )
  const { redeliver } = await gateway.data('mutation ($id: ID!) { redeliver(id: $id) { id status } }', {
    id: testDestination.id,
  })
  await untilReceived(receiver, 2)

  expect(testDestination).toMatchObject({ kind: 'TEST', status: 'DELIVERED', attempts: [{ status: 200, error: null }] })
  expect(testDestination.text).toContain('Administrador ha enviado esta prueba')
  expect(redeliver).toEqual({ id: testDestination.id, status: 'PENDING' })
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
    testDestination.id,
    testDestination.id,
  ])
})
