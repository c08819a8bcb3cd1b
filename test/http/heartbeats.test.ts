import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { log } from '../../src/lib/log.ts'
import { givenGateway, type GivenGateway, type Json } from '../support/gateway.ts'
import { givenHeartbeat, readHeartbeat } from '../support/monitoring/heartbeats.ts'
import { givenSignedIn } from '../support/auth/operators.ts'
import { until } from '../support/until.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway({ config: { sampleData: false, ingestToken: null } })
})
afterAll(() => gateway[Symbol.asyncDispose]())

const unknown = () => `${gateway.url}/ingest/v1/heartbeats/${'x'.repeat(43)}`
const stateOf = async (id: string): Promise<string> => (await readHeartbeat(gateway, id))['integration'].state

it('a beat by GET or POST needs no token, sets no cookie, and is answered with nothing', async () => {
  const { id, address } = await givenHeartbeat(gateway)

  for (const method of ['GET', 'POST']) {
    const response = await fetch(`${address}?ms=12.5&msg=${encodeURIComponent('hecho')}`, { method, body: null })

    expect({ status: response.status, body: await response.text() }).toEqual({ status: 204, body: '' })
    const names = [...response.headers.keys()].filter((name) => /cookie|access-control/.test(name))
    expect(names).toEqual([])
    expect(response.headers.get('cache-control')).toBe('no-store')
  }
  expect(await readHeartbeat(gateway, id)).toMatchObject({ lastOk: true, lastMs: 12.5, lastMessage: 'hecho' })
  await gateway.pass(10)
  expect(await stateOf(id)).toBe('OPERATIVO')
})

function multipart(fields: Record<string, string | Blob>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value as string)
  return form
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }

it.each<
  [
    string,
    { query?: string; body: string | FormData | Uint8Array<ArrayBuffer>; headers?: Record<string, string> },
    Json,
  ]
>([
  [
    'a form',
    { body: 'status=down&ms=5&msg=sin+espacio', headers: form },
    { lastOk: false, lastMs: 5, lastMessage: 'sin espacio' },
  ],
  ['JSON that calls itself a form', { body: '{"status":"down","ms":5}', headers: form }, { lastOk: false, lastMs: 5 }],
  ['text', { body: 'status=down' }, { lastOk: false }],
  [
    'a failure beside a query of a success',
    { query: '?status=up&ms=7', body: 'status=down&ms=5' },
    { lastOk: false, lastMs: 7 },
  ],
  ['a success beside a query of a failure', { query: '?status=down', body: 'status=up' }, { lastOk: false }],
  ['a multipart form', { body: multipart({ status: 'down', ms: '5' }) }, { lastOk: false, lastMs: 5 }],
  ['a multipart form with a file', { body: multipart({ status: 'down', log: new Blob(['x']) }) }, { lastOk: true }],
  ['the log of a job', { body: 'backup status=down\n'.repeat(10) }, { lastOk: true, lastMessage: null }],
  ['broken JSON', { body: '{"status":"down"' }, { lastOk: true }],
  ['compressed', { body: gzipSync('status=down'), headers: { ...form, 'content-encoding': 'gzip' } }, { lastOk: true }],
  ['too long', { body: `status=down&msg=${'x'.repeat(2 ** 20)}`, headers: form }, { lastOk: true, lastMessage: null }],
])(
  'a body that is %s is read or ignored, and the beat is recorded',
  async (_, { query = '', ...request }, expected) => {
    const { id, address } = await givenHeartbeat(gateway)

    const response = await fetch(address + query, { method: 'POST', ...request })

    expect(response.status).toBe(204)
    expect(await readHeartbeat(gateway, id)).toMatchObject(expected)
  },
)

it('a beat whose body is cut off is recorded', async () => {
  const { id, address } = await givenHeartbeat(gateway)
  const { hostname, port, pathname } = new URL(address)
  const socket = connect(Number(port), hostname)

  socket.write(`POST ${pathname} HTTP/1.1\r\nhost: vigia\r\ncontent-length: 100\r\n\r\nstatus=`, () => socket.end())

  await until('the beat is recorded', async () => (await readHeartbeat(gateway, id))['lastOk'] === true)
  socket.destroy()
})

it('a wrong duration is refused with a sentence, and the run counts', async () => {
  const { id, address } = await givenHeartbeat(gateway)

  const response = await fetch(`${address}?status=down&ms=-5&msg=kept`)

  expect(response.status).toBe(400)
  expect(((await response.json()) as Json)['detail']).toContain('"ms" is a number of milliseconds')
  expect(await readHeartbeat(gateway, id)).toMatchObject({ lastOk: false, lastMs: null, lastMessage: 'kept' })
  await gateway.pass(10)
  expect(await stateOf(id)).toBe('FALLANDO')
})

it('a status that is neither up nor down is refused, and nothing is recorded', async () => {
  const { id, address } = await givenHeartbeat(gateway)

  const response = await fetch(`${address}?status=ok`)

  expect(response.status).toBe(400)
  expect(((await response.json()) as Json)['detail']).toContain('must be up, for a run that succeeded, or down')
  expect(await readHeartbeat(gateway, id)).toMatchObject({ lastAt: null })
})

it.each(['HEAD', 'PUT', 'DELETE', 'OPTIONS'])('%s is refused and has no effect', async (method) => {
  const { id, address } = await givenHeartbeat(gateway)

  const response = await fetch(address, { method })

  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('GET, POST')
  expect(await readHeartbeat(gateway, id)).toMatchObject({ lastAt: null })
})

it('a page of another origin sends no beat', async () => {
  const { id, address } = await givenHeartbeat(gateway)

  const response = await fetch(address, { method: 'POST', headers: { origin: 'https://elsewhere.example' } })

  expect(response.status).toBe(403)
  expect(await readHeartbeat(gateway, id)).toMatchObject({ lastAt: null })
})

it.each([
  { statuses: ['down', 'up'], state: 'OPERATIVO' },
  { statuses: ['up', 'down'], state: 'FALLANDO' },
  { statuses: [...Array.from({ length: 20 }, () => 'up'), 'down'], state: 'FALLANDO' },
  { statuses: [...Array.from({ length: 20 }, () => 'down'), 'up'], state: 'OPERATIVO' },
])('beats within ten seconds end as what came last: $statuses', async ({ statuses, state }) => {
  const { id, address } = await givenHeartbeat(gateway)

  for (const status of statuses) await fetch(`${address}?status=${status}`)
  await gateway.pass(10)
  const states = [await stateOf(id)]
  await gateway.pass(60)

  expect([...states, await stateOf(id)]).toEqual([state, state])
})

it('a job that never runs fails once its interval and its grace have passed', async () => {
  const { id } = await givenHeartbeat(gateway)

  await gateway.pass(110)
  expect(await readHeartbeat(gateway, id)).toMatchObject({ lastAt: null, integration: { state: 'DESCONOCIDO' } })
  await gateway.pass(10)

  expect(await readHeartbeat(gateway, id)).toMatchObject({ lastAt: null, integration: { state: 'FALLANDO' } })
})

it('two jobs that fall silent together both fail, though nothing else is heard', async () => {
  const jobs = [await givenHeartbeat(gateway), await givenHeartbeat(gateway)]
  for (let minute = 0; minute < 6; minute += 1) {
    await gateway.pass(10)
    for (const { address } of jobs) await fetch(address)
  }

  await gateway.pass(130)

  for (const { id } of jobs) expect(await stateOf(id)).toBe('FALLANDO')
})

it('one failed run of several within a minute is a failure, and the next good run ends it', async () => {
  const { id, address } = await givenHeartbeat(gateway)
  for (const status of ['up', 'up']) {
    await fetch(`${address}?status=${status}`)
    await gateway.pass(10)
  }

  await fetch(`${address}?status=down`)
  await gateway.pass(10)
  expect(await stateOf(id)).toBe('FALLANDO')
  await fetch(address)
  await gateway.pass(10)
  expect(await stateOf(id)).toBe('OPERATIVO')
})

it('a replaced secret is refused at once, and the new one beats', async () => {
  const { id, address } = await givenHeartbeat(gateway)

  const { rotateHeartbeat } = await gateway.data(
    `mutation ($id: ID!) { rotateHeartbeat(id: $id) { secret heartbeat { rotatedAt } } }`,
    { id },
  )

  expect((await fetch(address)).status).toBe(404)
  expect((await fetch(`${gateway.url}/ingest/v1/heartbeats/${rotateHeartbeat['secret']}`)).status).toBe(204)
  expect(rotateHeartbeat['heartbeat'].rotatedAt).not.toBeNull()
})

it('a paused job is not judged but heard, and its silence counts anew once it is resumed', async () => {
  const { id, address, heartbeat } = await givenHeartbeat(gateway)
  const key: string = heartbeat['integration'].id
  await fetch(`${address}?status=down`)
  await gateway.pass(10)
  const retiring = `mutation ($input: RetireSubjectInput!) { retireSubject(input: $input) { resolvedIncident { status } } }`
  const input = { kind: 'INTEGRACIONES', id: key, reason: 'Fuera de temporada' }
  expect((await gateway.data(retiring, { input }))['retireSubject'].resolvedIncident.status).toBe('RESOLVED')

  expect((await fetch(`${address}?msg=${encodeURIComponent('en pausa')}`)).status).toBe(204)
  await gateway.pass(130)
  expect(await readHeartbeat(gateway, id)).toMatchObject({
    lastMessage: 'en pausa',
    nextExpectedAt: null,
    integration: { state: 'DESCONOCIDO', retiredAt: expect.any(String), openIncident: null },
  })

  await gateway.data(`mutation ($id: ID!) { resumeHeartbeat(id: $id) { id } }`, { id })
  await gateway.pass(110)
  expect(await stateOf(id)).toBe('DESCONOCIDO')
  await gateway.pass(10)
  expect(await stateOf(id)).toBe('FALLANDO')
})

it('a change of the schedule keeps what else was set, and is audited', async () => {
  const { id, heartbeat } = await givenHeartbeat(gateway, { owner: 'Sistemas', critical: true })

  await gateway.data(
    `mutation ($id: ID!) { updateHeartbeat(id: $id, input: { name: "Copia semanal", intervalSeconds: 604800 }) { id } }`,
    { id },
  )

  expect(await readHeartbeat(gateway, id)).toMatchObject({
    intervalSeconds: 604_800,
    graceSeconds: 60,
    integration: { name: 'Copia semanal', owner: 'Sistemas', critical: true },
  })
  const entry = await gateway.db.auditEntry.findFirst({ where: { action: 'heartbeat.update' } })
  expect(entry).toMatchObject({
    object: `integration:${heartbeat['integration'].id}`,
    before: { name: 'Copia nocturna', intervalSeconds: 60, graceSeconds: 60 },
    after: { name: 'Copia semanal', intervalSeconds: 604_800, graceSeconds: 60, owner: 'Sistemas', critical: true },
  })
})

it.each([
  ['a name', { name: ' ' }, 'name'],
  ['an interval', { intervalSeconds: 59 }, 'intervalSeconds'],
  ['an owner', { owner: 'x'.repeat(201) }, undefined],
])('%s that makes no sense is refused', async (_, input, field) => {
  const { errors } = await gateway.query(
    `mutation ($input: NewHeartbeat!) { createHeartbeat(input: $input) { secret } }`,
    { input: { name: 'Copia', intervalSeconds: 300, graceSeconds: 120, ...input } },
  )

  expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', ...(field && { field }) } }])
})

it('readers see heartbeats but create none', async () => {
  const reader = await givenSignedIn(gateway, 'lector')

  expect((await reader.get('/api/admin/heartbeats/')).status).toBe(200)
  const body = { name: 'Copia', intervalSeconds: 300, graceSeconds: 60 }
  expect((await reader.post('/api/admin/heartbeats/', body)).status).toBe(403)
})

it('no secret is in the log, in the audit trail, in the metrics or in the database', async () => {
  const { address, secret } = await givenHeartbeat(gateway)
  const lines = await logOf(address, address.replace('/v1/', '//v1/'), `${address}/extra`)
  const metrics = await (await gateway.get('/metrics')).text()
  const stored = JSON.stringify([await gateway.db.auditEntry.findMany(), await gateway.db.heartbeat.findMany()])

  expect(lines).toContain('"/ingest/v1/heartbeats/…"')
  expect(lines + metrics + stored).not.toContain(secret)
})

/** The lines that the log has of requests for these addresses. */
async function logOf(...addresses: string[]): Promise<string> {
  const lines: string[] = []
  log.level = 'info'
  log.info = log.warn = (fields: unknown) => void lines.push(JSON.stringify(fields))
  for (const address of addresses) await fetch(address)
  await until(
    'every request is logged',
    () => lines.filter((line) => line.includes('heartbeats')).length >= addresses.length,
  )
  // Gives the methods of the log back.
  log.level = 'silent'
  return lines.join('')
}

it('a heartbeat that beats in a loop is held back after 60 beats in a minute', async () => {
  const { address } = await givenHeartbeat(gateway)
  for (let count = 0; count < 60; count += 1) expect((await fetch(address)).status).toBe(204)

  const response = await fetch(address)

  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
})

it('an address that names unknown heartbeats is held back after 60 in a minute, and no job behind it is', async () => {
  const { address } = await givenHeartbeat(gateway)
  await gateway.pass(60)
  for (let count = 0; count < 60; count += 1) expect((await fetch(unknown())).status).toBe(404)

  expect((await fetch(unknown())).status).toBe(429)
  expect((await fetch(address)).status).toBe(204)
  await gateway.pass(60)
  expect((await fetch(unknown())).status).toBe(404)
})
