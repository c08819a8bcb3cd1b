import { givenGateway, type GivenGateway, type Json } from '../support/gateway.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway({ config: { sampleData: false } })
})
afterAll(() => gateway[Symbol.asyncDispose]())

const at = (minute: number) => new Date(Date.parse('2026-03-01T12:00:00Z') + minute * 60_000).toISOString()

async function put(path: string, body: Json, token = gateway.ingestToken) {
  const answer = await fetch(`${gateway.url}/ingest/v1/${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Json }
}

const list = async (path: string) =>
  (await (await gateway.get(`/api/admin/${path}`)).json()) as { items: Json[]; nextCursor: string | null }

async function listAll(path: string, limit: number) {
  const pages: Json[][] = []
  let cursor: string | null = null
  do {
    const page: { items: Json[]; nextCursor: string | null } = await list(
      `${path}limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`,
    )
    pages.push(page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return pages
}

it('a new library is stored, monitored and returned', async () => {
  const { status, body } = await put('libraries/L-1', { name: 'Librería Uno', city: 'Cuenca', updatedAt: at(0) })

  const record = {
    code: 'L-1',
    name: 'Librería Uno',
    sinliId: null,
    email: null,
    city: 'Cuenca',
    province: null,
    state: 'Desconocido',
    updatedAt: at(0),
  }
  expect(status).toBe(201)
  expect(body).toEqual({
    ...record,
    stateSince: expect.any(String),
    lastSampleAt: null,
    pending: null,
    recovering: null,
  })
  expect((await list('libraries/?q=L-1')).items).toEqual([body])
  expect(await gateway.db.subject.findFirst({ where: { kind: 'LIBRERIAS', key: 'L-1' } })).toMatchObject({
    name: 'Librería Uno',
    state: 'DESCONOCIDO',
  })
})

it('the record of a library with the latest time wins, whichever arrives last', async () => {
  await put('libraries/L-2', { name: 'Second', updatedAt: at(5) })

  const older = await put('libraries/L-2', { name: 'First', updatedAt: at(4) })
  const newer = await put('libraries/L-2', { name: 'Third', email: 'l2@example.org', updatedAt: at(6) })

  expect(older).toMatchObject({ status: 200, body: { name: 'Second', updatedAt: at(5) } })
  expect(newer).toMatchObject({ status: 200, body: { name: 'Third', email: 'l2@example.org', updatedAt: at(6) } })
  expect(await gateway.db.subject.findFirst({ where: { kind: 'LIBRERIAS', key: 'L-2' } })).toMatchObject({
    name: 'Third',
  })
})

it('an outdated record of a library changes nothing, whoever has its SINLI id now', async () => {
  await put('libraries/O-1', { name: 'One', sinliId: 'OLD00001', updatedAt: at(1) })
  await put('libraries/O-2', { name: 'Two', sinliId: 'OLD00002', updatedAt: at(5) })
  await put('libraries/O-3', { name: 'Three', sinliId: 'OLD00003', updatedAt: at(1) })
  await gateway.db.subject.updateMany({
    where: { kind: 'LIBRERIAS', key: 'O-1' },
    data: { retiredAt: new Date(gateway.clock.now()) },
  })

  for (const sinliId of ['OLD00001', 'OLD00003'])
    expect(await put('libraries/O-2', { name: 'Before', sinliId, updatedAt: at(4) })).toMatchObject({
      status: 200,
      body: { name: 'Two', sinliId: 'OLD00002' },
    })
  const stored = await gateway.db.library.findMany({ where: { code: { startsWith: 'O-' } }, orderBy: { code: 'asc' } })
  expect(stored.map(({ sinliId }) => sinliId)).toEqual(['OLD00001', 'OLD00002', 'OLD00003'])
})

it('of many concurrent records of a library the newest is stored', async () => {
  const order = [3, 9, 1, 7, 5, 8, 2, 6, 4, 0]

  const answers = await Promise.all(
    order.map((minute) => put('libraries/L-3', { name: `As of ${minute}`, updatedAt: at(minute) })),
  )

  expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1)
  expect((await list('libraries/?q=L-3')).items).toMatchObject([{ name: 'As of 9', updatedAt: at(9) }])
})

it('a SINLI id of another library is refused, also when both requests are concurrent', async () => {
  await put('libraries/L-4', { name: 'Four', sinliId: 'LIB00004', updatedAt: at(0) })

  const taken = await put('libraries/L-5', { name: 'Five', sinliId: 'LIB00004', updatedAt: at(0) })
  const both = await Promise.all(
    ['L-6', 'L-7'].map((code) => put(`libraries/${code}`, { name: code, sinliId: 'LIB00067', updatedAt: at(0) })),
  )

  expect(taken).toMatchObject({ status: 409, body: { detail: 'The SINLI id LIB00004 belongs to another library.' } })
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
})

it('a SINLI id that two known libraries claim at once goes to one of them', async () => {
  await Promise.all(['L-8', 'L-10'].map((code) => put(`libraries/${code}`, { name: code, updatedAt: at(0) })))

  const both = await Promise.all(
    ['L-8', 'L-10'].map((code) => put(`libraries/${code}`, { name: code, sinliId: 'LIB00810', updatedAt: at(1) })),
  )

  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
})

it('a customer is stored, with the time since when it is locked', async () => {
  const told = { name: 'Inés Inventada', email: 'ines@example.org', libraryCode: 'L-1' }
  const added = await put('customers/c-1', { ...told, updatedAt: at(0) })
  const locked = await put('customers/c-1', { ...told, locked: true, lockReason: 'Intentos', updatedAt: at(1) })
  const still = await put('customers/c-1', { ...told, locked: true, lockReason: 'Intentos', updatedAt: at(2) })
  const open = await put('customers/c-1', { ...told, locked: false, lockReason: 'Intentos', updatedAt: at(3) })

  expect(added).toMatchObject({
    status: 201,
    body: { id: 'c-1', ...told, locked: false, lockReason: null, lockedAt: null, updatedAt: at(0) },
  })
  expect(locked).toMatchObject({ status: 200, body: { locked: true, lockReason: 'Intentos', lockedAt: at(1) } })
  expect(still.body).toMatchObject({ lockedAt: at(1), updatedAt: at(2) })
  expect(open.body).toMatchObject({ locked: false, lockReason: null, lockedAt: null })
})

it('an integration is registered and renamed, beside the built-in one', async () => {
  const added = await put('integrations/payments', { name: 'Pagos' })
  const renamed = await put('integrations/payments', { name: 'Pasarela de pagos' })

  expect(added).toEqual({ status: 201, body: { key: 'payments', name: 'Pagos', hosts: [] } })
  expect(renamed).toEqual({ status: 200, body: { key: 'payments', name: 'Pasarela de pagos', hosts: [] } })
  const subjects = await gateway.db.subject.findMany({ where: { kind: 'INTEGRACIONES' }, orderBy: { key: 'asc' } })
  expect(subjects.map(({ key, name }) => [key, name])).toEqual([
    ['payments', 'Pasarela de pagos'],
    ['sinli_inbound', 'Entrada SINLI'],
  ])
})

it('the hosts of an integration are kept until others are sent', async () => {
  const name = 'Mapas'
  await put('integrations/maps', { name, hosts: ['API.maps.example', 'maps.example:8443'] })
  const kept = await put('integrations/maps', { name })
  const wrong = await put('integrations/maps', { name, hosts: ['https://maps.example/'] })

  expect(kept.body).toEqual({ key: 'maps', name, hosts: ['api.maps.example', 'maps.example:8443'] })
  expect(wrong.status).toBe(400)
  const ofSubject = 'subject(kind: INTEGRACIONES, id: "maps") { ... on Integration { hosts } }'
  expect(await gateway.data(`{ integration(id: "maps") { hosts } ${ofSubject} }`)).toEqual({
    integration: { hosts: ['api.maps.example', 'maps.example:8443'] },
    subject: { hosts: ['api.maps.example', 'maps.example:8443'] },
  })
  expect((await put('integrations/maps', { name, hosts: [] })).body).toMatchObject({ hosts: [] })
  expect(await gateway.data('{ integration(id: "maps") { hosts } }')).toEqual({ integration: { hosts: [] } })
})

it('every invalid field of a record is named', async () => {
  const { status, body } = await put('libraries/L-9', { name: ' ', city: 7, updatedAt: '2026-03-01', colour: 'red' })

  expect(status).toBe(400)
  expect(body['errors'].map(({ field }: Json) => field)).toEqual(['name', 'city', 'updatedAt', ''])
})

it('a wrong token is refused, and without INGEST_TOKEN the error names the setting', async () => {
  await using closed = await givenGateway({ config: { ingestToken: null } })
  const silent = await fetch(`${closed.url}/ingest/v1/libraries/L-1`, { method: 'PUT' })

  expect(await put('libraries/L-1', { name: 'X', updatedAt: at(99) }, 'wrong')).toMatchObject({
    status: 401,
    body: { code: 'UNAUTHENTICATED' },
  })
  expect(await silent.json()).toMatchObject({ status: 503, detail: expect.stringContaining('INGEST_TOKEN') })
})

it('records are paged once and in order', async () => {
  for (let index = 0; index < 23; index++) {
    await put(`libraries/P-${String(index).padStart(2, '0')}`, { name: `Paged ${index}`, updatedAt: at(0) })
    await put(`customers/p-${String(index).padStart(2, '0')}`, {
      name: `Paged ${index}`,
      email: 'p@example.org',
      locked: index % 2 === 0,
      updatedAt: at(0),
    })
  }

  const libraries = await listAll('libraries/?q=paged&', 10)
  const customers = await listAll('customers/?q=paged&locked=true&', 5)

  expect(libraries.map(({ length }) => length)).toEqual([10, 10, 3])
  expect(libraries.flat().map(({ code }) => code)).toEqual(
    Array.from({ length: 23 }, (_, index) => `P-${String(index).padStart(2, '0')}`),
  )
  expect(customers.map(({ length }) => length)).toEqual([5, 5, 2])
  expect(customers.flat().every(({ locked }) => locked)).toBe(true)
})

it('libraries are listed by state', async () => {
  await put('libraries/S-1', { name: 'Se cae', updatedAt: at(0) })
  await gateway.db.subject.updateMany({ where: { kind: 'LIBRERIAS', key: 'S-1' }, data: { state: 'FALLANDO' } })

  expect((await list('libraries/?state=Fallando')).items).toMatchObject([{ code: 'S-1', state: 'Fallando' }])
  expect((await list('libraries/?state=Operativo')).items).toEqual([])
})
