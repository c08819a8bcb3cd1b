import { givenGateway, type GivenGateway, type Json } from '../support/gateway.ts'
import { givenSignedIn } from '../support/auth/operators.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

let count = 0
async function givenLocked() {
  const id = `locked-${(count += 1)}`
  const lockedAt = new Date('2026-03-01T12:00:00Z')
  await gateway.db.customer.create({
    data: {
      id,
      name: 'Inés Inventada',
      email: 'ines@example.org',
      locked: true,
      lockReason: 'Intentos',
      lockedAt,
      updatedAt: lockedAt,
    },
  })
  return id
}

const path = (id: string) => `/api/admin/customers/${id}/unlock-login/`
const trailOf = (id: string) => gateway.db.auditEntry.findMany({ where: { object: `customer:${id}` } })

it('an unlock lifts the lock, and is audited with actor, address and previous values', async () => {
  const id = await givenLocked()
  const { operator, post } = await givenSignedIn(gateway, 'operador')

  const answer = await post(path(id), {}, { 'x-request-id': 'unlock-1' })

  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ id, locked: false, lockReason: null, lockedAt: null })
  expect(await trailOf(id)).toMatchObject([
    {
      actor: operator.email,
      action: 'customer.unlock',
      before: { locked: true, lockReason: 'Intentos', lockedAt: '2026-03-01T12:00:00.000Z' },
      after: { locked: false, lockReason: null, lockedAt: null },
      address: '127.0.0.1',
      requestId: 'unlock-1',
    },
  ])
})

it('repeated and concurrent unlocks have one effect and one audit entry', async () => {
  const id = await givenLocked()

  const answers = await Promise.all(Array.from({ length: 8 }, () => gateway.post(path(id), {})))

  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(((await answers[7]?.json()) as Json)['locked']).toBe(false)
  expect(await trailOf(id)).toHaveLength(1)
})

it('an unlock needs no body', async () => {
  const id = await givenLocked()

  const answer = await fetch(gateway.url + path(id), { method: 'POST', headers: { cookie: gateway.cookie } })

  expect(answer.status).toBe(200)
})

it('an unlock is not undone by an older update of the platform', async () => {
  const id = await givenLocked()
  await gateway.post(path(id), {})

  const answer = await fetch(`${gateway.url}/ingest/v1/customers/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${gateway.ingestToken}` },
    body: JSON.stringify({ name: 'Inés', email: 'ines@example.org', locked: true, updatedAt: '2026-03-01T12:00:00Z' }),
  })

  expect(await answer.json()).toMatchObject({ locked: false })
})

it('an unlock of an unknown customer is a 404', async () => {
  const answer = await gateway.post(path('nobody'), {})

  expect(await answer.json()).toMatchObject({ status: 404, code: 'NOT_FOUND', detail: 'There is no customer nobody.' })
})

it('an unlock is forbidden to the role lector', async () => {
  const id = await givenLocked()
  const { post } = await givenSignedIn(gateway, 'lector')

  const answer = await post(path(id))

  expect(answer.status).toBe(403)
  expect(await gateway.db.customer.findUnique({ where: { id } })).toMatchObject({ locked: true })
  expect(await trailOf(id)).toEqual([])
})

it('a customer is not unlocked if the audit entry cannot be written', async () => {
  const id = await givenLocked()
  await gateway.db
    .$executeRaw`ALTER TABLE "AuditEntry" ADD CONSTRAINT "full" CHECK ("action" <> 'customer.unlock') NOT VALID`
  const answer = await gateway.post(path(id), {})
  await gateway.db.$executeRaw`ALTER TABLE "AuditEntry" DROP CONSTRAINT "full"`

  expect(answer.status).toBe(500)
  expect(await gateway.db.customer.findUnique({ where: { id } })).toMatchObject({
    locked: true,
    lockReason: 'Intentos',
  })
})
