import { describeMessage } from '../../src/alerting/channels/message-document.ts'
import type { DigestMessage } from '../../src/alerting/message.ts'
import { alertIncident } from '../support/alerting/alert-messages.ts'
import {
  givenAlertingGateway,
  givenDestination,
  givenFailingLibraries,
  resolveLibraries,
} from '../support/alerting/destinations.ts'
import { givenService } from '../support/monitoring/services.ts'
import { casesOf } from '../support/extent.ts'

const headingOf = (message: DigestMessage) => describeMessage(message, 'es').sections[0]?.heading

it('a digest says of all open incidents how many somebody is handling, however few it lists', async () => {
  await using gateway = await givenAlertingGateway()
  const { db, clock } = gateway
  const hour = new Date(clock.now() + 3_600_000).getUTCHours()
  // Nobody is there: the text of the message is what counts.
  await givenDestination(gateway, 'https://hooks.example.org/a', { digestHour: hour, digestZone: 'UTC' })
  const codes = Array.from({ length: casesOf(14, 100) }, (_, index) => `l-${index}`)
  await givenFailingLibraries(gateway, codes)
  const handled = codes.slice(2).map((code) => `LIBRERIAS:${code}`)
  await db.incident.updateMany({ where: { openKey: { in: handled } }, data: { status: 'ACKNOWLEDGED' } })
  clock.jump(3_600_000)
  await gateway.pass(10)
  const { message } = await db.delivery.findFirstOrThrow({ where: { kind: 'DIGEST' } })

  expect(headingOf(message as unknown as DigestMessage)).toBe(
    `Abiertos: ${codes.length} (${handled.length} con quien los atiende)`,
  )
})

it('what began to count after it had opened, or opened again, is among the opened of the next digest alone', async () => {
  await using gateway = await givenAlertingGateway()
  const { db, clock } = gateway
  const hour = new Date(clock.now() + 3_600_000).getUTCHours()
  await givenDestination(gateway, 'https://hooks.example.org/a', { digestHour: hour, digestZone: 'UTC' })
  await givenFailingLibraries(gateway, ['suppressed', 'reopened', 'open'])
  const of = (key: string) => ({ where: { subject: { key } } })
  await db.incident.updateMany({ ...of('suppressed'), data: { suppressed: true, onboarding: true } })
  await resolveLibraries(gateway, ['reopened'])
  const digests = async (): Promise<Pick<DigestMessage, 'opened' | 'resolved'>[]> => {
    const rows = await db.delivery.findMany({ where: { kind: 'DIGEST' }, orderBy: { createdAt: 'asc' } })
    return rows.map(({ message }) => message as unknown as DigestMessage)
  }
  clock.jump(3_600_000)
  await gateway.pass(10)
  const at = new Date(clock.now())
  const counts = { suppressed: false, onboarding: false, unsuppressedAt: at }
  await db.incident.updateMany({ ...of('suppressed'), data: counts })
  const openAgain = { openKey: 'LIBRERIAS:reopened', status: 'OPEN' as const, resolvedAt: null, resolution: null }
  await db.incident.updateMany({ ...of('reopened'), data: { ...openAgain, reopenedAt: at } })
  await resolveLibraries(gateway, ['suppressed', 'reopened'])
  for (let day = 0; day < 2; day += 1) {
    clock.jump(24 * 3_600_000)
    await gateway.pass(10)
  }

  expect(await digests()).toMatchObject([
    { opened: 2, resolved: 1 },
    { opened: 2, resolved: 2 },
    { opened: 0, resolved: 0 },
  ])
})

it('a digest names the services whose last key expires within a week, as far as the destination takes them', async () => {
  await using gateway = await givenAlertingGateway()
  const { db, clock } = gateway
  const hour = new Date(clock.now() + 3_600_000).getUTCHours()
  const digest = { digestHour: hour, digestZone: 'UTC' }
  const filter = { kinds: ['LIBRERIAS'] }
  const all = await givenDestination(gateway, 'https://hooks.example.org/a', digest)
  const libraries = await givenDestination(gateway, 'https://hooks.example.org/b', {
    ...digest,
    filter,
    name: 'Solo librerías',
  })
  const inDays = (days: number) => new Date(clock.now() + days * 86_400_000)
  const services = [
    await givenService(gateway, 'Pagos'),
    await givenService(gateway, 'Web'),
    await givenService(gateway, 'Catálogo'),
  ]
  for (const [index, service] of services.entries()) {
    await service.report()
    await db.apiToken.updateMany({
      where: { serviceId: service.id },
      data: { createdAt: inDays(-90), expiresAt: inDays([6, 3, 8][index] ?? 0) },
    })
  }
  await gateway.pass(10)
  clock.jump(3_600_000)
  await gateway.pass(10)
  const told = async (destinationId: string) => {
    const { message } = await db.delivery.findFirstOrThrow({ where: { kind: 'DIGEST', destinationId } })
    return message as unknown as DigestMessage
  }

  expect((await told(all)).expiring?.map(({ service }) => service)).toEqual(['Web', 'Pagos'])
  expect((await told(libraries)).expiring).toEqual([])
  expect(describeMessage(await told(all), 'es').intro).toMatch(
    /Caducan claves de servicios: «Web», el .*; «Pagos», el .*\.$/,
  )
})

it('a digest that an earlier version wrote says how many of the listed incidents somebody is handling', () => {
  const open = [alertIncident(), alertIncident({ status: 'ACKNOWLEDGED', acknowledgedBy: 'Ana' })]
  const [from, at] = ['2026-02-28T08:00:00Z', '2026-03-01T08:00:00Z']

  expect(headingOf({ kind: 'DIGEST', from, at, opened: 2, resolved: 0, open, omitted: 3, url: null })).toBe(
    'Abiertos: 5 (1 con quien los atiende)',
  )
})
