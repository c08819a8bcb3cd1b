import { givenDatabase, type GivenDatabase } from '../../support/database/database.ts'
import { givenGateway, times, type GivenGateway, type Json, type Observation } from '../../support/gateway.ts'
import { givenSignedIn } from '../../support/auth/operators.ts'

let database: GivenDatabase
let gateway: GivenGateway
beforeAll(async () => {
  database = await givenDatabase()
  gateway = await givenGateway({ database, config: { sampleData: false } })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

const now = () => new Date(gateway.clock.now()).toISOString()

async function ingest(method: string, path: string, body?: Json) {
  const answer = await fetch(`${gateway.url}/ingest/v1/${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      authorization: `Bearer ${gateway.ingestToken}`,
      'x-request-id': 'a-service',
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: (text ? JSON.parse(text) : null) as Json }
}

let count = 0
async function givenLibrary(change: Json = {}) {
  const code = `L-${(count += 1)}`
  const put = (other: Json = {}) =>
    ingest('PUT', `libraries/${code}`, { name: `Librería ${code}`, updatedAt: now(), ...change, ...other })
  await put()
  return { code, put }
}
async function givenIntegration() {
  const key = `integration-${(count += 1)}`
  const put = () => ingest('PUT', `integrations/${key}`, { name: 'Pasarela inventada' })
  await put()
  return { key, put }
}

/** Reports failures until there is an open incident, and returns its id. */
async function fails(kind: 'library' | 'integration', id: string): Promise<string> {
  const failure: Observation = { kind, id, ok: false, durationMs: 80 }
  for (let step = 0; step < 12; step += 1) {
    await gateway.report(...times(5, failure))
    await gateway.pass(10)
  }
  const incident = await gateway.db.incident.findFirstOrThrow({
    where: { openKey: { not: null }, subject: { key: id } },
  })
  return incident.id
}

const stageOf = async (libraryCode: string): Promise<string> =>
  (await gateway.data('query ($code: ID!) { onboarding(libraryCode: $code) { stage } }', { code: libraryCode }))[
    'onboarding'
  ].stage

const incident = async (id: string): Promise<Json> =>
  (
    await gateway.data('query ($id: ID!) { incident(id: $id) { status resolution timeline { event by note } } }', {
      id,
    })
  )['incident']
const panelCount = async (): Promise<number> =>
  (await gateway.data('{ notifications { badge } }'))['notifications'].badge
const trailOf = (object: string) => gateway.db.auditEntry.findMany({ where: { object }, orderBy: { id: 'asc' } })
const rejectionOf = async (kind: 'library' | 'integration', id: string): Promise<string | undefined> =>
  ((await gateway.report({ kind, id, ok: true, durationMs: 20 })).body['rejected'] as Json[])[0]?.['reason'] as string

const mutation = `mutation ($input: RetireSubjectInput!) { retireSubject(input: $input) {
  subject { kind id state } retiredAt resolvedIncident { status resolution } } }`
const retire = (input: Json) => gateway.query(mutation, { input: { reason: 'Ha cerrado', ...input } })

describe('a library that the platform retires', () => {
  it('is shown no longer, and its open incident is resolved', async () => {
    const { code } = await givenLibrary()
    const id = await fails('library', code)
    const before = await panelCount()

    const answer = await ingest('DELETE', `libraries/${code}`)

    expect(answer).toEqual({ status: 204, body: null })
    expect(await incident(id)).toMatchObject({ status: 'RESOLVED', resolution: 'SUBJECT_REMOVED' })
    expect(await panelCount()).toBe(before - 1)
    const listed = await gateway.data(
      'query ($search: String) { libraries(filter: { search: $search }) { totalCount } }',
      {
        search: code,
      },
    )
    expect(listed).toEqual({ libraries: { totalCount: 0 } })
    const found = (await (await gateway.get(`/api/admin/search/?q=${code}`)).json()) as Json
    expect(found['groups'].find(({ id }: Json) => id === 'libraries')?.hits ?? []).toEqual([])
    expect(await trailOf(`library:${code}`)).toMatchObject([
      {
        actor: 'ingest',
        action: 'subject.retire',
        address: '127.0.0.1',
        requestId: 'a-service',
        after: { reason: null },
      },
    ])
    expect((await trailOf(`incident:${id}`)).at(-1)).toMatchObject({ actor: 'system', action: 'incident.resolved' })
  })

  it('is Desconocido in its history from then on, until it is measured again', async () => {
    const { code, put } = await givenLibrary()
    await fails('library', code)
    const { state } = await gateway.db.subject.findFirstOrThrow({ where: { key: code } })
    await ingest('DELETE', `libraries/${code}`)
    const retiredAt = gateway.clock.now()
    await gateway.pass(60)
    await put({ updatedAt: now() })
    await gateway.pass(10)
    await gateway.report({ kind: 'library', id: code, ok: true, durationMs: 20 })
    await gateway.pass(20)

    const [back, retired] = await gateway.db.transition.findMany({
      where: { subject: { key: code } },
      orderBy: { id: 'desc' },
    })

    expect(retired).toMatchObject({ from: state, to: 'DESCONOCIDO', at: new Date(retiredAt) })
    expect(retired?.evidence).toMatchObject({ code: 'REMOVED' })
    expect(back).toMatchObject({ from: 'DESCONOCIDO', to: 'OPERATIVO' })
  })

  it.each(['the platform', 'an operator'])('and that %s retired, is SOLICITADA when it comes back', async (who) => {
    const stages = ['SOLICITADA', 'EN_PRUEBAS', 'ACTIVA', 'RECHAZADA'] as const
    for (const stage of stages) {
      const { code, put } = await givenLibrary()
      await gateway.db.onboarding.update({ where: { libraryCode: code }, data: { stage } })
      await gateway.pass(60)
      if (who === 'the platform') await ingest('DELETE', `libraries/${code}`)
      else await retire({ kind: 'LIBRERIAS', id: code })
      const retired = await stageOf(code)
      await gateway.pass(60)
      await put({ updatedAt: now() })

      expect([stage, retired, await stageOf(code)]).toEqual([stage, 'BAJA', 'SOLICITADA'])
    }
  })

  it('may be retired again, which changes nothing', async () => {
    const { code } = await givenLibrary()
    await ingest('DELETE', `libraries/${code}`)
    const { retiredAt } = await gateway.db.subject.findFirstOrThrow({ where: { key: code } })
    await gateway.pass(60)

    const again = await Promise.all([1, 2, 3].map(() => ingest('DELETE', `libraries/${code}`)))

    expect(again.map(({ status }) => status)).toEqual([204, 204, 204])
    expect(await gateway.db.subject.findFirstOrThrow({ where: { key: code } })).toMatchObject({ retiredAt })
    expect(await trailOf(`library:${code}`)).toHaveLength(1)
  })

  it('has its observations rejected at once, by a sentence that says that it was retired', async () => {
    const { code } = await givenLibrary()
    const accepted = await rejectionOf('library', code)
    await ingest('DELETE', `libraries/${code}`)
    const atOnce = await rejectionOf('library', code)
    await gateway.pass(10)

    expect(accepted).toBeUndefined()
    expect(atOnce).toBe(`The library ${code} was retired; PUT /ingest/v1/libraries/${code} brings it back.`)
    expect(await rejectionOf('library', code)).toBe(atOnce)
    expect(await rejectionOf('library', 'L-0')).toBe(
      'There is no library L-0; register it with PUT /ingest/v1/libraries/L-0.',
    )
  })

  it('comes back as unknown with the next record of it, but not with one that is older than the stored one', async () => {
    const { code, put } = await givenLibrary()
    const id = await fails('library', code)
    await ingest('DELETE', `libraries/${code}`)
    const shown = async (): Promise<Json> =>
      (
        await gateway.data('query ($id: ID!) { library(id: $id) { state retiredAt openIncident { id } } }', {
          id: code,
        })
      )['library']

    const late = await put({ name: 'Otra', updatedAt: '2020-01-01T00:00:00Z' })
    const stillRetired = await shown()
    const later = await put()

    expect(late).toMatchObject({ status: 200, body: { code, name: `Librería ${code}` } })
    expect(stillRetired).toMatchObject({ retiredAt: expect.any(String) })
    expect(later.status).toBe(200)
    expect(await shown()).toEqual({ state: 'DESCONOCIDO', retiredAt: null, openIncident: null })
    expect(await rejectionOf('library', code)).toBeUndefined()
    await gateway.pass(60)
    expect(await incident(id)).toMatchObject({ status: 'RESOLVED' })
  })

  it('stays retired while the platform repeats records from before, and comes back with one from after', async () => {
    const { code, put } = await givenLibrary()
    const updatedAt = now()
    await gateway.pass(10)
    await ingest('DELETE', `libraries/${code}`)
    const isRetired = async () =>
      (await gateway.data('query ($id: ID!) { library(id: $id) { retiredAt } }', { id: code }))['library'].retiredAt !==
      null

    await put({ updatedAt })
    await put({ updatedAt })
    const repeated = await isRetired()
    await gateway.pass(10)
    await put()

    expect([repeated, await isRetired()]).toEqual([true, false])
  })

  it('leaves its SINLI id to the library that follows it', async () => {
    const { code } = await givenLibrary({ sinliId: 'LIB00091' })
    const follower = { name: 'La misma', sinliId: 'LIB00091', updatedAt: now() }
    const early = await ingest('PUT', 'libraries/L-NEW', follower)
    await ingest('DELETE', `libraries/${code}`)

    const late = await ingest('PUT', 'libraries/L-NEW', follower)

    expect([early.status, late.status]).toEqual([409, 201])
  })
})

describe('an integration that the platform retires', () => {
  it('is shown no longer, has its incident resolved, and comes back with the next record of it', async () => {
    const { key, put } = await givenIntegration()
    const id = await fails('integration', key)
    const keys = async () => (await gateway.data('{ integrations { id } }'))['integrations'].map(({ id }: Json) => id)

    const answer = await ingest('DELETE', `integrations/${key}`)
    const without = await keys()
    const rejected = await rejectionOf('integration', key)
    await put()

    expect(answer.status).toBe(204)
    expect(without).not.toContain(key)
    expect(rejected).toBe(`The integration ${key} was retired; PUT /ingest/v1/integrations/${key} brings it back.`)
    expect(await incident(id)).toMatchObject({ resolution: 'SUBJECT_REMOVED' })
    expect(await keys()).toContain(key)
  })

  it('is refused if it is unknown, or part of Vigía itself', async () => {
    const unknown = await ingest('DELETE', 'integrations/nobody')
    const own = await ingest('DELETE', 'integrations/sinli_inbound')

    expect(unknown).toMatchObject({ status: 404, body: { detail: 'There is no integration nobody.' } })
    expect(own).toMatchObject({
      status: 400,
      body: { detail: 'The integration sinli_inbound is part of Vigía itself and cannot be retired.' },
    })
  })
})

describe('an administrator', () => {
  it('retires a library and says why, which its incident and the trail tell', async () => {
    const { code } = await givenLibrary()
    const id = await fails('library', code)

    const { data } = await retire({ kind: 'LIBRERIAS', id: code })

    expect(data).toEqual({
      retireSubject: {
        subject: { kind: 'LIBRERIAS', id: code, state: 'DESCONOCIDO' },
        retiredAt: now(),
        resolvedIncident: { status: 'RESOLVED', resolution: 'SUBJECT_REMOVED' },
      },
    })
    expect((await incident(id))['timeline'].at(-1)).toMatchObject({ event: 'RESOLVED', note: 'Ha cerrado' })
    expect(await trailOf(`library:${code}`)).toMatchObject([
      { actor: gateway.email, action: 'subject.retire', after: { retiredAt: now(), reason: 'Ha cerrado' } },
    ])
    expect((await retire({ kind: 'LIBRERIAS', id: code })).data.retireSubject).toMatchObject({ resolvedIncident: null })
  })

  it.each([
    [{ kind: 'ENDPOINTS', id: 'GET /api/admin/search/' }, 'INVALID_INPUT', 'An endpoint is retired by the catalogue'],
    [{ kind: 'INTEGRACIONES', id: 'sinli_inbound' }, 'INVALID_INPUT', 'is part of Vigía itself'],
    [{ kind: 'LIBRERIAS', id: 'nobody' }, 'NOT_FOUND', 'There is no library nobody.'],
    [{ kind: 'LIBRERIAS', id: 'nobody', reason: ' ' }, 'INVALID_INPUT', 'the reason must not be empty'],
  ])('is refused %j with %s', async (input, code, sentence) => {
    const { errors } = await retire(input)

    expect(errors).toMatchObject([{ message: expect.stringContaining(sentence), extensions: { code } }])
  })

  it('is the only one who may', async () => {
    const { code } = await givenLibrary()
    const { post } = await givenSignedIn(gateway, 'operador')

    const answer = (await (
      await post('/graphql', {
        query: mutation,
        variables: { input: { kind: 'LIBRERIAS', id: code, reason: 'Por ver' } },
      })
    ).json()) as Json

    expect(answer['errors']).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    expect(await trailOf(`library:${code}`)).toEqual([])
  })
})

it('an operator who takes the incident while its subject is retired gets either the incident or a conflict', async () => {
  const { code } = await givenLibrary()
  const id = await fails('library', code)

  const [taken, retired] = await Promise.all([
    gateway.query('mutation ($id: ID!) { acknowledgeIncident(id: $id) { id } }', { id }),
    ingest('DELETE', `libraries/${code}`),
  ])

  expect(retired.status).toBe(204)
  expect(taken['errors']?.[0]?.extensions.code ?? 'CONFLICT').toBe('CONFLICT')
  expect(await incident(id)).toMatchObject({ status: 'RESOLVED', resolution: 'SUBJECT_REMOVED' })
})

it('another instance rejects the observations of a retired library from its next tick', async () => {
  const again = await database.openAgain()
  await using second = await givenGateway({
    database: { ...database, ...again },
    clock: gateway.clock,
    config: { sampleData: false },
  })
  const { code } = await givenLibrary()
  const observation: Observation = { kind: 'library', id: code, ok: true, durationMs: 20 }
  const known = await second.report(observation)
  await ingest('DELETE', `libraries/${code}`)
  await second.pass(10)

  const retired = await second.report(observation)

  expect(known.body).toMatchObject({ accepted: 1 })
  expect(retired.body).toMatchObject({ accepted: 0, rejected: [{ reason: expect.stringContaining('was retired') }] })
})
