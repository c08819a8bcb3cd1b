import { givenGateway, type GivenGateway } from '../support/gateway.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const unlock = '/api/admin/customers/ej-3/unlock-login/'
const isLocked = async () => (await gateway.db.customer.findUniqueOrThrow({ where: { id: 'ej-3' } })).locked

const send = (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
  fetch(gateway.url + path, { method: 'POST', headers: { cookie: gateway.cookie, ...headers }, body })

async function problemOf(answer: Response) {
  expect(answer.headers.get('content-type')).toContain('application/problem+json')
  return (await answer.json()) as Record<string, unknown>
}

it('a problem has the form of RFC 9457, with the request id of the log', async () => {
  const answer = await gateway.get('/api/admin/libraries/?limit=201', { 'x-request-id': 'from-the-proxy-1' })

  expect(answer.headers.get('x-request-id')).toBe('from-the-proxy-1')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await problemOf(answer)).toEqual({
    type: '/api/problems#INVALID_INPUT',
    title: 'Bad Request',
    status: 400,
    detail: 'The limit is 200 at most; 201 were asked for. Follow the cursor for more.',
    code: 'INVALID_INPUT',
    sentence: { code: 'LIMIT_EXCEEDED', parameters: { max: 200, count: 201 } },
    requestId: 'from-the-proxy-1',
  })
})

it('a request gets a new id if its own could break a line of the log', async () => {
  const answer = await gateway.get('/livez', { 'x-request-id': 'one\ttwo' })

  expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
})

it.each([
  ['broken JSON', '{"messageIds": [', 400, 'The body is not JSON.'],
  ['JSON that is no object', '"text"', 400, 'The body is not JSON.'],
  ['more than 100 kB', JSON.stringify({ reason: 'x'.repeat(10_000_000) }), 413, 'The body is too large.'],
])('refuses %s', async (_what, body, status, detail) => {
  const answer = await send('/api/admin/integrations/sinli_inbound/replay/', body, {
    'content-type': 'application/json',
  })

  expect(await problemOf(answer)).toMatchObject({ status, detail })
})

it.each([
  ['text/plain', { 'content-type': 'text/plain' }, 415],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ['a form with files', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
  ['JSON by another name', { 'content-type': 'application/jsonp' }, 415],
  ['another charset', { 'content-type': 'application/json; charset=latin1' }, 415],
  ['another site', { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' }, 403],
  ['another origin', { 'content-type': 'application/json', origin: 'https://elsewhere.example' }, 403],
  ['no origin to speak of', { 'content-type': 'application/json', origin: 'null' }, 403],
])('refuses a body of %s, without effect', async (_what, headers, status) => {
  const answer = await send(unlock, '{}', headers)

  expect(await problemOf(answer)).toMatchObject({ status })
  expect(await isLocked()).toBe(true)
})

it('refuses a body that does not say what it is, without effect', async () => {
  const answer = await send(unlock, new Uint8Array([123, 125]), {})

  expect(await problemOf(answer)).toMatchObject({ status: 415 })
  expect(await isLocked()).toBe(true)
})

it('names every field, and takes no keys that reach for the prototype', async () => {
  const body = '{"status":"lost","limit":5000,"__proto__":{"admin":true},"constructor":{}}'

  const problem = await problemOf(
    await send('/api/admin/integrations/sinli_inbound/replay/', body, { 'content-type': 'application/json' }),
  )

  expect(problem).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
  expect(problem['detail']).toContain('status: must be failed; limit: must be at most 1,000')
  expect(problem['detail']).toContain('__proto__')
  expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
})

it.each([
  '/api/admin/libraries/?limit=0',
  '/api/admin/libraries/?limit=1e9',
  '/api/admin/libraries/?limit=1&limit=2',
  '/api/admin/libraries/?cursor=%00',
  '/api/admin/libraries/?cursor=WyJcdTAwMDAiXQ',
  `/api/admin/customers/?cursor=${'A'.repeat(5_000)}`,
  '/api/admin/customers/?locked=perhaps',
  '/api/admin/customers/?lockd=true',
  '/api/admin/libraries/?state=FALLANDO',
  '/api/admin/libraries/?q=%00',
  '/api/admin/libraries/?__proto__[x]=1',
  '/api/admin/audit/?from=yesterday',
  '/api/admin/audit/?cursor=WyJubyBudW1iZXIiXQ',
  '/api/admin/search/',
  `/api/admin/search/?q=${'x'.repeat(101)}`,
])('refuses %s with a sentence', async (path) => {
  const answer = await gateway.get(path)

  expect(await problemOf(answer)).toMatchObject({ status: 400, detail: expect.stringMatching(/\w/) })
})

it.each(['/api/admin/customers/%E0%A4%A/unlock-login/', '/api/admin/customers/%00/unlock-login/'])(
  'refuses the path %s',
  async (path) => {
    expect(await problemOf(await gateway.post(path, {}))).toMatchObject({ status: 400 })
  },
)

it('an internal error reveals nothing', async () => {
  await gateway.db.$executeRaw`ALTER TABLE "Library" RENAME TO "Lost"`
  const answer = await gateway.get('/api/admin/libraries/')
  await gateway.db.$executeRaw`ALTER TABLE "Lost" RENAME TO "Library"`

  const problem = await problemOf(answer)
  expect(problem).toMatchObject({ status: 500, code: 'INTERNAL_SERVER_ERROR' })
  expect(JSON.stringify(problem)).not.toMatch(/Library|SELECT|prisma/i)
})
