import { givenGateway, type GivenGateway, type Json } from '../../support/gateway.ts'

let gateway: GivenGateway
let operatorId: string
beforeAll(async () => {
  gateway = await givenGateway()
  operatorId = (await gateway.db.operator.findFirstOrThrow()).id
  await givenIncident('one', { name: 'Librería Ñandú', kind: 'LIBRERIAS', status: 'OPEN', opened: 1 })
  await givenIncident('two', { name: 'Cola de correo', kind: 'INTEGRACIONES', status: 'ACKNOWLEDGED', opened: 2 })
  await givenIncident('three', {
    name: 'Librería Tinta',
    kind: 'LIBRERIAS',
    status: 'RESOLVED',
    opened: 3,
    resolved: 5,
  })
  await givenIncident('four', { name: '100 %', kind: 'ENDPOINTS', status: 'RESOLVED', opened: 4, resolved: 6 })
})
afterAll(() => gateway[Symbol.asyncDispose]())

const hour = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour))

type Lasting = {
  name: string
  kind: 'LIBRERIAS' | 'ENDPOINTS' | 'INTEGRACIONES'
  status: 'OPEN' | 'ACKNOWLEDGED' | 'RESOLVED'
  opened: number
  resolved?: number
}

async function givenIncident(id: string, { name, kind, status, opened, resolved }: Lasting) {
  const subject = await gateway.db.subject.create({ data: { kind, key: `key-${id}`, name } })
  await gateway.db.incident.create({
    data: {
      id,
      kind,
      subjectId: subject.id,
      openKey: resolved === undefined ? `${kind}:key-${id}` : null,
      status,
      severity: opened % 2 ? 'FALLANDO' : 'DEGRADADO',
      maxSeverity: 'FALLANDO',
      openedAt: hour(opened),
      resolvedAt: resolved === undefined ? null : hour(resolved),
      acknowledgedAt: status === 'ACKNOWLEDGED' ? hour(opened) : null,
      acknowledgedById: status === 'ACKNOWLEDGED' ? operatorId : null,
      evidence: {},
    },
  })
}

async function listed(filter: Json) {
  const { incidents } = await gateway.data(
    'query ($filter: IncidentFilter) { incidents(filter: $filter) { totalCount edges { node { id } } } }',
    { filter },
  )
  expect(incidents.totalCount).toBe(incidents.edges.length)
  return incidents.edges.map(({ node }: Json) => node.id)
}

it.each([
  [{ ids: ['one', 'four', 'nowhere'] }, ['four', 'one']],
  [{ ids: [] }, []],
  [{ statuses: ['OPEN', 'ACKNOWLEDGED'] }, ['two', 'one']],
  [{ statuses: [] }, []],
  [{ statuses: null, kinds: null, ids: null }, ['four', 'three', 'two', 'one']],
  [{ severities: ['FALLANDO'] }, ['three', 'one']],
  [{ maxSeverity: 'FALLANDO' }, ['four', 'three', 'two', 'one']],
  [{ maxSeverities: ['DEGRADADO'] }, []],
  [{ shownSeverity: 'FALLANDO' }, ['four', 'three', 'one']],
  [{ shownSeverity: 'DEGRADADO' }, ['two']],
  [{ kinds: ['ENDPOINTS', 'INTEGRACIONES'] }, ['four', 'two']],
  [{ kinds: ['ENDPOINTS', 'LIBRERIAS'], kind: 'LIBRERIAS' }, ['three', 'one']],
  [{ openedFrom: hour(2), openedTo: hour(4) }, ['three', 'two']],
  [{ resolvedFrom: hour(5) }, ['four', 'three']],
  [{ resolvedFrom: hour(5), resolvedTo: hour(6) }, ['three']],
  [{ resolvedTo: hour(6) }, ['three']],
  [{ search: ' LIBRERIA nandu ' }, ['one']],
  [{ search: 'key-t' }, ['three', 'two']],
  [{ search: '100 %' }, ['four']],
  [{ search: '%' }, ['four']],
  [{ search: '   ' }, ['four', 'three', 'two', 'one']],
  [{ search: 'librería', statuses: ['RESOLVED'] }, ['three']],
])('%j lists what it says, and counts it', async (filter, expected) => {
  expect(await listed(filter)).toEqual(expected)
})

it('lists those that an operator took', async () => {
  expect(await listed({ acknowledgedBy: operatorId })).toEqual(['two'])
  expect(await listed({ acknowledgedBy: 'nobody' })).toEqual([])
})

it('is refused with too many ids', async () => {
  const ids = Array.from({ length: 1_001 }, (_, index) => String(index))

  expect(
    await gateway.query('query ($ids: [ID!]) { incidents(filter: { ids: $ids }) { totalCount } }', { ids }),
  ).toMatchObject({ errors: [{ extensions: { code: 'INVALID_INPUT', field: 'ids' } }] })
})

it.each([
  [
    'endpoints(filter: { states: [DESCONOCIDO], methods: [POST], ids: ["POST /auth/login", "GET /api/admin/audit/"] })',
    0,
  ],
  ['endpoints(filter: { ids: ["GET /api/admin/audit/", "GET /api/admin/search/"] })', 2],
  ['endpoints(filter: { ids: [] })', 0],
  ['endpoints(filter: { states: [] })', 0],
  ['libraries(filter: { codes: ["EJ-001", "EJ-002", "nowhere"], states: [DESCONOCIDO, FALLANDO] })', 2],
  ['libraries(filter: { states: [OPERATIVO] })', 0],
  ['customers(filter: { ids: ["ej-1", "ej-3"] })', 2],
  ['customers(filter: { libraryCodes: ["EJ-001", "EJ-003"], locked: false })', 3],
  ['sinliMessages(filter: { statuses: [FAILED], codes: ["X"], documents: ["ENVIO"] })', 0],
])('%s counts %i', async (list, count) => {
  const { list: found } = await gateway.data(`{ list: ${list} { totalCount edges { node { id } } } }`)

  expect([found.totalCount, found.edges.length]).toEqual([count, count])
})
