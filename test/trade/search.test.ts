import { givenGateway, type GivenGateway, type Json } from '../support/gateway.ts'

const document = {
  id: 'd-1',
  identity: 'd-1',
  type: 'PEDIDO',
  sender: 'LIB99999',
  receiver: 'LIB00001',
  number: 'A/2026-117',
  encoding: 'ascii',
  header: {},
  totals: {},
  lines: {
    create: [
      { position: 1, isbn: '978-84-0000-123-4', title: 'El corazón de las estaciones', fields: {} },
      { position: 2, isbn: '84-0000-230-X', ean: '9788499999998', title: 'Cuatro lápices y un camión', fields: {} },
    ],
  },
}

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
  const updatedAt = new Date('2026-03-01T12:00:00Z')
  await gateway.db.customer.createMany({
    data: [
      { id: 'w-1', name: '100% Papel_Tinta', email: 'w1@example.org', updatedAt },
      { id: 'w-2', name: '100 gramos de papel y tinta', email: 'w2@example.org', updatedAt },
      { id: 'w-3', name: 'Barra \\ inversa', email: 'w3@example.org', updatedAt },
      { id: 'B-12345678', name: 'Martín Inventado', email: 'martin@example.org', updatedAt },
      { id: 'z-9', name: 'B-12345678, antes', email: 'z9@example.org', updatedAt },
    ],
  })
  await gateway.db.inboundMessage.create({
    data: {
      id: 'm-1',
      receivedAt: updatedAt,
      contentType: 'text/plain',
      raw: new Uint8Array(),
      status: 'FAILED',
      code: 'REMITENTE_DESCONOCIDO',
      identity: '<abc.123@correo.example.org>',
      toldSubject: 'ESFANDELIB99999ESFANDELIB00001PEDIDO08FANDE',
      sender: 'LIB99999',
      receiver: 'LIB00001',
      document: 'PEDIDO',
      decoded: { create: document },
    },
  })
  const { id: subjectId } = await gateway.db.subject.findFirstOrThrow({ where: { kind: 'LIBRERIAS', key: 'EJ-004' } })
  await gateway.db.incident.create({
    data: {
      id: 'i-1',
      kind: 'LIBRERIAS',
      subjectId,
      openKey: `LIBRERIAS:${subjectId}`,
      severity: 'FALLANDO',
      maxSeverity: 'FALLANDO',
      openedAt: updatedAt,
      evidence: {},
    },
  })
})
afterAll(() => gateway[Symbol.asyncDispose]())

async function hitsFor(q: string, more = '') {
  const answer = (await (await gateway.get(`/api/admin/search/?q=${encodeURIComponent(q)}${more}`)).json()) as {
    groups: Json[]
  }
  return Object.fromEntries(answer.groups.map(({ group, hits }) => [group, hits.map(({ id }: Json) => id)]))
}

it.each(['ñandú', 'NANDU', 'Ñandu', 'ñandu\u0301', ' nandú '])(
  'the search finds a library and its incident by %p',
  async (q) => {
    expect(await hitsFor(q)).toEqual({
      libraries: ['EJ-004'],
      customers: [],
      endpoints: [],
      incidents: ['i-1'],
      messages: [],
    })
  },
)

it('the search finds customers, endpoints and messages by their ids and words', async () => {
  expect(await hitsFor('ej-3')).toMatchObject({ customers: ['ej-3'] })
  expect(await hitsFor('unlock')).toMatchObject({ endpoints: ['POST /api/admin/customers/:id/unlock-login/'] })
  expect(await hitsFor('autenticacion')).toMatchObject({
    endpoints: expect.arrayContaining(['GET /api/admin/auth/session/']),
  })
  expect(await hitsFor('lib9999')).toMatchObject({ messages: ['m-1'] })
})

it.each([
  ['libreria aurora', 'libraries', 'EJ-001'],
  ['AURORA, librerías', 'libraries', 'EJ-001'],
  ['auror', 'libraries', 'EJ-001'],
  ['au', 'libraries', 'EJ-001'],
  ['villaejemplo auro', 'libraries', 'EJ-001'],
  ['ej001', 'libraries', 'EJ-001'],
  ['estación corazones', 'messages', 'm-1'],
  ['lápiz', 'messages', 'm-1'],
  ['camiones', 'messages', 'm-1'],
  ['LIB99999', 'messages', 'm-1'],
  ['<abc.123@correo.example.org>', 'messages', 'm-1'],
  ['remitente_desconocido', 'messages', 'm-1'],
  ['ESFANDELIB99999', 'messages', 'm-1'],
  ['A/2026-117', 'messages', 'm-1'],
  ['a2026117', 'messages', 'm-1'],
])('the search finds %p among %s', async (q, group, id) => {
  expect((await hitsFor(q))[group]).toContain(id)
})

it.each([
  '978-84-0000-123-4',
  '9788400001234',
  '978 84 0000 123 4',
  '84-0000-230-X',
  '840000230x',
  '9788400002305',
  '9788499999998',
])('the search finds the message with the ISBN %p and nothing else', async (q) => {
  expect(await hitsFor(q)).toEqual({ libraries: [], customers: [], endpoints: [], incidents: [], messages: ['m-1'] })
})

it.each([
  ['librreia', 'libraries', ['EJ-001', 'EJ-002', 'EJ-003', 'EJ-004', 'EJ-005', 'EJ-006']],
  ['auorra', 'libraries', ['EJ-001']],
  ['librería auorra', 'libraries', ['EJ-001']],
  ['pinguno', 'libraries', ['EJ-005']],
  ['brujjula', 'libraries', ['EJ-002']],
  ['autentcacion', 'endpoints', ['GET /api/admin/auth/session/', 'POST /api/admin/customers/:id/unlock-login/']],
  ['corason', 'messages', ['m-1']],
])('the search finds %p despite the typo, among %s', async (q, group, ids) => {
  expect((await hitsFor(q))[group].sort()).toEqual(ids)
})

it.each(['xilófono', 'autos', 'EJ-999', '9788400001235'])(
  'the search finds nothing by %p rather than a weak match',
  async (q) => {
    expect(Object.values(await hitsFor(q)).flat()).toEqual([])
  },
)

it('the search lists the customer with an exact id first', async () => {
  expect(await hitsFor('B12345678')).toMatchObject({ customers: ['B-12345678'] })
  expect(await hitsFor('B-12345678')).toMatchObject({ customers: ['B-12345678', 'z-9'] })
})

it('the search treats wildcards literally', async () => {
  expect(await hitsFor('100%')).toMatchObject({ customers: ['w-1'] })
  expect(await hitsFor('l_t')).toMatchObject({ customers: ['w-1'] })
  expect(await hitsFor('\\')).toMatchObject({ customers: ['w-3'] })
  expect(await hitsFor('%')).toMatchObject({ libraries: [], customers: ['w-1'], incidents: [] })
})

it('the search treats quotes and long texts literally', async () => {
  expect(await hitsFor(`'; DROP TABLE "Customer"; --`)).toMatchObject({ customers: [] })
  expect(await hitsFor('x'.repeat(100))).toMatchObject({ customers: [] })
})

it('the search says when there are more hits than it returns', async () => {
  const answer = (await (await gateway.get('/api/admin/search/?q=ejemplo&limit=2')).json()) as { groups: Json[] }

  expect(answer.groups[0]).toMatchObject({
    group: 'libraries',
    hits: [{ id: 'EJ-001', title: 'Librería de ejemplo Aurora' }, { id: 'EJ-002' }],
    more: true,
  })
})

it('the search refuses texts, limits and parameters that are out of range', async () => {
  const statuses = await Promise.all(
    ['', 'q=', 'q=%20', `q=${'x'.repeat(101)}`, 'q=x&limit=201', 'q=x&cursor=y'].map(async (query) => {
      const { status } = await gateway.get(`/api/admin/search/?${query}`)
      return status
    }),
  )

  expect(statuses).toEqual([400, 400, 400, 400, 400, 400])
})

it('the lists of libraries and customers are searched in the same way', async () => {
  const libraries = (await (await gateway.get('/api/admin/libraries/?q=BRUJULA')).json()) as { items: Json[] }
  const customers = (await (await gateway.get('/api/admin/customers/?q=iñigo')).json()) as { items: Json[] }

  expect(libraries.items.map(({ code }) => code)).toEqual(['EJ-002'])
  expect(customers.items.map(({ id }) => id)).toEqual(['ej-6'])
})
