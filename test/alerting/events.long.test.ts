import { Webhook } from 'standardwebhooks'
import { clearOldDeliveries } from '../../src/alerting/deliveries/prune-deliveries.ts'
import { manualClock } from '../support/clock.ts'
import { givenDatabase, type GivenDatabase } from '../support/database/database.ts'
import {
  dataOf,
  givenAlertingGateway,
  givenDestination,
  givenFailingLibraries,
  resolveLibraries,
  untilReceived,
} from '../support/alerting/destinations.ts'
import { givenOpenIncidents } from '../support/monitoring/incidents.ts'
import type { Json } from '../support/gateway.ts'
import { envio, givenTrade, mailOf, shop, stranger } from '../support/sinli/inbound.ts'
import { givenService, passReporting } from '../support/monitoring/services.ts'
import { givenReceiver, type Received } from '../support/alerting/receiver.ts'
import { until } from '../support/until.ts'

const dayMs = 86_400_000

it('a webhook is sent each lock and unlock of a customer after its creation, once', async () => {
  await using receiver = await givenReceiver()
  await using gateway = await givenAlertingGateway()
  const audit = (action: string, id: number) => ({
    at: new Date(gateway.clock.now()),
    actor: 'ingest',
    action,
    object: `customer:c-${id}`,
  })
  await gateway.db.auditEntry.create({ data: audit('customer.lock', 1) })
  await givenDestination(gateway, receiver.url)
  await gateway.pass(10)

  await gateway.db.auditEntry.createMany({ data: [audit('customer.lock', 2), audit('customer.unlock', 2)] })
  await gateway.pass(30)
  await untilReceived(receiver, 2)

  const events = receiver.received.map(({ body }) => (JSON.parse(body) as Json)['type'] as string)
  expect(events.sort()).toEqual(['customer.locked', 'customer.unlocked'])
  expect(dataOf(receiver.received)).toMatchObject([
    { details: { customerId: 'c-2' } },
    { details: { customerId: 'c-2' } },
  ])
})

it('a destination with an hour gets a daily digest', async () => {
  await using receiver = await givenReceiver()
  await using gateway = await givenAlertingGateway()
  const { clock } = gateway
  const hour = new Date(clock.now() + 3_600_000).getUTCHours()
  await givenDestination(gateway, receiver.url, { digestHour: hour, digestZone: 'UTC' })

  clock.jump(3_600_000)
  await gateway.pass(10)
  await untilReceived(receiver, 1)
  await gateway.pass(30)

  expect(receiver.received).toHaveLength(1)
  expect(await gateway.db.delivery.findMany({ select: { kind: true } })).toEqual([{ kind: 'DIGEST' }])
})

it('a webhook is sent failed messages, finished replays and interruptions of telemetry', async () => {
  await using receiver = await givenReceiver()
  await using gateway = await givenAlertingGateway()
  const trade = givenTrade(gateway)
  await trade.registerLibrary(shop)
  await givenDestination(gateway, receiver.url, { waitSeconds: 3_600 })
  await gateway.pass(10)
  const { id: messageId } = await trade.send(mailOf(envio({ sender: stranger })))
  const service = await givenService(gateway, 'pedidos', 10)
  await passReporting(gateway, 40, [service])
  await untilReceived(receiver, 1)
  await trade.replay({ dryRun: true, messageIds: [messageId] })
  await gateway.pass(10)
  await untilReceived(receiver, 2)
  await until('telemetry is interrupted', async () => {
    await gateway.pass(60)
    return receiver.received.length === 3
  })

  const { id: replayId } = await gateway.db.replay.findFirstOrThrow()
  expect(receiver.received.map(({ body: sent }) => (JSON.parse(sent) as Json)['type'] as string)).toEqual([
    'sinli.message_failed',
    'replay.finished',
    'telemetry.interrupted',
  ])
  expect(dataOf(receiver.received)).toMatchObject([
    { details: { messageId, code: expect.any(String), sender: stranger, document: 'ENVIO' } },
    { details: { replayId, dryRun: true, result: { selected: 1 } } },
    { details: { since: expect.any(String) } },
  ])
})

it('only the leader requests the URL of the heartbeat every minute, as long as it evaluates', async () => {
  await using receiver = await givenReceiver()
  await using database = await givenDatabase()
  const clock = manualClock()
  const config = { heartbeatUrl: receiver.url }
  const follower = { ...database, openCoordination: neverLeading(database.openCoordination) }
  await using first = await givenAlertingGateway({ database, clock, config })
  await using second = await givenAlertingGateway({ database: follower, clock, config })
  const destinationId = await givenDestination(first, receiver.url)
  const heartbeats = () => receiver.received.filter(({ method }) => method === 'GET').length
  for (const minute of [1, 2, 3]) {
    await first.pass(60)
    await until(`${minute} heartbeats have arrived`, () => heartbeats() >= minute)
  }
  await database.db.$executeRawUnsafe(
    "CREATE FUNCTION refuse() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'no'; END $$ LANGUAGE plpgsql",
  )
  await database.db.$executeRawUnsafe(
    'CREATE TRIGGER refused BEFORE UPDATE ON "Judgement" FOR EACH ROW EXECUTE FUNCTION refuse()',
  )
  await first.pass(180)
  // A heartbeat that was sent has arrived before a message that is sent after it.
  await first.data('mutation ($id: ID!) { testDestination(id: $id) { id } }', { id: destinationId })
  const whileTicksFail = heartbeats()
  await database.db.$executeRawUnsafe('DROP TRIGGER refused ON "Judgement"')
  for (const resumed of [4, 5]) {
    await second.pass(60)
    await until(`${resumed} heartbeats have arrived`, () => heartbeats() >= resumed)
  }

  expect(whileTicksFail).toBe(3)
  expect(heartbeats()).toBe(5)
})

it('the heartbeat stops while no instance evaluates some of the subjects', async () => {
  await using receiver = await givenReceiver()
  const clock = manualClock()
  await using gateway = await givenAlertingGateway({ clock, config: { heartbeatUrl: receiver.url } })
  const destinationId = await givenDestination(gateway, receiver.url)
  const heartbeats = () => receiver.received.filter(({ method }) => method === 'GET').length
  await gateway.pass(60)
  await until('a heartbeat has arrived', () => heartbeats() === 1)

  const id = 99
  await gateway.db.shard.create({ data: { id, tickAt: new Date(clock.now() - 60_000) } })
  await gateway.pass(120)
  await gateway.data('mutation ($id: ID!) { testDestination(id: $id) { id } }', { id: destinationId })
  const meanwhile = heartbeats()
  await gateway.db.shard.delete({ where: { id } })
  await gateway.pass(60)

  await until('the next heartbeat has arrived', () => heartbeats() === 2)
  expect(meanwhile).toBe(1)
})

const neverLeading =
  (open: GivenDatabase['openCoordination']): GivenDatabase['openCoordination'] =>
  async (onChange) => ({ ...(await open(onChange)), tryLead: () => Promise.resolve(false) })

it('a delivery is deleted after 90 days with its attempts, and so is a group without state', async () => {
  await using receiver = await givenReceiver()
  await using gateway = await givenAlertingGateway()
  const { db, clock } = gateway
  await givenDestination(gateway, receiver.url, { waitSeconds: 0 })
  await givenFailingLibraries(gateway, ['a'])
  await gateway.pass(10)
  await until('it is delivered', () => db.delivery.count({ where: { status: 'DELIVERED' } }))
  await resolveLibraries(gateway, ['a'])
  clock.jump(300_000)
  await gateway.pass(10)
  await until('its end is too', async () => (await db.delivery.count({ where: { status: 'DELIVERED' } })) === 2)
  const counts = () => Promise.all([db.delivery.count(), db.deliveryAttempt.count(), db.deliveryGroup.count()])

  await clearOldDeliveries(db, new Date(clock.now() + 89 * dayMs))
  const before = await counts()
  await clearOldDeliveries(db, new Date(clock.now() + 90 * dayMs))

  expect(before).toEqual([2, 2, 0])
  expect(await counts()).toEqual([0, 0, 0])
})

it('a delivery interrupted by a stop stays pending, and is delivered with the same id after the next start', async () => {
  let isHanging = true
  await using receiver = await givenReceiver((response) => {
    if (!isHanging) response.end()
  })
  await using database = await givenDatabase()
  const clock = manualClock()
  {
    await using first = await givenAlertingGateway({ database, clock })
    await givenDestination(first, receiver.url, { waitSeconds: 0 })
    await givenFailingLibraries(first, ['a'])
    await first.pass(10)
    await untilReceived(receiver, 1)
  }
  const given = await database.db.delivery.findFirstOrThrow({ include: { log: true } })
  isHanging = false
  {
    await using second = await givenAlertingGateway({ database, clock })
    await second.pass(1)
    await untilReceived(receiver, 2)
  }

  expect(given).toMatchObject({ status: 'PENDING', attempts: 0, log: [] })
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([given.id, given.id])
})

it('both secrets verify a message for 24 hours after a rotation, and only the new one afterwards', async () => {
  await using receiver = await givenReceiver()
  // The webhook library compares with the real time, so the clock starts a day earlier.
  const clock = manualClock(Date.now() - dayMs - 60_000)
  await using gateway = await givenAlertingGateway({ clock })
  const url = receiver.url
  const created = await gateway.data(
    'mutation ($input: DestinationInput!) { createDestination(input: $input) { secret destination { id } } }',
    { input: { name: 'Guardia', target: { webhook: { url } } } },
  )
  const { id } = created['createDestination'].destination
  const rotated = await gateway.data('mutation ($id: ID!) { rotateDestinationSecret(id: $id) { secret } }', { id })
  // Sessions do not last this long, so the messages are written as planning would.
  const send = async (messageId: string) => {
    const at = new Date(clock.now())
    const message = { kind: 'TEST', at: at.toISOString(), by: 'Ana', url: null }
    const row = { id: messageId, destinationId: id, kind: 'TEST' as const, message, createdAt: at, nextAt: at }
    await gateway.db.delivery.create({ data: row })
    await gateway.pass(10)
  }
  clock.jump(dayMs - 11_000)
  await send('msg_1')
  await untilReceived(receiver, 1)
  // The sender may still be looking for more messages: the day is over before there is one.
  clock.jump(2_000)
  await send('msg_2')
  await untilReceived(receiver, 2)

  const secrets = [created['createDestination'].secret as string, rotated['rotateDestinationSecret'].secret as string]
  const verified = receiver.received.map((request) => secrets.map((secret) => isSignedWith(secret, request)))
  expect(verified).toEqual([
    [true, true],
    [false, true],
  ])
})

function isSignedWith(secret: string, { body, headers }: Received): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}

it.each([
  ['KIND', 2],
  ['AREA', 3],
  ['SUBJECT', 4],
])('a destination grouped by %s gets one message for each group', async (groupBy, count) => {
  await using receiver = await givenReceiver()
  await using gateway = await givenAlertingGateway()
  await givenDestination(gateway, receiver.url, { groupBy, waitSeconds: 0 })
  await givenFailingLibraries(gateway, ['a', 'b'])
  const areas = await gateway.db.endpoint.findMany({
    where: { areaId: { not: null } },
    distinct: ['areaId'],
    include: { subject: true },
  })
  await givenOpenIncidents(
    gateway,
    areas.slice(0, 2).map(({ subject }) => subject.key),
  )
  await gateway.pass(10)
  await untilReceived(receiver, count)
  await gateway.pass(30)

  const groups = dataOf(receiver.received).map(({ group, counts }) => [group.key, counts.firing] as const)
  expect(new Set(groups.map(([key]) => key)).size).toBe(count)
  expect(groups.reduce((sum, [, firing]) => sum + firing, 0)).toBe(4)
})

it('an escalation destination gets only incidents that nobody has acknowledged in time', async () => {
  await using receiver = await givenReceiver()
  await using gateway = await givenAlertingGateway()
  await givenDestination(gateway, receiver.url, { waitSeconds: 0, onlyUnacknowledgedAfterSeconds: 60 })
  await givenFailingLibraries(gateway, ['handled', 'left'])
  const { id } = await gateway.db.incident.findFirstOrThrow({ where: { openKey: 'LIBRERIAS:handled' } })
  await gateway.pass(50)
  await gateway.data('mutation ($id: ID!) { acknowledgeIncident(id: $id) { id } }', { id })
  const before = receiver.received.length
  await gateway.pass(20)
  await untilReceived(receiver, 1)

  expect(before).toBe(0)
  expect(dataOf(receiver.received).map(({ firing }) => firing.map(({ subject }: Json) => subject.key))).toEqual([
    ['left'],
  ])
})
