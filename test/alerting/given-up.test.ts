import fc from 'fast-check'
import { clearOldDeliveries } from '../../src/alerting/deliveries/prune-deliveries.ts'
import { redeliver } from '../../src/alerting/deliveries/operator-deliveries.ts'
import { updateDestination } from '../../src/alerting/destinations/manage-destinations.ts'
import { somebody } from '../support/auth/operators.ts'
import { manualClock } from '../support/clock.ts'
import { givenDatabase } from '../support/database/database.ts'
import { casesOf } from '../support/extent.ts'
import { testConfig } from '../support/gateway.ts'

const hourMs = 3_600_000
const clock = manualClock()
const hoursAgo = (hours: number) => new Date(clock.now() - hours * hourMs)

/** A database with a webhook. */
async function givenWebhook() {
  const database = await givenDatabase()
  const { db } = database
  const { id: subjectId } = await db.subject.create({
    data: { kind: 'INTEGRACIONES', key: 'destination_d', name: 'd' },
  })
  const config = { shown: 'd', to: [] }
  await db.destination.create({
    data: { id: 'd', name: 'd', type: 'WEBHOOK', config, createdAt: hoursAgo(500), subjectId },
  })
  return database
}

const message = fc.record({
  kind: fc.constantFrom('EVENT', 'DIGEST', 'INCIDENTS', 'TEST'),
  writtenHoursAgo: fc.constantFrom(0, 23, 24.5, 27, 29, 100),
  sentAgainHoursAgo: fc.constantFrom(null, 0, 27, 29),
  leaseHours: fc.constantFrom(null, -1, 0.01),
  attempts: fc.nat({ max: 7 }),
})

it('what is no message about incidents is given up once it is older than a day and all attempts, unless it is in progress', async () => {
  await using database = await givenWebhook()
  const { db } = database
  await fc.assert(
    fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 10 }), async (messages) => {
      await db.delivery.deleteMany()
      await db.delivery.createMany({
        data: messages.map(({ kind, attempts, ...hours }, index) => ({
          ...{ id: String(index), destinationId: 'd', kind, attempts, message: { kind }, nextAt: hoursAgo(0) },
          createdAt: hoursAgo(hours.writtenHoursAgo),
          sentAgainAt: hours.sentAgainHoursAgo === null ? null : hoursAgo(hours.sentAgainHoursAgo),
          leasedUntil: hours.leaseHours === null ? null : hoursAgo(-hours.leaseHours),
        })),
      })
      await clearOldDeliveries(db, hoursAgo(0))

      const rows = await db.delivery.findMany()
      for (const [index, { kind, writtenHoursAgo, sentAgainHoursAgo, leaseHours }] of messages.entries()) {
        const isOld = (sentAgainHoursAgo ?? writtenHoursAgo) > 28.5
        const isGivenUp = isOld && (kind === 'EVENT' || kind === 'DIGEST') && (leaseHours ?? 0) <= 0
        expect(rows.find(({ id }) => id === String(index))).toMatchObject(
          isGivenUp
            ? { status: 'DEAD', givenUpBecause: 'TOO_OLD', endedAt: hoursAgo(0) }
            : { status: 'PENDING', givenUpBecause: null, endedAt: null },
        )
      }
    }),
    { numRuns: casesOf(30, 300) },
  )
})

it('an event that was given up as its destination was disabled says so, and no more once it is sent again, for a day anew', async () => {
  await using database = await givenWebhook()
  const { db } = database
  const event = { id: 'e', destinationId: 'd', kind: 'EVENT' as const, message: { kind: 'EVENT' } }
  await db.delivery.create({ data: { ...event, createdAt: hoursAgo(20), nextAt: hoursAgo(20) } })
  const context = { by: somebody, at: hoursAgo(0), config: testConfig, secrets: {} as never }
  const find = () => db.delivery.findUniqueOrThrow({ where: { id: 'e' } })
  await updateDestination(db, 'd', { enabled: false }, context)
  const disabled = await find()
  await updateDestination(db, 'd', { enabled: true }, context)
  await redeliver(db, 'e', { by: somebody, at: hoursAgo(0), publicOrigin: null })
  await clearOldDeliveries(db, hoursAgo(-20))

  expect(disabled).toMatchObject({ status: 'DEAD', givenUpBecause: 'DESTINATION_DISABLED' })
  expect(await find()).toMatchObject({ status: 'PENDING', givenUpBecause: null })
})
