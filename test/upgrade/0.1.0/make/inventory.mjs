import { signIn } from '../../../support/gateway.ts'
import { metricsOf, spansOf } from '../../../support/otlp/otlp.ts'
import { mutate, nasty } from './context.mjs'

const updatedAt = '2026-01-01T00:00:00Z'

/** Operators of each role, their tokens and sessions; sign-ins that failed. */
export async function addOperators(server) {
  const added = {}
  for (const [name, role] of Object.entries({ eva: 'lector', luis: 'operador', sol: 'admin', rui: 'operador' })) {
    const { addOperator } = await server.data(
      'mutation ($operator: NewOperator!) { addOperator(operator: $operator) { operator { id } password } }',
      { operator: { email: `${name}@example.org`, name: `${name} de ejemplo`, role } },
    )
    added[name] = { id: addOperator.operator.id, password: addOperator.password }
  }
  await server.data('mutation ($id: ID!) { changeOperatorRole(id: $id, role: operador) { id } }', { id: added.sol.id })
  await server.data('mutation ($id: ID!) { disableOperator(id: $id) { id } }', { id: added.rui.id })
  await server.data('mutation ($id: ID!) { resetOperatorPassword(id: $id) { password } }', { id: added.sol.id })
  for (let attempt = 0; attempt < 3; attempt++) await signIn(server.url, 'eva@example.org', 'wrong').catch(() => null)
  for (let attempt = 0; attempt < 2; attempt++) await signIn(server.url, 'nadie@example.org', 'wrong').catch(() => null)
  const cookie = await signIn(server.url, 'luis@example.org', added.luis.password)
  await signIn(server.url, 'eva@example.org', added.eva.password)
  return { ...added, luis: { ...added.luis, cookie } }
}

/** Personal and service tokens: used, unused and revoked. Returns the secret of the one of a service. */
export async function addTokens(server) {
  const token = async (mutation, name, scopes) => {
    const answer = await server.data(
      `mutation ($input: NewApiToken!) { ${mutation}(input: $input) { token { id } secret } }`,
      { input: { name, scopes, expiresInDays: 90 } },
    )
    return answer[mutation]
  }
  await token('createMyToken', 'Informe "diario", línea', ['read:Incident'])
  const revoked = await token('createMyToken', 'Prueba', ['read:Incident'])
  await server.data('mutation ($id: ID!) { revokeMyToken(id: $id) { id } }', { id: revoked.token.id })
  const scopes = ['ingest:observations', 'ingest:records', 'ingest:sinli']
  const { secret } = await token('createServiceToken', 'Pedidos', scopes)
  const old = await token('createServiceToken', 'Antiguo', scopes)
  await server.data('mutation ($id: ID!) { revokeServiceToken(id: $id) { id } }', { id: old.token.id })
  return secret
}

/** Libraries, customers, suppliers, integrations and endpoints as the platform reports them. */
export async function addRecords(server) {
  const { ingest, trade } = server
  await trade.registerLibrary('LIB00001', 'L-1')
  await trade.registerSupplier('LIB00002')
  await ingest('PUT', '/ingest/v1/suppliers/LIB00003', { name: `Distribuidora ${nasty}`, updatedAt })
  const library = { email: 'buzon@nueva.example.org', city: 'Cádiz', province: 'Cádiz', updatedAt }
  await ingest('PUT', '/ingest/v1/libraries/L-2', { name: `Librería ${nasty}`, sinliId: 'LIB00004', ...library })
  for (const code of ['L-3', 'L-4', 'L-5'])
    await ingest('PUT', `/ingest/v1/libraries/${code}`, { name: `Librería ${code}`, ...library })
  await ingest('DELETE', '/ingest/v1/libraries/L-5')
  for (const key of ['payments', 'mail', 'stock', 'search', 'slow', 'retired', 'planned', 'downstream', 'quiet'])
    await ingest('PUT', `/ingest/v1/integrations/${key}`, { name: `Integración ${key}`, hosts: [`${key}.example.org`] })
  await importEndpoints(server)
}

async function importEndpoints({ ingest }) {
  const stock = { method: 'GET', path: '/api/admin/stock/{isbn}/', area: 'inventario', critical: true }
  const count = { method: 'POST', path: '/api/admin/stock/recount/', authRequired: false }
  await ingest('PUT', '/ingest/v1/services/inventory/endpoints', [stock, count])
  await ingest('PUT', '/ingest/v1/services/inventory/endpoints', [{ ...stock, critical: false }])
  const operation = { tags: ['Inventario'], 'x-vigia-critical': true }
  await ingest('PUT', '/ingest/v1/services/prices/openapi', {
    openapi: '3.1.0',
    info: { title: 'Prices', version: '1' },
    paths: { '/api/admin/prices/{isbn}': { get: operation, head: {} }, '/health': { get: {} } },
  })
}

/** What operators decide about subjects: thresholds, details, dependencies, heartbeats and onboardings. */
export async function addSettings(server, operators) {
  const subject = (id, kind = 'INTEGRACIONES') => ({ kind, id })
  const overrides = { slowBudgetMs: 900, cleanFailingMs: 30_000 }
  const policy = { ...subject('mail'), overrides }
  await mutate(server, 'setSubjectPolicy', 'SetSubjectPolicyInput', policy, '__typename')
  const details = { owner: `Equipo ${nasty}`, runbookUrl: 'https://runbooks.example.org/pagos', critical: true }
  const input = { ...subject('payments'), ...details }
  await mutate(server, 'setSubjectDetails', 'SetSubjectDetailsInput', input, '__typename')
  const upstream = { subject: subject('downstream'), upstream: [subject('payments')] }
  await mutate(server, 'setDependencies', 'DependenciesInput', upstream, 'id')
  await addOnboardings(server, operators)
}

const steps = [
  'RECORD',
  'EMAIL',
  'FIRST_MESSAGE',
  'FIRST_DOCUMENT',
  'CUSTOMERS',
  'SIGNALS',
  'CONTRACT',
  'FISCAL_DATA',
  'TRAINING',
  'STABLE',
]

async function addOnboardings(server, { luis }) {
  const change = (mutation, input) => {
    const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`
    return mutate(server, mutation, type, input, '__typename')
  }
  await change('startOnboarding', { libraryCode: 'L-2', responsibleId: luis.id })
  await change('completeOnboardingStep', { libraryCode: 'L-2', step: 'CONTRACT' })
  await change('waiveOnboardingStep', { libraryCode: 'L-2', step: 'TRAINING', reason: nasty })
  await change('checkOnboardingEmail', { libraryCode: 'L-2' })
  await change('startOnboarding', { libraryCode: 'L-3' })
  await change('moveOnboarding', { libraryCode: 'L-4', stage: 'RECHAZADA', reason: 'No sigue' })
  await change('startOnboarding', { libraryCode: 'L-1' })
  for (const step of steps)
    await change('waiveOnboardingStep', { libraryCode: 'L-1', step, reason: `Ya era cliente: ${step}` })
  await change('moveOnboarding', { libraryCode: 'L-1', stage: 'ACTIVA', reason: nasty })
}

/** Telemetry by the platform's token and by that of a service, in our own format and in that of OpenTelemetry. */
export async function reportTelemetry({ url, clock, ingest }, secret) {
  const authorization = `Bearer ${secret}`
  const traceId = '5b8efff798038103d269b633813fc60c'
  const slow = { kind: 'integration', id: 'mail', ok: false, durationMs: 4_000, traceId, errorType: 'TimeoutError' }
  const observations = [slow, { kind: 'library', id: 'L-9', ok: true, durationMs: 5 }]
  await ingest('POST', '/ingest/v1/observations', { observations }, { authorization })
  const send = (path, body) =>
    fetch(`${url}/ingest/otlp/v1/${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await send('metrics', metricsOf('STG', { at: clock.now() }))
  await send('metrics', metricsOf('STG', { at: clock.now(), temporality: 2 }))
  await send('traces', spansOf('STG', { at: clock.now() }))
}
