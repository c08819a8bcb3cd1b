import { givenGateway, type GivenGateway, type Json } from './support/gateway.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
  const updatedAt = new Date('2026-03-01T12:00:00Z')
  await gateway.db.customer.createMany({
    data: [
      { id: 'w-1', name: '100% Papel_Tinta', email: 'w1@example.org', updatedAt },
      { id: 'w-2', name: '100 gramos de papel y tinta', email: 'w2@example.org', updatedAt },
      { id: 'w-3', name: 'Barra \\ inversa', email: 'w3@example.org', updatedAt },
    ],
  })
  await gateway.db.inboundMessage.create({
    data: { id: 'm-1', status: 'failed', code: 'REMITENTE_DESCONOCIDO', sender: 'LIB99999', document: 'PEDIDO' },
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

it.each(['ñandú', 'NANDU', 'Ñandu', 'ñandu\u0301', ' nandú '])('finds a library and its incident by %p', async (q) => {
  expect(await hitsFor(q)).toEqual({
    libraries: ['EJ-004'],
    customers: [],
    endpoints: [],
    incidents: ['i-1'],
    messages: [],
  })
})

it('finds in every group', async () => {
  expect(await hitsFor('ej-3')).toMatchObject({ customers: ['ej-3'] })
  expect(await hitsFor('unlock')).toMatchObject({ endpoints: ['POST /api/admin/customers/:id/unlock-login/'] })
  expect(await hitsFor('autenticacion')).toMatchObject({
    endpoints: expect.arrayContaining(['GET /api/admin/auth/session/']),
  })
  expect(await hitsFor('lib9999')).toMatchObject({ messages: ['m-1'] })
})

it('takes wildcards for what they are', async () => {
  expect(await hitsFor('100%')).toMatchObject({ customers: ['w-1'] })
  expect(await hitsFor('l_t')).toMatchObject({ customers: ['w-1'] })
  expect(await hitsFor('\\')).toMatchObject({ customers: ['w-3'] })
  expect(await hitsFor('%')).toMatchObject({ libraries: [], customers: ['w-1'], incidents: [] })
})

it('takes quotes and the like for what they are', async () => {
  expect(await hitsFor(`'; DROP TABLE "Customer"; --`)).toMatchObject({ customers: [] })
  expect(await hitsFor('x'.repeat(100))).toMatchObject({ customers: [] })
})

it('says when there is more than it tells', async () => {
  const answer = (await (await gateway.get('/api/admin/search/?q=ejemplo&limit=2')).json()) as { groups: Json[] }

  expect(answer.groups[0]).toMatchObject({
    group: 'libraries',
    hits: [{ id: 'EJ-001', title: 'Librería de ejemplo Aurora' }, { id: 'EJ-002' }],
    more: true,
  })
})

it('finds the same way in the lists', async () => {
  const libraries = (await (await gateway.get('/api/admin/libraries/?q=BRUJULA')).json()) as { items: Json[] }
  const customers = (await (await gateway.get('/api/admin/customers/?q=iñigo')).json()) as { items: Json[] }

  expect(libraries.items.map(({ code }) => code)).toEqual(['EJ-002'])
  expect(customers.items.map(({ id }) => id)).toEqual(['ej-6'])
})
