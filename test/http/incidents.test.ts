import { givenGateway, outcome, times, type GivenGateway, type Json } from '../support/gateway.ts'
import { givenOpenIncidents } from '../support/monitoring/incidents.ts'
import { givenSignedIn } from '../support/auth/operators.ts'

const search = 'GET /api/admin/search/'
const library = 'EJ-001'

let gateway: GivenGateway
/** The ids of the incidents, by the key of their subject. */
let ids: Record<string, string>
async function givenTwoIncidents() {
  gateway = await givenGateway()
  await givenOpenIncidents(gateway, [search, library])
  const rows = await gateway.db.incident.findMany({ include: { subject: true } })
  ids = Object.fromEntries(rows.map(({ id, subject }) => [subject.key, id]))
}
const stop = () => gateway[Symbol.asyncDispose]()

const at = (key: string, action = '') => `/api/admin/incidents/${ids[key]}/${action}`
const json = async (answer: Promise<Response>) => {
  const { status } = await answer
  return { status, body: (await (await answer).json()) as Json }
}
const get = (path: string) => json(gateway.get(path))
const post = (path: string, body: Json) => json(gateway.post(path, body))

/** The keys of the subjects of the listed incidents. */
const listed = async (query: string) => {
  const { status, body } = await get(`/api/admin/incidents/?${query}`)
  expect(status).toBe(200)
  return body['items'].map(({ subject }: Json) => subject.id).sort()
}

describe('without a change of the incidents', () => {
  beforeAll(givenTwoIncidents)
  afterAll(stop)

  it('the list is that of GraphQL, with severities by their labels', async () => {
    const { body } = await get('/api/admin/incidents/?kind=LIBRERIAS')
    const { incidents } = await gateway.data(`{ incidents(filter: { kind: LIBRERIAS }) { edges { node {
      id number url kind subject { id name owner runbookUrl } status openedAt acknowledgedAt acknowledgedBy resolvedAt resolution reason noData
      evidence { code windowSeconds n bad recentRate p95 threshold at } } } } }`)
    const [{ node }] = incidents.edges

    expect(body).toEqual({
      items: [expect.objectContaining({ severity: 'Fallando', maxSeverity: 'Fallando' })],
      nextCursor: null,
    })
    expect(body['items'][0]).toMatchObject(node)
    expect(body['items'][0]).toMatchObject({ subject: { kind: 'LIBRERIAS' }, previousId: null })
    expect(body['items'][0]).not.toHaveProperty('timeline')
  })

  it('the list pages without a gap', async () => {
    const first = await get('/api/admin/incidents/?limit=1')
    const second = await get(`/api/admin/incidents/?limit=1&cursor=${first.body['nextCursor']}`)

    const found = [first, second].flatMap(({ body }) => body['items'].map(({ id }: Json) => id))
    expect(found.sort()).toEqual(Object.values(ids).sort())
    expect(second.body['nextCursor']).toBeNull()
  })

  it.each([
    [`subjectId=${library}`, 'subjectId', /^subjectId: needs `kind` too/],
    ['severity=FALLANDO', 'severity', /^severity: must be one of Fallando, Degradado$/],
    ['kind=librerias', 'kind', /^kind: must be one of LIBRERIAS, ENDPOINTS, INTEGRACIONES$/],
    ['openedFrom=yesterday', 'openedFrom', /^openedFrom: must be ISO 8601/],
  ])('the list refuses %s with a sentence and the field', async (query, field, sentence) => {
    const { status, body } = await get(`/api/admin/incidents/?${query}`)

    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'INVALID_INPUT', field, detail: expect.stringMatching(sentence) })
  })

  it.each([
    ['acknowledge/', { note: 'x'.repeat(1_001) }, 'note'],
    ['acknowledge/', { note: 1 }, 'note'],
    ['release/', { note: 'x'.repeat(1_001) }, 'note'],
    ['take-over/', { from: 1 }, 'from'],
    ['accept-latency/', { note: 1 }, 'note'],
    ['resolve/', {}, 'reason'],
    ['resolve/', { reason: ' ' }, 'reason'],
    ['notes/', { note: ' ' }, 'note'],
    ['notes/', { note: 'a\0b' }, 'note'],
  ])('%s refuses %j and names the field', async (action, body, field) => {
    expect(await post(at(library, action), body)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', field } })
  })

  it('an incident that does not exist is a 404, whatever is done with it', async () => {
    const path = '/api/admin/incidents/none/'
    const answers = [
      await get(path),
      await post(`${path}acknowledge/`, {}),
      await post(`${path}release/`, {}),
      await post(`${path}take-over/`, {}),
      await post(`${path}resolve/`, { reason: 'a' }),
      await post(`${path}accept-latency/`, {}),
      await post(`${path}notes/`, { note: 'a' }),
    ]

    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })

  it('an incident is read by a lector, who may not act on it', async () => {
    const reader = await givenSignedIn(gateway, 'lector')

    expect((await reader.get(at(library))).status).toBe(200)
    for (const [action, body] of [
      ['acknowledge/', {}],
      ['release/', {}],
      ['take-over/', {}],
      ['resolve/', { reason: 'a' }],
      ['accept-latency/', {}],
      ['notes/', { note: 'a' }],
    ] as const)
      expect((await reader.post(at(library, action), body)).status).toBe(403)
  })

  it('one library is as in the list', async () => {
    const { body: list } = await get('/api/admin/libraries/')

    expect(await get(`/api/admin/libraries/${library}/`)).toEqual({ status: 200, body: list['items'][0] })
    expect(await get('/api/admin/libraries/none')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })

  it('one customer is as in the list', async () => {
    const { body: list } = await get('/api/admin/customers/')

    expect(await get(`/api/admin/customers/${list['items'][0].id}/`)).toEqual({ status: 200, body: list['items'][0] })
    expect(await get('/api/admin/customers/none/')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })

  it('routes that are not in the inventory are not counted in it', async () => {
    await get(at(library))

    const { inventory } = await gateway.data('{ inventory { summary { total critical } } }')

    expect(inventory.summary).toEqual({ total: 9, critical: 6 })
    expect(await gateway.db.endpoint.count({ where: { path: { contains: 'incidents' } } })).toBe(0)
  })
})

describe('an incident', () => {
  beforeEach(givenTwoIncidents)
  afterEach(stop)

  it('is found by kind, severity, status, subject and times', async () => {
    await post(at(library, 'acknowledge/'), {})
    const now = gateway.clock.now()
    const moment = (offsetMs: number) => new Date(now + offsetMs).toISOString()
    const both = [library, search].sort()

    expect(await listed('')).toEqual(both)
    expect(await listed('kind=ENDPOINTS')).toEqual([search])
    expect(await listed('severity=Degradado')).toEqual([])
    expect(await listed('maxSeverity=Degradado')).toEqual([])
    expect(await listed('maxSeverity=Fallando')).toEqual(both)
    expect(await listed('status=ACKNOWLEDGED')).toEqual([library])
    expect(await listed('open=false')).toEqual([])
    expect(await listed('open=true')).toEqual(both)
    expect(await listed(`kind=LIBRERIAS&subjectId=${library}`)).toEqual([library])
    expect(await listed(`kind=ENDPOINTS&subjectId=${library}`)).toEqual([])
    expect(await listed(`openedFrom=${moment(-1_000)}&openedTo=${moment(1_000)}`)).toEqual(both)
    expect(await listed(`openedFrom=${moment(1_000)}`)).toEqual([])
    expect(await listed(`openedTo=${moment(-1_000)}`)).toEqual([])
    expect(await listed(`resolvedFrom=${moment(-1_000)}`)).toEqual([])
    expect(await listed(`resolvedTo=${moment(1_000)}`)).toEqual([])
    expect(await listed(`activeFrom=${moment(-1_000)}`)).toEqual(both)
  })

  it('is read with its timeline', async () => {
    await post(at(library, 'notes/'), { note: 'Called them.' })

    const { status, body } = await get(at(library))

    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: ids[library],
      timeline: [{ event: 'NOTE', note: 'Called them.', by: expect.any(String) }],
    })
  })

  it('is acknowledged with a note, and the second operator is told by whom', async () => {
    const { status, body } = await post(at(library, 'acknowledge/'), { note: ' On it.\nCalling. ' })
    const again = await post(at(library, 'acknowledge'), {})
    const { incident } = await gateway.data(
      'query ($id: ID!) { incident(id: $id) { status acknowledgedBy timeline { event note } } }',
      {
        id: ids[library],
      },
    )

    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'ACKNOWLEDGED', acknowledgedBy: incident.acknowledgedBy })
    expect(incident).toMatchObject({
      status: 'ACKNOWLEDGED',
      timeline: [{ event: 'ACKNOWLEDGED', note: 'On it.\nCalling.' }],
    })
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ code: 'CONFLICT', detail: expect.stringContaining(incident.acknowledgedBy) })
  })

  it('is taken over from a colleague, who can then release it no more', async () => {
    const colleague = await givenSignedIn(gateway, 'operador')
    const first = await post(at(library, 'acknowledge/'), {})
    const from = first.body['acknowledger'].id

    const stale = await json(colleague.post(at(library, 'take-over/'), { from: 'somebody-else' }))
    const taken = await json(colleague.post(at(library, 'take-over/'), { from, note: 'Your shift is over.' }))
    const again = await json(colleague.post(at(library, 'take-over/'), {}))
    const late = await post(at(library, 'release/'), {})
    const released = await json(colleague.post(at(library, 'release/'), { note: 'I am off.' }))
    const nobody = [await post(at(library, 'release/'), {}), await post(at(library, 'take-over/'), {})]

    const { id, name } = colleague.operator
    expect(taken).toMatchObject({ status: 200, body: { status: 'ACKNOWLEDGED', acknowledger: { id, name } } })
    expect(released).toMatchObject({ status: 200, body: { status: 'OPEN', acknowledger: null, acknowledgedAt: null } })
    expect(released.body['timeline'].slice(1)).toMatchObject([
      { event: 'TAKEN_OVER', by: name, note: 'Your shift is over.' },
      { event: 'RELEASED', by: name, note: 'I am off.' },
    ])
    expect(late.body).toMatchObject({ code: 'CONFLICT', detail: expect.stringContaining(name) })
    for (const refused of [stale, again, late, ...nobody]) expect(refused.status).toBe(409)
    const entry = await gateway.db.auditEntry.findFirst({ where: { action: 'incident.taken_over' } })
    expect(entry).toMatchObject({ actor: colleague.operator.email, before: { acknowledgedBy: gateway.email } })
  })

  it('is resolved with a reason', async () => {
    const { status, body } = await post(at(library, 'resolve/'), { reason: 'They are back.' })

    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'RESOLVED', resolution: 'BY_HAND', resolvedAt: expect.any(String) })
    expect(body['timeline'].at(-1)).toMatchObject({ event: 'RESOLVED', note: 'They are back.' })
  })

  it('is not resolved while the condition holds, and the numbers are told; by force it is', async () => {
    for (let step = 0; step < 9; step += 1) {
      await gateway.report(...times(5, outcome(503)))
      await gateway.pass(10)
    }
    const { body: open } = await get(
      `/api/admin/incidents/?kind=ENDPOINTS&open=true&subjectId=GET /api/admin/libraries/`,
    )
    const path = `/api/admin/incidents/${open['items'][0].id}/resolve/`

    const refused = await post(path, { reason: 'It is well.' })
    const forced = await post(path, { reason: 'It is well.', force: true })

    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      code: 'CONDITION_HOLDS',
      evidence: {
        code: 'ERRORS_FAILING',
        n: expect.any(Number),
        bad: expect.any(Number),
        at: expect.stringMatching(/Z$/),
      },
    })
    expect(forced.body).toMatchObject({ status: 'RESOLVED', resolution: 'BY_FORCE' })
  })

  it('is acted on by an operador', async () => {
    const operator = await givenSignedIn(gateway, 'operador')

    for (const [action, body] of [
      ['notes/', { note: 'a' }],
      ['acknowledge/', {}],
      ['resolve/', { reason: 'a' }],
    ] as const)
      expect((await operator.post(at(library, action), body)).status).toBe(200)
  })
})
