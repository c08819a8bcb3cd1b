import { givenAlertingGateway, givenDestination } from '../alerting/destinations.ts'
import { givenReceiver } from '../alerting/receiver.ts'
import { givenOperator } from '../auth/operators.ts'
import type { GivenGateway, Options } from '../gateway.ts'
import { givenHeartbeat } from '../monitoring/heartbeats.ts'
import { givenOpenIncidents } from '../monitoring/incidents.ts'
import { envio, givenTrade, mailOf, shop, stranger, supplier } from '../sinli/inbound.ts'
import { until } from '../until.ts'
import type { Arguments } from './schema-paths.ts'

export const libraryCode = 'EJ-001'
const endpointId = 'GET /api/admin/libraries/'
const text = (value: string) => JSON.stringify(value)
const subjects = [
  `{ kind: LIBRERIAS, id: ${text(libraryCode)} }`,
  `{ kind: ENDPOINTS, id: ${text(endpointId)} }`,
  '{ kind: INTEGRACIONES, id: "sinli_inbound" }',
] as const

/**
 * A gateway with an object of every type of the schema, connected to all others that it can be connected to, and the
 * arguments with which each field finds them.
 */
export async function givenFilledGateway(options: Pick<Options, 'database'> = {}) {
  const receiver = await givenReceiver()
  // More requests than any person makes are sent within one minute of the test's clock.
  const gateway = await givenAlertingGateway({
    ...options,
    config: { sampleData: true, tokenRequestsPerMinute: 1_000_000 },
  })
  const person = await givenOperator(gateway.db, 'operador')
  const plan = await givenPlans(gateway, receiver.url)
  const trade = await givenMessages(gateway)
  await givenOnboarding(gateway, person.id)
  const incidentId = await givenIncidents(gateway, plan.maintenanceId, person.id)
  const entry = await gateway.db.auditEntry.findFirstOrThrow()
  const ids = {
    ...{ area: 'clientes', auditEntry: String(entry.id), customer: 'ej-1', destination: plan.destinationId },
    ...{ endpoint: endpointId, incident: incidentId, integration: 'sinli_inbound', library: libraryCode },
    ...{ operator: person.id, replay: trade.replayId, sinliMessage: trade.messageId, supplier, trace: trade.messageId },
  }
  const first = Object.fromEntries(
    ['incidents', 'sinliMessages', 'deliveries', 'libraries', 'customers', 'replays', 'endpoints'].map((field) => [
      field,
      { first: '3' },
    ]),
  )
  const given: Arguments = {
    ...first,
    ...Object.fromEntries(Object.entries(ids).map(([field, id]) => [field, { id: text(id) }])),
    documentChain: { sinliDocumentId: text(trade.documentId) },
    onboarding: { libraryCode: text(libraryCode) },
    previewPolicy: { input: `{ kind: LIBRERIAS, id: ${text(libraryCode)}, overrides: {} }` },
    search: { query: text(libraryCode) },
    subject: { kind: 'LIBRERIAS', id: text(libraryCode) },
  }
  return {
    ...gateway,
    given,
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]()
      await receiver[Symbol.asyncDispose]()
    },
  }
}

/** A heartbeat, a destination with a delivery, dependencies, a mute and a maintenance, for all kinds of subjects. */
async function givenPlans(gateway: GivenGateway, url: string) {
  await givenHeartbeat(gateway)
  const filter = { subjects: [{ kind: 'LIBRERIAS', id: libraryCode }] }
  const destinationId = await givenDestination(gateway, url, { waitSeconds: 0, filter })
  await givenOpenIncidents(gateway, [libraryCode, endpointId, 'sinli_inbound'])
  await until('the incidents are delivered', async () => {
    await gateway.pass(10)
    return gateway.db.delivery.count({ where: { status: 'DELIVERED' } })
  })
  await makeService(gateway)
  const [library, endpoint, integration] = subjects
  await gateway.data(`mutation {
    one: setDependencies(input: { subject: ${endpoint}, upstream: [${library}] }) { id }
    two: setDependencies(input: { subject: ${library}, upstream: [${integration}] }) { id }
  }`)
  const at = (minutes: number) => text(new Date(gateway.clock.now() + minutes * 60_000).toISOString())
  const planned = `matcher: { subjects: [${subjects.join(', ')}] }, reason: "Obras", startsAt: ${at(5)}, endsAt: ${at(60)}`
  const { planMaintenance } = await gateway.data(
    `mutation { mute(input: { ${planned.replace('Obras', 'Silencio')} }) { id } planMaintenance(input: { ${planned} }) { id } }`,
  )
  return { destinationId, maintenanceId: planMaintenance.id as string }
}

/** The integration is that of a service with a token. */
async function makeService({ db, clock }: GivenGateway) {
  const { id: subjectId, name } = await db.subject.findFirstOrThrow({ where: { key: 'sinli_inbound' } })
  const createdAt = new Date(clock.now())
  const service = await db.service.create({ data: { name, createdAt, subjectId, lastReportAt: createdAt } })
  const expiresAt = new Date(clock.now() + 86_400_000)
  const token = { name, hash: 'x', prefix: 'vgs_x', scopes: ['ingest:observations'], createdAt, expiresAt }
  await db.apiToken.create({ data: { kind: 'SERVICE', serviceId: service.id, ...token } })
}

/** A processed message of a known supplier, one of an unknown party, both replayed, and the party registered since. */
async function givenMessages(gateway: GivenGateway) {
  const trade = givenTrade(gateway)
  const register = (code: string, sinliId: string) =>
    trade.put(`/ingest/v1/libraries/${code}`, {
      ...{
        name: `Librería ${code}`,
        sinliId,
        email: `${code}@example.org`,
        city: 'Villaejemplo',
        province: 'Ficticia',
      },
      updatedAt: new Date(gateway.clock.now() + 1_000).toISOString(),
    })
  await register(libraryCode, shop)
  await trade.registerSupplier(supplier)
  const processed = await trade.send(mailOf(envio({ title: `Historia de ${libraryCode}` })))
  const failed = await trade.send(mailOf(envio({ sender: stranger })))
  const { body } = await trade.replay({ messageIds: [processed.id, failed.id], force: true, reason: 'Otra vez' })
  await until('the replay has ended', () => gateway.db.replay.findFirst({ where: { finishedAt: { not: null } } }))
  await register('EJ-006', stranger)
  return { messageId: processed.id, documentId: processed.decoded!.id, replayId: body['replayId'] as string }
}

async function givenOnboarding(gateway: GivenGateway, responsibleId: string) {
  const input = `libraryCode: ${text(libraryCode)}`
  await gateway.data(`mutation {
    startOnboarding(input: { ${input}, responsibleId: ${text(responsibleId)} }) { onboarding { id } }
    completeOnboardingStep(input: { ${input}, step: CONTRACT }) { onboarding { id } }
  }`)
}

/** Gives every open incident an operator, a note, a maintenance, deliveries, and incidents before, above and below it. */
async function givenIncidents({ db, clock }: GivenGateway, maintenanceId: string, byId: string): Promise<string> {
  const open = await db.incident.findMany({ where: { openKey: { not: null } } })
  const delivery = await db.delivery.findFirstOrThrow()
  const at = new Date(clock.now())
  for (const { id, number, openKey, ...row } of open) {
    const connected = { maintenanceId, acknowledgedById: byId, acknowledgedAt: at }
    const ended = { status: 'RESOLVED', resolvedAt: at, resolution: 'AUTOMATIC', evidence: row.evidence! } as const
    // Lists begin with the newest: the open ones.
    const openedAt = new Date(row.openedAt.getTime() - 3_600_000)
    const previous = await db.incident.create({ data: { ...row, ...connected, ...ended, openedAt } })
    const status = 'ACKNOWLEDGED'
    await db.incident.update({
      where: { id },
      data: { ...connected, status, previousId: previous.id, suppressedById: previous.id },
    })
    await db.incident.update({ where: { id: previous.id }, data: { suppressedById: id } })
    await db.timelineEntry.create({
      data: { incidentId: id, at, event: 'NOTE', byId, note: 'Visto', severity: row.severity },
    })
    await db.deliveryIncident.createMany({
      data: [id, previous.id].map((incidentId) => ({ deliveryId: delivery.id, incidentId })),
      skipDuplicates: true,
    })
  }
  return open.find(({ kind }) => kind === 'LIBRERIAS')!.id
}

export type FilledGateway = Awaited<ReturnType<typeof givenFilledGateway>>
