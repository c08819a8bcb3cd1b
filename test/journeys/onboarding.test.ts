import type { MxRecord } from 'node:dns'
import { givenGateway, times, type GivenGateway, type Json } from '../support/gateway.ts'
import { envio, givenTrade, mailOf, supplier, type GivenTrade } from '../support/sinli/inbound.ts'
import { until } from '../support/until.ts'

const code = 'nueva'
const sinliId = 'LIB00077'

let mailServers: MxRecord[] = []
let gateway: GivenGateway
let trade: GivenTrade
beforeAll(async () => {
  gateway = await givenGateway({
    // The clock is moved by 72 hours, which must not end the session.
    config: { sampleData: false, sessionIdleMinutes: 7 * 24 * 60 },
    resolveMx: (domain) => {
      expect(domain).toBe('nueva.example.org')
      return Promise.resolve(mailServers)
    },
  })
  trade = givenTrade(gateway)
  await trade.registerSupplier(supplier)
})
afterAll(() => gateway[Symbol.asyncDispose]())

const onboardingFields = `stage since responsible { email } nextStages nextStep { key }
  steps { key status code parameters message waiver by { email } } seenDocuments { document version count warnings }`

const readOnboarding = async () =>
  (await gateway.data(`query ($id: ID!) { onboarding(libraryCode: $id) { ${onboardingFields} } }`, { id: code }))[
    'onboarding'
  ] as Json

const statusOf = async () =>
  Object.fromEntries(((await readOnboarding())['steps'] as Json[]).map(({ key, status }) => [key, status])) as Json

const change = async (mutation: string, input: Json) =>
  gateway.query(
    `mutation ($input: ${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input!) {
      ${mutation}(input: $input) { onboarding { ${onboardingFields} } }
    }`,
    { input: { libraryCode: code, ...input } },
  )

const unknownParties = async () => {
  const { unknownParties } = await gateway.data(
    '{ unknownParties { totalCount edges { node { source key count documents name library { id } } } } }',
  )
  return (unknownParties.edges as { node: Json }[]).map(({ node }) => node)
}

const panelCount = async () => {
  const { notifications } = await gateway.data('{ notifications { categories { id count } } }')
  return (notifications.categories as Json[])
    .filter(({ id }) => (id as string).startsWith('LIBRERIAS'))
    .reduce((sum, { count }) => sum + (count as number), 0)
}

async function operations(count: number, ok: boolean) {
  const { body } = await gateway.report(...times(count, { kind: 'library', id: code, ok, durationMs: 30 }))
  expect(body).toMatchObject({ rejected: [] })
}

/** Operations that all fail until the library has an open incident. */
async function fail() {
  for (let tick = 0; tick < 60; tick++) {
    await operations(20, false)
    await gateway.pass(10)
    const open = await gateway.db.incident.findFirst({ where: { openKey: `LIBRERIAS:${code}` } })
    if (open) return open
  }
  throw new Error('No incident opened.')
}

/** Operations that all succeed until the library is Operativo without an open incident. */
async function recover() {
  for (let tick = 0; tick < 180; tick++) {
    await operations(20, true)
    await gateway.pass(10)
    const subject = await gateway.db.subject.findFirstOrThrow({ where: { kind: 'LIBRERIAS', key: code } })
    const open = await gateway.db.incident.count({ where: { openKey: `LIBRERIAS:${code}` } })
    if (subject.state === 'OPERATIVO' && open === 0) return
  }
  throw new Error('It did not recover.')
}

const register = (changes: Json = {}) =>
  trade.put(`/ingest/v1/libraries/${code}`, {
    name: 'Librería nueva',
    sinliId,
    email: 'hola@nueva.example.org',
    city: 'Villaejemplo',
    province: null,
    updatedAt: new Date(gateway.clock.now()).toISOString(),
    ...changes,
  })

it('messages of a bookshop that is not registered are listed with their count', async () => {
  for (const number of ['N1', 'N2']) await trade.send(mailOf(envio({ number, receiver: sinliId })))
  await trade.send(mailOf(envio({ number: 'N3', sender: sinliId, receiver: supplier })))

  expect(await unknownParties()).toMatchObject([
    { source: 'SINLI', key: sinliId, count: 3, documents: ['ENVIO'], name: null, library: null },
  ])
})

it('once the platform registers it, it is requested, and its steps say what is missing', async () => {
  expect((await register()).status).toBe(201)

  expect(await unknownParties()).toMatchObject([
    { key: sinliId, count: 3, name: 'Librería nueva', library: { id: code } },
  ])
  const onboarding = await readOnboarding()
  expect(onboarding).toMatchObject({ stage: 'SOLICITADA', responsible: null, nextStep: { key: 'RECORD' } })
  expect((onboarding['steps'] as Json[])[0]).toMatchObject({
    status: 'MISSING',
    code: 'RECORD_INCOMPLETE',
    parameters: { fields: ['province'] },
    message: 'The platform has not told its province.',
  })
  expect(await statusOf()).toMatchObject({ SINLI_ID: 'DONE', PENDING_MESSAGES: 'MISSING', FIRST_MESSAGE: 'DONE' })
})

it('its tests begin, with the operator who began them as responsible', async () => {
  expect(await change('startOnboarding', {})).toMatchObject({
    data: { startOnboarding: { onboarding: { stage: 'EN_PRUEBAS', responsible: { email: gateway.email } } } },
  })
  expect((await change('startOnboarding', {}))['errors']).toMatchObject([{ extensions: { code: 'CONFLICT' } }])
})

it('its steps are done as data arrive', async () => {
  await register({ province: 'Ejemplares' })
  await trade.put('/ingest/v1/customers/n-1', {
    name: 'Una',
    email: 'una@example.org',
    libraryCode: code,
    updatedAt: '2026-01-01T00:00:00Z',
  })

  expect(await statusOf()).toMatchObject({ RECORD: 'DONE', CUSTOMERS: 'DONE', FIRST_DOCUMENT: 'MISSING' })
})

it('its mail servers are asked for only when somebody asks, and the answer is kept', async () => {
  expect(await statusOf()).toMatchObject({ EMAIL: 'MISSING' })
  await change('checkOnboardingEmail', {})
  expect(((await readOnboarding())['steps'] as Json[])[1]).toMatchObject({ status: 'MISSING', code: 'MX_NONE' })

  mailServers = [{ exchange: 'mx.example.org', priority: 10 }]
  await change('checkOnboardingEmail', {})

  expect(((await readOnboarding())['steps'] as Json[])[1]).toMatchObject({
    status: 'DONE',
    code: 'MX_FOUND',
    parameters: { domain: 'nueva.example.org', hosts: ['mx.example.org'] },
  })
})

it('the messages that wait for it are reprocessed together', async () => {
  const { replaySinliMessages } = await gateway.data(
    `mutation ($id: String!) {
      replaySinliMessages(input: { failed: { unknownParty: $id }, limit: 1000 }) { replay { id selectedCount } }
    }`,
    { id: sinliId },
  )
  const { id, selectedCount } = replaySinliMessages.replay as Json
  await until('the replay is over', () => gateway.db.replay.count({ where: { id, finishedAt: { not: null } } }))

  expect(selectedCount).toBe(3)
  expect(await statusOf()).toMatchObject({ PENDING_MESSAGES: 'DONE', FIRST_DOCUMENT: 'DONE' })
  expect((await readOnboarding())['seenDocuments']).toMatchObject([{ document: 'ENVIO', count: 3 }])
  expect(await unknownParties()).toEqual([])
})

it('an incident while it is under test does not count', async () => {
  const before = await panelCount()

  expect(await fail()).toMatchObject({ suppressed: true, onboarding: true })

  expect([before, await panelCount()]).toEqual([0, 0])
  await recover()
})

it('it is not active while a step is missing; one is ticked, others are waived with a reason', async () => {
  expect((await change('completeOnboardingStep', { step: 'CUSTOMERS' }))['errors']).toMatchObject([
    { extensions: { code: 'INVALID_INPUT', field: 'step' } },
  ])
  await change('completeOnboardingStep', { step: 'CONTRACT' })
  await change('completeOnboardingStep', { step: 'FISCAL_DATA' })
  expect((await change('waiveOnboardingStep', { step: 'TRAINING', reason: ' ' }))['errors']).toBeDefined()
  await change('waiveOnboardingStep', { step: 'TRAINING', reason: 'They know the platform.' })

  expect((await change('moveOnboarding', { stage: 'ACTIVA' }))['errors']).toMatchObject([
    { message: 'This library cannot be ACTIVA yet: STABLE must be done or waived first.' },
  ])
  expect(await statusOf()).toMatchObject({ CONTRACT: 'DONE', TRAINING: 'WAIVED', SIGNALS: 'DONE', STABLE: 'MISSING' })
})

it('after 72 quiet hours it is activated, and its incidents count from then on', async () => {
  gateway.clock.jump(72 * 3_600_000)
  // Longer than the hold after a pause, so that evaluation goes on.
  await recover()
  expect(await statusOf()).toMatchObject({ STABLE: 'DONE' })

  expect(await change('moveOnboarding', { stage: 'ACTIVA' })).toMatchObject({
    data: { moveOnboarding: { onboarding: { stage: 'ACTIVA', nextStages: ['BAJA'] } } },
  })

  expect(await fail()).toMatchObject({ suppressed: false, onboarding: false })
  expect(await panelCount()).toBe(1)
})

it('when it leaves, its incident ends and counts no more', async () => {
  expect((await change('moveOnboarding', { stage: 'BAJA' }))['errors']).toMatchObject([
    { extensions: { field: 'reason' } },
  ])
  expect(await change('moveOnboarding', { stage: 'BAJA', reason: 'It closed.' })).toMatchObject({
    data: { moveOnboarding: { onboarding: { stage: 'BAJA', nextStages: [] } } },
  })

  expect(await panelCount()).toBe(0)
  const last = await gateway.db.incident.findFirstOrThrow({ orderBy: { number: 'desc' } })
  expect(last).toMatchObject({ status: 'RESOLVED', resolution: 'SUBJECT_REMOVED' })
})

it('all of it is in the audit trail', async () => {
  const entries = await gateway.db.auditEntry.findMany({ where: { object: `library:${code}` }, orderBy: { id: 'asc' } })

  expect(entries.map(({ action }) => action)).toEqual([
    'onboarding.start',
    'onboarding.check',
    'onboarding.check',
    'onboarding.complete',
    'onboarding.complete',
    'onboarding.waive',
    'onboarding.move',
    'subject.retire',
    'onboarding.move',
  ])
  expect(entries.every(({ actor }) => actor === gateway.email)).toBe(true)
  expect(entries.at(-1)).toMatchObject({
    before: { stage: 'ACTIVA' },
    after: { stage: 'BAJA', reason: 'It closed.' },
  })
})
