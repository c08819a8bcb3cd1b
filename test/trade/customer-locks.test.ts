import fc from 'fast-check'
import { givenDatabase, type GivenDatabase } from '../support/database/database.ts'
import { casesOf } from '../support/extent.ts'
import { givenGateway, type GivenGateway, type Json } from '../support/gateway.ts'

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

const told = { name: 'Inés Inventada', email: 'ines@example.org' }
const reason = '5 intentos de acceso fallidos en 15 minutos'
const minutesAgo = (minutes: number) => new Date(gateway.clock.now() - minutes * 60_000).toISOString()

type Otherwise = { token?: string; url?: string; headers?: Record<string, string> }

async function send(method: string, path: string, body?: Json, { token, url, headers }: Otherwise = {}) {
  const authorization = `Bearer ${token ?? gateway.ingestToken}`
  const answer = await fetch(`${url ?? gateway.url}/ingest/v1/customers${path.startsWith(':') ? path : `/${path}`}`, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), authorization, ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Json }
}

let count = 0
async function givenCustomer() {
  const id = `customer-${(count += 1)}`
  await send('PUT', id, { ...told, updatedAt: minutesAgo(600) })
  return id
}

const fail = (id: string, body?: Json) => send('POST', `${id}/sign-in-failures`, body)
async function failTimes(id: string, times: number, body?: Json) {
  for (let failed = 0; failed < times; failed++) await fail(id, body)
}
const unlock = (id: string, body: Json = {}) => gateway.post(`/api/admin/customers/${id}/unlock-login/`, body)
const trailOf = (id: string) =>
  gateway.db.auditEntry.findMany({ where: { object: `customer:${id}` }, orderBy: { id: 'asc' } })

it('a customer is locked at the fifth failed sign-in, with the reason and the time', async () => {
  const id = await givenCustomer()
  await failTimes(id, 3)

  const fourth = await fail(id)
  const fifth = await fail(id)

  expect(fourth).toMatchObject({ status: 200, body: { id, ...told, locked: false, lockReason: null, failures: 4 } })
  expect(fifth).toMatchObject({
    status: 200,
    body: { locked: true, lockReason: reason, lockedAt: minutesAgo(0), failures: 5 },
  })
  const { items } = (await (await gateway.get(`/api/admin/customers/?q=${id}`)).json()) as Json
  expect(items).toMatchObject([{ id, locked: true, lockReason: reason, lockedAt: minutesAgo(0), failures: 5 }])
  expect(await trailOf(id)).toMatchObject([
    {
      actor: 'ingest',
      action: 'customer.lock',
      before: { locked: false, lockReason: null, lockedAt: null, failures: 4 },
      after: { locked: true, lockReason: reason, lockedAt: minutesAgo(0), failures: 5 },
      address: '127.0.0.1',
      requestId: expect.any(String),
    },
  ])
})

it.each([
  ['alone', (id: string, record: Json) => send('PUT', id, record)],
  ['in a batch', (id: string, record: Json) => send('POST', ':batch', { customers: [{ id, ...record }] })],
])('the first record of a customer, %s, is audited if it says that they are locked', async (_, put) => {
  for (const locked of [true, false, undefined]) {
    const id = `customer-${(count += 1)}`
    const { status } = await put(id, { ...told, locked, lockReason: 'Fraude', updatedAt: minutesAgo(10) })
    expect(status).toBeLessThan(300)
    const { locked: isLocked } = await gateway.db.customer.findUniqueOrThrow({ where: { id } })
    expect(isLocked).toBe(locked === true)
    const entry = {
      actor: 'ingest',
      action: 'customer.lock',
      before: { locked: false },
      after: { locked: true, lockReason: 'Fraude' },
    }
    expect(await trailOf(id)).toMatchObject(locked ? [entry] : [])
  }
})

it('concurrent reports of failures over two instances all count, and lock and audit once', async () => {
  const other = await database.openAgain()
  await using second = await givenGateway({ database: { ...database, ...other }, config: { sampleData: false } })
  const id = await givenCustomer()

  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      send('POST', `${id}/sign-in-failures`, {}, { url: index % 2 ? gateway.url : second.url }),
    ),
  )

  const failures = answers.map(({ body }) => body['failures'] as number)
  expect(failures.sort((one, other) => one - other)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
  expect(answers.filter(({ body }) => body['locked'])).toHaveLength(36)
  expect(await trailOf(id)).toHaveLength(1)
})

it('the count of failed sign-ins restarts a quarter of an hour after the first failure', async () => {
  const id = await givenCustomer()
  await fail(id, { at: minutesAgo(20) })
  await failTimes(id, 3, { at: minutesAgo(6) })

  const late = await fail(id, { at: minutesAgo(5) })
  const old = await fail(id, { at: minutesAgo(21) })

  expect(late.body).toMatchObject({ locked: false, failures: 1, failuresSince: minutesAgo(5) })
  expect(old.body).toMatchObject({ locked: false, failures: 1, failuresSince: minutesAgo(5) })
})

it('a fifth failure just before the quarter of an hour is over locks the customer', async () => {
  const id = await givenCustomer()
  await fail(id, { at: minutesAgo(15) })
  await failTimes(id, 3, { at: minutesAgo(1) })

  const fifth = await fail(id, { at: minutesAgo(0.001) })

  expect(fifth.body).toMatchObject({ locked: true, failures: 5, lockedAt: minutesAgo(0.001) })
})

it('concurrent unlocks lift the lock once, and failures from before it no longer count', async () => {
  const id = await givenCustomer()
  await failTimes(id, 5, { at: minutesAgo(2) })

  const answers = await Promise.all([1, 2, 3].map(() => unlock(id, { reason: 'Ha llamado' })))
  const before = await fail(id, { at: minutesAgo(1) })
  const after = await fail(id)

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await answers[0]?.json()).toMatchObject({ locked: false, lockReason: null, lockedAt: null, failures: 0 })
  expect((await trailOf(id)).slice(1)).toMatchObject([
    {
      action: 'customer.unlock',
      actor: gateway.email,
      before: { locked: true, lockReason: reason, failures: 5 },
      after: { locked: false, failures: 0, reason: 'Ha llamado' },
    },
  ])
  expect(before.body).toMatchObject({ failures: 0, locked: false })
  expect(after.body).toMatchObject({ failures: 1, locked: false })
})

it('a lock survives other updates of the platform, and is lifted by `locked: false`', async () => {
  const id = await givenCustomer()
  await failTimes(id, 5, { at: minutesAgo(3) })

  const renamed = await send('PUT', id, { ...told, name: 'Inés Segunda', updatedAt: minutesAgo(2) })
  const older = await send('PUT', id, { ...told, locked: false, updatedAt: minutesAgo(4) })
  const open = await send('PUT', id, { ...told, locked: false, updatedAt: minutesAgo(1) })

  expect(renamed.body).toMatchObject({ name: 'Inés Segunda', locked: true, lockReason: reason, failures: 5 })
  expect(older.body).toMatchObject({ name: 'Inés Segunda', locked: true })
  expect(open.body).toMatchObject({ locked: false, lockReason: null, lockedAt: null, failures: 0 })
  expect((await trailOf(id)).map(({ actor, action }) => [actor, action])).toEqual([
    ['ingest', 'customer.lock'],
    ['ingest', 'customer.unlock'],
  ])
})

/** A record sent alone or in a batch, updated so many minutes ago, or what an operator or a failed sign-in does. */
type Step =
  { batch: boolean; minutes: number; locked?: boolean | undefined; lockedMinutes: number | null } | 'unlock' | 'failure'

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        batch: fc.boolean(),
        minutes: fc.constantFrom(0, 0, 0, 1, 2),
        locked: fc.constantFrom(true, true, false, undefined, undefined),
        lockedMinutes: fc.option(fc.nat({ max: 5 })),
      }),
    },
    { weight: 2, arbitrary: fc.constant('unlock' as const) },
    { weight: 2, arbitrary: fc.constant('failure' as const) },
  ),
  { minLength: 2, maxLength: 12 },
)

async function take(id: string, step: Step) {
  if (step === 'unlock') return (await unlock(id)).status
  if (step === 'failure') return (await fail(id)).status
  const { batch, minutes, locked, lockedMinutes } = step
  const lockedAt = lockedMinutes === null ? null : minutesAgo(lockedMinutes)
  const record = {
    ...told,
    ...(locked !== undefined && { locked }),
    lockReason: 'Impago',
    lockedAt,
    updatedAt: minutesAgo(minutes),
  }
  if (!batch) return (await send('PUT', id, record)).status
  return (await send('POST', ':batch', { customers: [{ ...record, id }] })).status
}

async function lockOf(id: string) {
  const {
    name: _,
    email: _email,
    libraryCode: _code,
    updatedAt: _at,
    ...lock
  } = await gateway.db.customer.findUniqueOrThrow({ where: { id } })
  return lock
}

it('a record without `locked` changes nothing about a lock, alone or in a batch, after any history', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const id = await givenCustomer()
      for (const step of history) {
        const before = await lockOf(id)
        const entries = (await trailOf(id)).length

        expect(await take(id, step)).toBe(200)

        if (typeof step === 'string' || step.locked !== undefined) continue
        expect(await lockOf(id)).toEqual(before)
        expect(await trailOf(id)).toHaveLength(entries)
      }
    }),
    { numRuns: casesOf(20, 100) },
  )
})

it('an unlock outlasts a record without `locked` between two that repeat the old lock', async () => {
  const id = await givenCustomer()
  const lock = { ...told, locked: true, lockReason: 'Impago', lockedAt: minutesAgo(9) }
  await send('PUT', id, { ...lock, updatedAt: minutesAgo(9) })
  await unlock(id)
  await gateway.pass(10)

  await send('PUT', id, { ...told, updatedAt: minutesAgo(0) })
  const repeated = await send('PUT', id, { ...lock, updatedAt: minutesAgo(0) })

  expect(repeated).toMatchObject({ status: 200, body: { locked: false } })
})

it('a lock by the platform is audited with its time of receipt, address and request', async () => {
  const id = await givenCustomer()
  const headers = { 'x-request-id': `lock-${id}` }

  await send('PUT', id, { ...told, locked: true, lockReason: 'Impago', updatedAt: minutesAgo(90) }, { headers })
  await send('PUT', id, { ...told, locked: false, updatedAt: minutesAgo(30) })

  const receipt = { at: new Date(gateway.clock.now()), actor: 'ingest', address: '127.0.0.1' }
  expect(await trailOf(id)).toMatchObject([
    { ...receipt, action: 'customer.lock', requestId: `lock-${id}`, after: { lockedAt: minutesAgo(90) } },
    { ...receipt, action: 'customer.unlock', requestId: expect.stringMatching(/./) },
  ])
})

it('failed sign-ins do not replace the lock reason of the platform', async () => {
  const id = await givenCustomer()
  await send('PUT', id, { ...told, locked: true, lockReason: 'Impago', updatedAt: minutesAgo(5) })

  await failTimes(id, 6)

  expect((await fail(id)).body).toMatchObject({
    locked: true,
    lockReason: 'Impago',
    lockedAt: minutesAgo(5),
    failures: 7,
  })
})

it('a customer is not locked if the audit entry cannot be written', async () => {
  const id = await givenCustomer()
  await failTimes(id, 4)
  await gateway.db
    .$executeRaw`ALTER TABLE "AuditEntry" ADD CONSTRAINT "full" CHECK ("action" <> 'customer.lock') NOT VALID`
  const fifth = await fail(id)
  await gateway.db.$executeRaw`ALTER TABLE "AuditEntry" DROP CONSTRAINT "full"`

  expect(fifth.status).toBe(500)
  expect(await gateway.db.customer.findUnique({ where: { id } })).toMatchObject({ locked: false, failures: 4 })
})

it('an invalid report of a failure is refused and not counted', async () => {
  const id = await givenCustomer()

  expect(await fail('nobody')).toMatchObject({ status: 404, body: { detail: 'There is no customer nobody.' } })
  expect(await fail(id, { at: 'yesterday' })).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
  expect(await fail(id, { at: minutesAgo(-5) })).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining('lies in the future') },
  })
  expect(await send('POST', `${id}/sign-in-failures`, {}, { token: 'guessed' })).toMatchObject({ status: 401 })
  expect((await unlock(id, { reason: 7 })).status).toBe(400)
  expect(await fail(id)).toMatchObject({ body: { failures: 1 } })
})
