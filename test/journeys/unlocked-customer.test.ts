import { givenGateway, type GivenGateway, type Json } from '../support/gateway.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway({ config: { sampleData: false } })
})
afterAll(() => gateway[Symbol.asyncDispose]())

const after = (minutes: number) => new Date(gateway.clock.now() + minutes * 60_000).toISOString()

async function ingest(method: string, path: string, body?: Json, headers: Record<string, string> = {}) {
  const answer = await fetch(`${gateway.url}/ingest/v1/customers/${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      authorization: `Bearer ${gateway.ingestToken}`,
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: (text ? JSON.parse(text) : null) as Json }
}

let count = 0
async function givenLockedByThePlatform() {
  const id = `journey-${(count += 1)}`
  const record = { name: 'Inés Inventada', email: 'ines@example.org', lockReason: 'Impago' }
  /** Sends the record as the platform's sync does. */
  const sync = async (change: Json = {}) =>
    (await ingest('PUT', id, { ...record, locked: true, updatedAt: after(0), ...change })).body
  await sync({ updatedAt: after(-60) })
  return { id, sync }
}

const unlock = (id: string) => gateway.post(`/api/admin/customers/${id}/unlock-login/`, { reason: 'Ha pagado' })
const login = (id: string, headers: Record<string, string> = {}) => ingest('GET', `${id}/login`, undefined, headers)
const seenByOperators = async (id: string): Promise<Json> =>
  (
    await gateway.data('query ($id: ID!) { customer(id: $id) { locked unlockedAt unlockReadAt platformLocked } }', {
      id,
    })
  )['customer']
const actionsOn = async (id: string) =>
  (await gateway.db.auditEntry.findMany({ where: { object: `customer:${id}` }, orderBy: { id: 'asc' } })).map(
    ({ actor, action }) => `${actor} ${action}`,
  )

it('a customer whom an operator unlocked stays unlocked while the sync of the platform repeats the old lock, and is locked by a new one', async () => {
  const { id, sync } = await givenLockedByThePlatform()
  await unlock(id)
  const unlockedAt = after(0)

  for (let repetition = 0; repetition < 5; repetition++) {
    await gateway.pass(60)
    expect(await sync()).toMatchObject({ locked: false, lockReason: null, lockedAt: null, unlockedAt })
  }
  const older = await sync({ lockedAt: after(-60) })
  expect(older).toMatchObject({ locked: false, platformLocked: true })

  const anew = await sync({ lockedAt: after(0), lockReason: 'Fraude', updatedAt: after(0.01) })
  expect(anew).toMatchObject({ locked: true, lockReason: 'Fraude', lockedAt: after(0), unlockedAt })
  const late = await sync({ locked: false, updatedAt: after(-30) })
  expect(late).toMatchObject({ locked: true, lockReason: 'Fraude', lockedAt: after(0) })
  expect(await actionsOn(id)).toEqual([
    'ingest customer.lock',
    `${gateway.email} customer.unlock`,
    'ingest customer.lock',
  ])
})

it('an unlocked customer is locked again when the platform lifted its lock in between', async () => {
  const { id, sync } = await givenLockedByThePlatform()
  await unlock(id)
  await gateway.pass(60)
  await sync({ locked: false })
  await gateway.pass(60)

  expect(await sync()).toMatchObject({ locked: true, lockReason: 'Impago', lockedAt: after(0) })
})

it('the lock of a login can be asked for before a sign-in, and the operators see when the platform read its end', async () => {
  const { id } = await givenLockedByThePlatform()
  const locked = await login(id)
  await gateway.pass(60)
  await unlock(id)
  const unlockedAt = after(0)
  const unread = await seenByOperators(id)
  await gateway.pass(60)
  const open = await login(id, { 'if-none-match': String(locked.headers.get('etag')) })
  const readAt = after(0)
  await gateway.pass(60)
  const same = await login(id, { 'if-none-match': `"other", W/${String(open.headers.get('etag'))}` })

  expect(locked).toMatchObject({
    status: 200,
    body: { locked: true, lockReason: 'Impago', lockedAt: after(-63), unlockedAt: null },
  })
  expect(unread).toEqual({ locked: false, unlockedAt, unlockReadAt: null, platformLocked: true })
  expect(open).toMatchObject({ status: 200, body: { locked: false, lockReason: null, lockedAt: null, unlockedAt } })
  expect(open.headers.get('cache-control')).toBe('private, no-cache')
  expect(same).toMatchObject({ status: 304, body: null })
  expect(await seenByOperators(id)).toMatchObject({ unlockedAt, unlockReadAt: readAt })
  const { items } = (await (await gateway.get(`/api/admin/customers/?q=${id}`)).json()) as Json
  expect(items).toMatchObject([{ id, unlockedAt, unlockReadAt: readAt }])
})

it('an unlock counts as read once the platform itself says that it is not locked, and as unread after the next unlock', async () => {
  const { id, sync } = await givenLockedByThePlatform()
  await unlock(id)
  await gateway.pass(60)
  await sync()
  const repeated = await seenByOperators(id)
  await sync({ locked: false })
  const told = await seenByOperators(id)
  await sync()
  await gateway.pass(60)
  await unlock(id)

  expect(repeated).toMatchObject({ unlockReadAt: null })
  expect(told).toMatchObject({ unlockReadAt: after(-1), platformLocked: false })
  expect(await seenByOperators(id)).toMatchObject({ unlockedAt: after(0), unlockReadAt: null })
})

it('a lock in the future is refused, and so is a question about nobody', async () => {
  const { id } = await givenLockedByThePlatform()
  const record = { name: 'Inés', email: 'ines@example.org', locked: true, updatedAt: after(0) }

  const future = await ingest('PUT', id, { ...record, lockedAt: after(2) })
  const nobody = await login('nobody')

  expect(future).toMatchObject({
    status: 400,
    body: { code: 'INVALID_INPUT', detail: expect.stringContaining('future') },
  })
  expect(nobody).toMatchObject({ status: 404, body: { code: 'NOT_FOUND', detail: 'There is no customer nobody.' } })
  expect((await ingest('GET', `${id}/login`, undefined, { authorization: 'Bearer guessed' })).status).toBe(401)
})
