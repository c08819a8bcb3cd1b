import { PrismaPGlite } from 'pglite-prisma-adapter'
import { openEmbeddedCoordination } from '../../src/database/coordination/coordination.ts'
import { PrismaClient } from '../../src/generated/prisma/client.ts'
import { manualClock } from '../support/clock.ts'
import { givenDatabaseBefore } from '../support/database/before-migration.ts'
import type { GivenDatabase } from '../support/database/database.ts'
import { insertEarlier, insertSource, type EarlierSubject } from '../support/database/earlier-subjects.ts'
import { givenGateway } from '../support/gateway.ts'
import { days, minutes } from '../support/monitoring/traffic.ts'

/** How long the upgrade took. */
const awayMs = minutes(2)

/** Tokens by which observations arrived until so long before the server started. */
const sources = { INGEST_TOKEN: awayMs, Apagado: awayMs, Olvidado: days(40), Nocturno: minutes(30) }

const hourly = { intervalSeconds: 3_600, graceSeconds: 600 }

const subjects: EarlierSubject[] = [
  { key: 'steady', kind: 'LIBRERIAS', lastSampleMs: awayMs, source: 'INGEST_TOKEN' },
  { key: 'busy', kind: 'INTEGRACIONES', lastSampleMs: awayMs, source: 'INGEST_TOKEN' },
  { key: 'switched-off', kind: 'LIBRERIAS', lastSampleMs: awayMs, source: 'Apagado' },
  // An interruption that never ended moved its time on with each restart.
  { key: 'forgotten', kind: 'LIBRERIAS', lastSampleMs: days(40), shownSampleMs: 0, source: 'Olvidado' },
  { key: 'nightly', kind: 'INTEGRACIONES', lastSampleMs: minutes(30), source: 'Nocturno', schedule: hourly },
  { key: 'job', kind: 'INTEGRACIONES', lastSampleMs: minutes(55), schedule: hourly },
]

/** A database of an earlier version with these subjects at a time, after its upgrade. */
async function givenUpgraded(now: number): Promise<GivenDatabase> {
  const before = await givenDatabaseBefore('120000_services')
  const { pglite, migrate } = before
  for (const [id, lastMs] of Object.entries(sources)) await insertSource(before, now, id, lastMs)
  for (const subject of subjects) await insertEarlier(before, now, subject)
  await pglite.query('INSERT INTO "Judgement" ("id", "at", "interruptedSince") VALUES (1, $1, $2)', [
    ...[new Date(now - awayMs), new Date(now - days(40))],
  ])
  await migrate()
  const db = new PrismaClient({ adapter: new PrismaPGlite(pglite) })
  const openCoordination: GivenDatabase['openCoordination'] = (onChange) => openEmbeddedCoordination(pglite, onChange)
  return {
    ...{ db, openCoordination, databaseUrl: null },
    openAgain: () => Promise.resolve({ db, openCoordination, close: () => Promise.resolve() }),
    async [Symbol.asyncDispose]() {
      await db.$disconnect()
      await pglite.close()
    },
  }
}

it('on a database of three months from before services were known nothing changes that is not true, and traffic is learned anew', async () => {
  const clock = manualClock()
  const startedAt = clock.now()
  await using database = await givenUpgraded(startedAt)
  const { db } = database
  await using gateway = await givenGateway({ database, clock, config: { sampleData: false } })

  for (let minute = 0; minute < 41; minute++) {
    await gateway.report(
      { kind: 'library', id: 'steady', ok: true, durationMs: 20 },
      { kind: 'integration', id: 'busy', ok: true, durationMs: 20 },
    )
    await gateway.pass(60)
  }

  const { subject: busy } = await gateway.data(
    `{ subject(kind: INTEGRACIONES, id: "busy") { policy { effective {
      trafficBudget { reason expectedPerMinute learning { daysLeft hours } } } } } }`,
  )
  const of = { subject: { key: { in: subjects.map(({ key }) => key) } } }
  const transitions = await db.transition.findMany({ where: of, include: { subject: true }, orderBy: { id: 'asc' } })
  const incidents = await db.incident.findMany({ include: { subject: true }, orderBy: { number: 'asc' } })
  expect(transitions.map(({ subject, to, at }) => [subject.key, to, (Number(at) - startedAt) / minutes(1)])).toEqual([
    ['forgotten', 'DESCONOCIDO', 1],
    ['switched-off', 'DESCONOCIDO', 15],
    ['job', 'FALLANDO', 15],
    ['nightly', 'FALLANDO', 40],
  ])
  expect(incidents.map(({ subject }) => subject.key)).toEqual(['job', 'nightly'])
  expect(busy.policy.effective.trafficBudget).toEqual({
    ...{ reason: 'LEARNING', expectedPerMinute: null },
    learning: { daysLeft: 14, hours: 0 },
  })
})
