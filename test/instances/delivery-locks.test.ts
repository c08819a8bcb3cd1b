import { withDestination } from '../../src/alerting/deliveries/claim-deliveries.ts'
import { redeliver } from '../../src/alerting/deliveries/operator-deliveries.ts'
import { clearOldDeliveries } from '../../src/alerting/deliveries/prune-deliveries.ts'
import { recordAttempt } from '../../src/alerting/deliveries/record-attempt.ts'
import { updateDestination } from '../../src/alerting/destinations/manage-destinations.ts'
import { createPlanner } from '../../src/alerting/planning/planner.ts'
import { isOfGroup, renewDelivery } from '../../src/alerting/planning/renew-delivery.ts'
import type { RootDatabase } from '../../src/database/database.ts'
import { DomainError } from '../../src/lib/errors.ts'
import { addNote } from '../../src/monitoring/incidents/operator-actions.ts'
import { somebody } from '../support/auth/operators.ts'
import { manualClock } from '../support/clock.ts'
import { givenDatabase } from '../support/database/database.ts'
import { testConfig } from '../support/gateway.ts'
import { givenOpenIncidents } from '../support/monitoring/incidents.ts'

const rounds = 60
const keys = ['a', 'b', 'c', 'd']
const clock = manualClock()
const now = () => new Date(clock.now())

async function givenAlerting(db: RootDatabase) {
  const operator = { ...somebody.operator, name: 'Ana', role: 'admin' as const, passwordHash: '', createdAt: now() }
  await db.operator.create({ data: operator })
  await db.subject.createMany({ data: keys.map((key) => ({ kind: 'LIBRERIAS' as const, key, name: key })) })
  const subject = await db.subject.create({ data: { kind: 'INTEGRACIONES', key: 'destination_d', name: 'd' } })
  const config = { shown: 'd', to: [] }
  const times = { waitMs: 0, intervalMs: 0, repeatMs: 1, createdAt: now() }
  await db.destination.create({
    data: { id: 'd', name: 'd', type: 'WEBHOOK', config, subjectId: subject.id, groupBy: 'SUBJECT', ...times },
  })
  await givenOpenIncidents({ db, clock }, keys)
}

function result(status: 200 | 400 | 410) {
  const error = status === 200 ? null : { code: 'ANSWER_REFUSES' as const, parameters: { status } }
  const failure = { retryAfterMs: null, permanent: status !== 200, gone: status === 410, delivered: 0, left: null }
  return { ok: status === 200, status, error, answer: null, ms: 1, ...failure }
}

/** One of the deliveries, and one of the incidents; another one at each round. */
async function pick(db: RootDatabase, round: number) {
  const deliveries = await db.delivery.findMany({ orderBy: { createdAt: 'desc' }, take: 8, ...withDestination })
  return deliveries[round % Math.max(deliveries.length, 1)]
}

/** What happens at once to the deliveries of a destination; each once a round. */
const happenings: ((db: RootDatabase, round: number) => Promise<unknown>)[] = [
  async (db) => {
    const planner = createPlanner(db, { publicOrigin: null })
    await planner.plan(await planner.readDestinations(), clock.now() + 10)
  },
  async (db, round) => {
    const delivery = await pick(db, round)
    if (delivery) await redeliver(db, delivery.id, { by: somebody, at: now(), publicOrigin: null })
  },
  async (db, round) => {
    const delivery = await pick(db, round)
    const status = ([200, 400, 400, 410] as const)[round % 4] ?? 200
    if (delivery)
      await recordAttempt(db, { ...delivery, attempts: 7 }, result(status), { at: clock.now(), random: 0.5 })
  },
  async (db, round) => {
    const delivery = await pick(db, round)
    // The claim has seen another incident than there is now.
    if (delivery && isOfGroup(delivery)) {
      const severity = round % 2 ? 'FALLANDO' : 'DEGRADADO'
      await db.incident.updateMany({ data: { severity } })
      await renewDelivery(db, delivery, { at: clock.now(), publicOrigin: null })
    }
  },
  (db, round) =>
    updateDestination(
      db,
      'd',
      { enabled: round % 2 === 0, name: `d${round % 3}` },
      {
        ...{ by: somebody, at: now(), config: testConfig, secrets: {} as never },
      },
    ),
  (db, round) =>
    updateDestination(
      db,
      'd',
      { enabled: true, waitSeconds: round % 2 },
      {
        ...{ by: somebody, at: now(), config: testConfig, secrets: {} as never },
      },
    ),
  (db) => clearOldDeliveries(db, new Date(clock.now() + 365 * 86_400_000)),
  async (db, round) => {
    const incidents = await db.incident.findMany({ orderBy: { number: 'asc' } })
    const id = incidents[round % incidents.length]?.id ?? ''
    await addNote(db, { id, note: 'Se mira' }, somebody, clock.now())
  },
]

async function countDeadlocks(db: RootDatabase): Promise<number> {
  const [row] = await db.$queryRaw<{ deadlocks: number }[]>`
    SELECT "deadlocks"::int FROM pg_stat_database WHERE "datname" = current_database()`
  return row?.deadlocks ?? 0
}

it('nothing that changes the deliveries of a destination waits for another in a circle', async () => {
  await using database = await givenDatabase()
  await givenAlerting(database.db)
  const failures: unknown[] = []
  await Promise.all(
    happenings.map(async (happen) => {
      const { db, close } = await database.openAgain()
      for (let round = 0; round < rounds; round++)
        await happen(db, round).catch((error: unknown) => {
          // Refused, as its destination is disabled, or nothing is to be told.
          if (!(error instanceof DomainError)) failures.push(error)
        })
      // A server's process that ends reports what it has counted.
      await close()
    }),
  )

  expect({ failures, deadlocks: await countDeadlocks(database.db) }).toEqual({ failures: [], deadlocks: 0 })
})
