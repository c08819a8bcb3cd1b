import { ingestOperations } from '../../src/http/ingest/routes.ts'
import { givenDatabase, type GivenDatabase } from '../support/database/database.ts'
import { givenGateway, times, type GivenGateway, type Json, type Observation } from '../support/gateway.ts'

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

async function send(path: string, body: Json, { key, method = 'POST', url = gateway.url }: Json = {}) {
  const answer = await fetch(`${url}/ingest/v1/${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${gateway.ingestToken}`,
      ...(key && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  return { status: answer.status, text, body: JSON.parse(text) as Json, retryAfter: answer.headers.get('retry-after') }
}

/** Moves the clock by so many minutes, of which the instance runs through the last one alone. */
async function jump(minutes: number) {
  gateway.clock.jump((minutes - 1) * 60_000)
  await gateway.pass(60)
}

let count = 0
const newKey = () => `key-${(count += 1)}`
async function givenCustomer(id = `customer-${(count += 1)}`) {
  await send(
    `customers/${id}`,
    { name: 'Inés Inventada', email: 'ines@example.org', updatedAt: now() },
    { method: 'PUT' },
  )
  return id
}
const fail = (id: string, key?: string, body: Json = {}, url = gateway.url) =>
  send(`customers/${id}/sign-in-failures`, body, { key, url })

const failuresOf = async (id: string) => (await gateway.db.customer.findUniqueOrThrow({ where: { id } })).failures

async function givenLibrary() {
  const id = `L-${(count += 1)}`
  await send(`libraries/${id}`, { name: 'Librería inventada', updatedAt: now() }, { method: 'PUT' })
  const operations = async (): Promise<number> =>
    (await gateway.data('query ($id: ID!) { library(id: $id) { history(window: LAST_HOUR) { requests } } }', { id }))[
      'library'
    ].history.reduce((sum: number, { requests }: Json) => sum + requests, 0)
  const observation: Observation = { kind: 'library', id, ok: true, durationMs: 20 }
  return { observation, operations }
}

it('a customer whose three failures are reported five times, two of them as retries, is not locked', async () => {
  const id = await givenCustomer()
  const [first, second, third] = [newKey(), newKey(), newKey()]

  const answers = [await fail(id, first), await fail(id, first), await fail(id, second)]
  answers.push(await fail(id, second), await fail(id, third))

  expect(answers.map(({ status, body }) => [status, body['failures'], body['locked']])).toEqual([
    [200, 1, false],
    [200, 1, false],
    [200, 2, false],
    [200, 2, false],
    [200, 3, false],
  ])
  expect(answers[1]?.text).toBe(answers[0]?.text)
  expect(await failuresOf(id)).toBe(3)
})

it('observations that are sent again with their key are answered the same and counted once', async () => {
  const { observation, operations } = await givenLibrary()
  const key = newKey()
  const body = { observations: [...times(10, observation), { kind: 'nothing' }] }

  const answers = [await send('observations', body, { key }), await send('observations', body, { key })]
  await send('observations', { observations: [observation] }, {})
  await gateway.pass(20)

  expect(answers.map(({ status }) => status)).toEqual([202, 202])
  expect(answers[0]?.body).toEqual({
    accepted: 10,
    rejected: [
      {
        ...{ index: 10, reason: '"kind" is endpoint, library or integration.' },
        sentence: { code: 'OBSERVED_KIND_UNKNOWN', parameters: {} },
      },
    ],
  })
  expect(answers[1]?.text).toBe(answers[0]?.text)
  expect(await operations()).toBe(11)
})

it('a key that was used for another request is refused, and one of another route is another key', async () => {
  const [one, other] = [await givenCustomer(), await givenCustomer()]
  const key = newKey()
  await fail(one, key)

  const otherBody = await fail(one, key, { at: now() })
  const otherCustomer = await fail(other, key)
  const otherRoute = await send('observations', { observations: [] }, { key })

  expect(otherBody).toMatchObject({
    status: 422,
    body: { code: 'KEY_REUSED', detail: expect.stringContaining('used for another request within the last hour') },
  })
  expect(otherCustomer.status).toBe(422)
  expect(otherRoute.status).toBe(202)
  expect([await failuresOf(one), await failuresOf(other)]).toEqual([1, 0])
})

it('a SINLI message that is sent again with its key is stored once, and another one or another subject under it is refused', async () => {
  const key = newKey()
  const post = async (text: string, { type = 'text/plain', subject = 'Un mensaje' } = {}) => {
    const answer = await fetch(`${gateway.url}/ingest/v1/sinli`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${gateway.ingestToken}`,
        ...{ 'content-type': type, 'x-sinli-subject': subject, 'idempotency-key': key },
      },
      body: text,
    })
    return [answer.status, await answer.text()]
  }
  const before = await gateway.db.inboundMessage.count()

  const first = await post(key)
  const again = await post(key)
  const refused = [
    await post(`${key} `),
    await post(key, { subject: 'Otro' }),
    await post(key, { type: 'message/rfc822' }),
  ]

  expect(first).toEqual([202, expect.stringContaining('"received"')])
  expect(again).toEqual(first)
  expect(refused.map(([status]) => status)).toEqual([422, 422, 422])
  expect(await gateway.db.inboundMessage.count()).toBe(before + 1)
})

it('every route under /ingest/v1/ that adds something takes a key', () => {
  const adding = ingestOperations.filter(({ method, path }) => method === 'POST' && path.startsWith('/ingest/v1/'))

  expect(adding.map(({ path }) => path)).toContain('/ingest/v1/sinli')
  for (const { path, headers } of adding)
    expect([path, Object.keys(headers?.shape ?? {})]).toEqual([path, expect.arrayContaining(['idempotency-key'])])
})

it('what was refused is not kept: the same request may succeed later', async () => {
  const key = newKey()
  const id = `late-${key}`

  const unknown = await fail(id, key)
  await givenCustomer(id)
  const known = await fail(id, key)

  expect([unknown.status, known.status]).toEqual([404, 200])
  expect(await failuresOf(id)).toBe(1)
  expect(await fail(id, '')).toMatchObject({ status: 200 })
  expect(await fail(id, 'x'.repeat(201))).toMatchObject({ status: 400 })
})

it('a failure is not counted if its key cannot be stored, and the retry then counts it', async () => {
  const id = await givenCustomer()
  const key = newKey()
  await gateway.db.$executeRaw`ALTER TABLE "IdempotencyKey" ADD CONSTRAINT "full" CHECK (false) NOT VALID`
  const broken = await fail(id, key)
  const before = await failuresOf(id)
  await gateway.db.$executeRaw`ALTER TABLE "IdempotencyKey" DROP CONSTRAINT "full"`

  const retried = await fail(id, key)

  expect([broken.status, before, retried.status, await failuresOf(id)]).toEqual([500, 0, 200, 1])
})

it('a request that many retries send to two instances at once is counted once', async () => {
  const again = await database.openAgain()
  await using second = await givenGateway({ database: { ...database, ...again }, config: { sampleData: false } })
  const id = await givenCustomer()
  const key = newKey()

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => fail(id, key, {}, index % 2 ? gateway.url : second.url)),
  )
  const repeated = await fail(id, key, {}, second.url)

  expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
  expect(repeated).toMatchObject({ status: 200, body: { failures: 1 } })
  expect(await failuresOf(id)).toBe(1)
})

it('an answer is kept for an hour, and deleted afterwards', async () => {
  const id = await givenCustomer()
  const key = newKey()
  await fail(id, key)
  await jump(59)
  await fail(id, key)
  const within = await failuresOf(id)
  await jump(2)

  const stored = await gateway.db.idempotencyKey.count({ where: { key } })
  const late = await fail(id, key)

  expect([within, stored]).toEqual([1, 0])
  expect(late.body).toMatchObject({ failures: 1, failuresSince: now() })
})
