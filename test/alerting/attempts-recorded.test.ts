import fc from 'fast-check'
import { noticeOf } from '../../src/alerting/deliveries/notices.ts'
import { withDestination } from '../../src/alerting/deliveries/claim-deliveries.ts'
import { newDelivery } from '../../src/alerting/deliveries/new-delivery.ts'
import { redeliver } from '../../src/alerting/deliveries/operator-deliveries.ts'
import { recordAttempt } from '../../src/alerting/deliveries/record-attempt.ts'
import type { AlertIncident } from '../../src/alerting/message.ts'
import type { RootDatabase } from '../../src/database/database.ts'
import { alertIncident, incidentsMessage, resolvedIncident } from '../support/alerting/alert-messages.ts'
import { somebody } from '../support/auth/operators.ts'
import { manualClock } from '../support/clock.ts'
import { givenDatabase } from '../support/database/database.ts'
import { casesOf } from '../support/extent.ts'
import { givenOpenIncidents } from '../support/monitoring/incidents.ts'

const keys = ['a', 'b', 'c', 'd']
const clock = manualClock()
const at = new Date(clock.now())

async function givenPagerDuty(db: RootDatabase) {
  await db.subject.createMany({ data: keys.map((key) => ({ kind: 'LIBRERIAS' as const, key, name: key })) })
  await givenOpenIncidents({ db, clock }, keys)
  const { id: subjectId } = await db.subject.create({
    data: { kind: 'INTEGRACIONES', key: 'destination_d', name: 'd' },
  })
  const config = { shown: 'd', to: [] }
  await db.destination.create({ data: { id: 'd', name: 'd', type: 'PAGERDUTY', config, createdAt: at, subjectId } })
  return db.incident.findMany({ orderBy: { number: 'asc' } })
}

async function givenDelivery(db: RootDatabase, incidents: AlertIncident[]): Promise<string> {
  const resolved = incidents.filter(({ status }) => status === 'RESOLVED')
  const firing = incidents.filter(({ status }) => status !== 'RESOLVED')
  const row = newDelivery('d', incidentsMessage({ firing, resolved }), { at, groupKey: '' })
  await db.delivery.create({ data: row })
  const rows = incidents.map(({ id: incidentId }) => ({ deliveryId: row.id, incidentId }))
  await db.deliveryIncident.createMany({ data: rows })
  return row.id
}

const claimed = (db: RootDatabase, id: string) => db.delivery.findUniqueOrThrow({ where: { id }, ...withDestination })

const answer = (status: number, delivered: number) => ({
  ...{ ok: status === 202, status, answer: null, ms: 1 },
  error: status === 202 ? null : { code: 'ANSWER_REFUSES' as const, parameters: { status } },
  ...{ retryAfterMs: null, permanent: status === 400, gone: status === 410, delivered, left: null },
})

const time = { at: clock.now(), random: 0.5 }

const eventsOf = { OPEN: 1, ACKNOWLEDGED: 2, RESOLVED: 1 } as const

it('however a message to PagerDuty ends, the timelines name it once for each incident of which a request was taken', async () => {
  await using database = await givenDatabase()
  const { db } = database
  const rows = await givenPagerDuty(db)
  const statuses = fc.array(fc.constantFrom('OPEN', 'ACKNOWLEDGED', 'RESOLVED'), { minLength: 1, maxLength: 4 })
  const attempts = fc.array(
    fc.record({ more: fc.nat({ max: 3 }), status: fc.constantFrom(400, 503, 410), renames: fc.boolean() }),
    { maxLength: 4 },
  )
  await fc.assert(
    fc.asyncProperty(statuses, attempts, async (said, tried) => {
      const { _max: newest } = await db.timelineEntry.aggregate({ _max: { id: true } })
      const incidents = said.map((status, index) => {
        const { id = '', number = 0 } = rows[index] ?? {}
        return status === 'RESOLVED' ? resolvedIncident({ id, number }) : alertIncident({ id, number, status })
      })
      const inOrder = [...incidents].sort((one, other) => Number(isOver(one)) - Number(isOver(other)))
      const requests = inOrder.flatMap(({ id, status }) => Array.from({ length: eventsOf[status] }, () => id))
      const id = await givenDelivery(db, incidents)
      let delivered = 0
      for (const { more, status, renames } of tried) {
        const delivery = await claimed(db, id)
        if (renames) await db.destination.update({ where: { id: 'd' }, data: { version: { increment: 1 } } })
        delivered = Math.min(delivery.delivered + more, requests.length)
        const isComplete = delivered === requests.length
        await recordAttempt(db, delivery, answer(isComplete ? 202 : status, delivered), time)
        if ((await claimed(db, id)).status !== 'PENDING') break
      }

      const entries = await db.timelineEntry.findMany({ where: { id: { gt: newest.id ?? 0 }, event: 'NOTIFIED' } })
      expect(entries.map(({ incidentId }) => incidentId).sort()).toEqual(
        [...new Set(requests.slice(0, delivered))].sort(),
      )
      expect(entries.every((entry) => noticeOf(entry)?.destination === 'd')).toBe(true)
    }),
    { numRuns: casesOf(30, 300) },
  )
})

const isOver = ({ status }: AlertIncident) => status === 'RESOLVED'

describe('a message that is sent again while an attempt is in progress', () => {
  const sentAgain = async (db: RootDatabase) => {
    const rows = await givenPagerDuty(db)
    const incidents = rows.map(({ id, number }) => alertIncident({ id, number }))
    const id = await givenDelivery(db, incidents)
    const sent = Object.fromEntries(rows.map(({ id: one }) => [one, { severity: 'FALLANDO', acknowledged: false }]))
    await db.deliveryGroup.create({ data: { destinationId: 'd', key: '', sent } })
    await db.deliveryIncident.updateMany({ data: { severity: 'FALLANDO' } })
    await db.delivery.update({ where: { id }, data: { attempts: 7, delivered: 1, leasedUntil: at } })
    const delivery = await claimed(db, id)
    await redeliver(db, id, { by: somebody, at, publicOrigin: null })
    return delivery
  }

  it.each([400, 503])('has all of its new attempts if that one fails with %d', async (status) => {
    await using database = await givenDatabase()
    const { db } = database
    const delivery = await sentAgain(db)
    await recordAttempt(db, delivery, answer(status, 2), time)

    expect(await claimed(db, delivery.id)).toMatchObject({
      ...{ id: delivery.id, status: 'PENDING', attempts: 0, delivered: 0, leasedUntil: null, endedAt: null },
    })
  })

  it('is delivered if that one succeeds', async () => {
    await using database = await givenDatabase()
    const { db } = database
    const delivery = await sentAgain(db)
    await recordAttempt(db, delivery, answer(202, 4), time)

    expect(await claimed(db, delivery.id)).toMatchObject({ status: 'DELIVERED', delivered: 4 })
  })
})
