import { manualClock } from '../../support/clock.ts'
import { givenDatabase } from '../../support/database/database.ts'
import { givenGateway } from '../../support/gateway.ts'
import { beatOverrides, scheduleOverrides } from '../../../src/monitoring/heartbeats/schedule.ts'
import { givenService, passReporting } from '../../support/monitoring/services.ts'

it('an incident of a scheduled subject whose service is late is resolved by an instance that has evaluated nothing yet', async () => {
  await using database = await givenDatabase()
  const clock = manualClock()
  const options = { config: { sampleData: false }, database, clock }
  const one = await givenGateway(options)
  const policy = { ...beatOverrides, ...scheduleOverrides({ intervalSeconds: 20, graceSeconds: 10 }) }
  const slowToRecover = { ...policy, cleanFailingMs: 600_000, cleanDegradedMs: 600_000 }
  await one.db.subject.create({ data: { kind: 'LIBRERIAS', key: 'L-1', name: 'L-1', policy: slowToRecover } })
  const service = await givenService(one, 'pedidos', 60)
  const sample = { kind: 'library' as const, id: 'L-1', durationMs: 20 }
  await passReporting(one, 20, [[service, { ...sample, ok: false }]])
  await passReporting(one, 20, [[service, { ...sample, ok: true }]])
  await one.pass(60)
  const { id } = await one.db.incident.findFirstOrThrow({ where: { openKey: { not: null } } })
  await one[Symbol.asyncDispose]()
  await using other = await givenGateway(options)

  expect(
    await other.data('mutation ($id: ID!) { resolveIncident(id: $id, reason: "Ya va") { status } }', { id }),
  ).toEqual({ resolveIncident: { status: 'RESOLVED' } })
})
