import { incidentsMessage } from '../../src/alerting/planning/incidents-message.ts'
import { findAlertedIncidents } from '../../src/alerting/planning/open-incidents.ts'
import { manualClock } from '../support/clock.ts'
import { givenDatabase, type GivenDatabase } from '../support/database/database.ts'
import { givenFailingLibraries } from '../support/alerting/destinations.ts'

let database: GivenDatabase
beforeEach(async () => {
  database = await givenDatabase()
})
afterEach(() => database[Symbol.asyncDispose]())

const minute = 60_000

it('an incident that was suppressed while nothing was told of it ended when it was suppressed, not when that is told', async () => {
  const { db } = database
  const clock = manualClock()
  await givenFailingLibraries({ db, clock }, ['a'])
  const { id } = await db.incident.findFirstOrThrow()
  const opened = clock.now()
  const entry = (minutes: number, event: 'OPENED' | 'SUPPRESSED') => ({
    ...{ incidentId: id, event, severity: 'FALLANDO' as const },
    at: new Date(opened + minutes * minute),
  })
  await db.timelineEntry.createMany({ data: [entry(0, 'OPENED'), entry(10, 'SUPPRESSED')] })
  await db.incident.update({ where: { id }, data: { suppressed: true } })

  const { resolved } = await incidentsMessage(
    db,
    {
      ...{ group: { key: '', label: null }, firing: [], threadId: null },
      resolved: await findAlertedIncidents(db, [id]),
      listing: { news: null, onlyNews: false, limit: 1_000 },
    },
    { at: opened + 180 * minute, publicOrigin: null },
  )

  const clockOf = new Intl.DateTimeFormat('es-ES', { timeZone: 'Europe/Madrid', hour: '2-digit', minute: '2-digit' })
  expect(resolved).toMatchObject([
    {
      status: 'RESOLVED',
      resolvedAt: new Date(opened + 10 * minute).toISOString(),
      reason: { es: `Estuvo Fallando 10 min; no cuenta desde las ${clockOf.format(opened + 10 * minute)} (Madrid).` },
    },
  ])
})
