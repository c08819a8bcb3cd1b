import { manualClock } from '../support/clock.ts'
import { givenDatabase } from '../support/database/database.ts'
import {
  givenAlertingGateway,
  givenDestination,
  givenFailingLibraries,
  untilReceived,
} from '../support/alerting/destinations.ts'
import { givenReceiver } from '../support/alerting/receiver.ts'

it('two instances on one database write and deliver each message once', async () => {
  await using receiver = await givenReceiver()
  await using database = await givenDatabase()
  const again = await database.openAgain()
  const clock = manualClock()
  {
    await using first = await givenAlertingGateway({ database, clock })
    await using second = await givenAlertingGateway({ database: { ...database, ...again }, clock })
    for (const name of ['a', 'b', 'c', 'd']) await givenDestination(first, receiver.url, { name, groupBy: 'SUBJECT' })
    await givenFailingLibraries(
      first,
      Array.from({ length: 10 }, (_, index) => `l-${index}`),
    )

    await first.pass(60)
    await untilReceived(receiver, 40)
    await second.pass(20)
  }
  await again.close()

  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(40)
  expect(new Set(ids).size).toBe(40)
})

it('a delivery claimed by a process that died is delivered with the same id when its lease ends', async () => {
  await using receiver = await givenReceiver()
  await using gateway = await givenAlertingGateway()
  const { db, clock } = gateway
  await givenDestination(gateway, receiver.url)
  const { id: destinationId } = await db.destination.findFirstOrThrow()
  const at = new Date(clock.now())
  const message = { kind: 'TEST', at: at.toISOString(), by: 'Ana', url: null }
  const leasedUntil = new Date(clock.now() + 60_000)
  await db.delivery.create({
    data: { id: 'msg_1', destinationId, kind: 'TEST', message, createdAt: at, nextAt: at, leasedUntil },
  })

  await gateway.pass(50)
  expect(receiver.received).toEqual([])
  await gateway.pass(20)
  await untilReceived(receiver, 1)

  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(['msg_1'])
})
