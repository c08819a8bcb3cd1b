// The content that the screenshots show beside the demo's: npm run screenshots -- --fill sends it once.
import type { APIRequestContext } from '../test/support/browser/browser.ts'

const hour = 3_600_000

/** Sends what operators would have entered: onboardings under way, destinations, maintenance, heartbeats and tokens. */
export async function fill(request: APIRequestContext, url: string, receiver: string): Promise<void> {
  const ask = asker(request, url)
  await fillOnboarding(ask)
  await fillAlerting(ask, receiver)
  await fillMaintenance(ask, new Date())
  const secret = await fillTokens(ask)
  const observations = [libraryNamed('DEMO-03'), libraryNamed('DEMO-77')]
  await request.post(`${url}/ingest/v1/observations`, {
    headers: { authorization: `Bearer ${secret}`, 'user-agent': 'fichas/2.3' },
    data: { observations },
  })
}

type Ask = (text: string, variables?: object) => Promise<Record<string, Record<string, unknown>>>

function asker(request: APIRequestContext, url: string): Ask {
  return async (query, variables = {}) => {
    const response = await request.post(`${url}/graphql`, { data: { query, variables } })
    const { data, errors } = (await response.json()) as { data: Awaited<ReturnType<Ask>>; errors?: object[] }
    if (errors) throw new Error(`${query}: ${JSON.stringify(errors)}`)
    return data
  }
}

async function fillOnboarding(ask: Ask) {
  for (const libraryCode of ['DEMO-01', 'DEMO-02'])
    await ask('mutation ($input: StartOnboardingInput!) { startOnboarding(input: $input) { onboarding { id } } }', {
      input: { libraryCode },
    })
  for (const step of ['CONTRACT', 'TRAINING'])
    await ask(
      'mutation ($input: CompleteOnboardingStepInput!) { completeOnboardingStep(input: $input) { onboarding { id } } }',
      { input: { libraryCode: 'DEMO-01', step } },
    )
  await ask(
    'mutation ($input: WaiveOnboardingStepInput!) { waiveOnboardingStep(input: $input) { onboarding { id } } }',
    {
      input: { libraryCode: 'DEMO-01', step: 'CUSTOMERS', reason: 'Sus clientes llegan con la próxima carga.' },
    },
  )
  await ask('mutation ($input: MoveOnboardingInput!) { moveOnboarding(input: $input) { onboarding { id } } }', {
    input: { libraryCode: 'DEMO-04', stage: 'RECHAZADA', reason: 'Todavía no tiene identificador SINLI.' },
  })
}

async function fillAlerting(ask: Ask, receiver: string) {
  const create = (input: object) =>
    ask('mutation ($input: DestinationInput!) { createDestination(input: $input) { destination { id } } }', { input })
  const { createDestination } = await create({ name: 'Registro de guardia', target: { webhook: { url: receiver } } })
  await create({
    name: 'Canal de operaciones',
    target: { slack: { url: receiver } },
    filter: { kinds: ['LIBRERIAS'], severities: ['FALLANDO'] },
    groupBy: 'KIND',
  })
  await create({
    name: 'Segunda línea',
    target: { teams: { url: receiver } },
    filter: { criticalOnly: true },
    onlyUnacknowledgedAfterSeconds: 900,
  })
  const { id } = createDestination?.destination as { id: string }
  await ask('mutation ($id: ID!) { testDestination(id: $id) { __typename } }', { id })
}

async function fillMaintenance(ask: Ask, now: Date) {
  const nextHour = Math.ceil(now.getTime() / hour) * hour
  const window = (startsInHours: number, hours: number) => ({
    startsAt: new Date(nextHour + startsInHours * hour).toISOString(),
    endsAt: new Date(nextHour + (startsInHours + hours) * hour).toISOString(),
  })
  const plan = (kind: string, id: string, details: object) =>
    ask('mutation ($input: MaintenanceInput!) { planMaintenance(input: $input) { id } }', {
      input: { matcher: { subjects: [{ kind, id }] }, ...details },
    })
  await plan('LIBRERIAS', 'DEMO-04', { reason: 'Cambio de programa de gestión', ...window(-2, 6) })
  const daily = { reason: 'Cierre diario', recurrence: 'FREQ=DAILY' }
  await plan('INTEGRACIONES', 'demo_contabilidad', { ...daily, ...window(5, 1) })
  await plan('LIBRERIAS', 'DEMO-02', { reason: 'Traslado del servidor', ...window(30, 8) })
}

async function fillTokens(ask: Ask): Promise<string> {
  const service = (name: string, scopes: string[]) =>
    ask('mutation ($input: NewApiToken!) { createServiceToken(input: $input) { secret } }', {
      input: { name, scopes, expiresInDays: 180 },
    })
  await service('Correo SINLI', ['ingest:sinli'])
  const { createServiceToken } = await service('Fichas y señales', ['ingest:records', 'ingest:observations'])
  await ask('mutation ($input: NewApiToken!) { createMyToken(input: $input) { secret } }', {
    input: { name: 'Informe semanal', scopes: ['read:Incident', 'read:Panel'], expiresInDays: 90 },
  })
  return String(createServiceToken?.secret)
}

const libraryNamed = (id: string) => ({ kind: 'library', id, ok: true, durationMs: 120, at: new Date().toISOString() })
