import { randomUUID } from 'node:crypto'
import { signIn } from '../../src/auth/sign-in.ts'
import { givenDatabase, type GivenDatabase } from '../support/database/database.ts'
import { givenGateway, type GivenGateway } from '../support/gateway.ts'
import { givenOperator, password, trySignIn } from '../support/auth/operators.ts'

let database: GivenDatabase
let gateway: GivenGateway
beforeAll(async () => {
  database = await givenDatabase()
  gateway = await givenGateway({ database })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

const someone = () => `${randomUUID()}@example.org`

const parallel = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

async function statusesOf(answers: Promise<Response[]>) {
  const counts: Record<number, number> = {}
  for (const { status } of await answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

it('a sign-in returns the operator, role and environment, and sets an HttpOnly cookie', async () => {
  const operator = await givenOperator(gateway.db, 'lector')

  const answer = await trySignIn(gateway.url, operator.email, password)

  expect(answer.status).toBe(200)
  const { id, name, email, role } = operator
  expect(await answer.json()).toMatchObject({
    operator: { id, name, email, role },
    role,
    environment: 'STG',
    expiresAt: expect.any(String),
  })
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^vigia_session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/),
  ])
})

it('an unknown account, a disabled one and a wrong password get the same status and body', async () => {
  const operator = await givenOperator(gateway.db)
  const disabled = await givenOperator(gateway.db)
  await gateway.db.operator.update({ where: { id: disabled.id }, data: { disabledAt: new Date() } })
  const answerTo = async (email: string, secret: string) => {
    const answer = await trySignIn(gateway.url, email, secret)
    const { requestId, ...body } = (await answer.json()) as Record<string, unknown>
    return { status: answer.status, body }
  }

  const wrong = await answerTo(operator.email, 'wrong')
  const unknown = await answerTo(someone(), 'wrong')
  const off = await answerTo(disabled.email, password)

  expect(wrong).toMatchObject({
    status: 401,
    body: { code: 'UNAUTHENTICATED', detail: 'The e-mail or the password is wrong.' },
  })
  expect(unknown).toEqual(wrong)
  expect(off).toEqual(wrong)
})

it('of two hundred concurrent sign-ins over two instances five are tried, and one lockout is audited', async () => {
  const other = await database.openAgain()
  await using second = await givenGateway({ database: { ...database, db: other.db } })
  const { email } = await givenOperator(gateway.db)

  const statuses = await statusesOf(
    parallel(200, (index) => trySignIn(index % 2 ? gateway.url : second.url, email, `wrong ${index}`)),
  )

  expect(statuses).toEqual({ 401: 5, 429: 195 })
  const entries = await gateway.db.auditEntry.groupBy({
    by: ['action'],
    where: { actor: email },
    _count: true,
    orderBy: { action: 'asc' },
  })
  expect(entries.map(({ action, _count }) => [action, _count])).toEqual([
    ['sign-in.failed', 5],
    ['sign-in.lockout', 1],
  ])
  await other.close()
})

it('a locked account refuses the right password too, says for how long, and others can sign in', async () => {
  const locked = await givenOperator(gateway.db)
  const other = await givenOperator(gateway.db)
  await parallel(5, () => trySignIn(gateway.url, locked.email, 'wrong'))

  const refused = await trySignIn(gateway.url, locked.email, password)
  const welcome = await trySignIn(gateway.url, other.email, password)

  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(880)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900)
  expect(welcome.status).toBe(200)
})

it('an unknown account is locked like a known one', async () => {
  const email = someone()

  expect(await statusesOf(parallel(10, () => trySignIn(gateway.url, email, 'wrong')))).toEqual({ 401: 5, 429: 5 })
})

it('spellings of an e-mail and forged X-Forwarded-For headers count as one account', async () => {
  const name = randomUUID()
  const spellings = [
    `${name}@example.org`,
    `${name.toUpperCase()}@EXAMPLE.ORG`,
    ` ${name}@example.org `,
    `${name}＠ｅｘａｍｐｌｅ.org`,
    `\u00a0${name}@Example.Org`,
  ]

  const answers = await statusesOf(
    parallel(20, (index) =>
      trySignIn(gateway.url, spellings[index % 5] ?? '', 'wrong', { 'x-forwarded-for': `203.0.113.${index}` }),
    ),
  )

  expect(answers).toEqual({ 401: 5, 429: 15 })
})

it('sign-ins for one e-mail may fail fifty times in all, from any addresses', async () => {
  await using proxied = await givenGateway({ database, config: { trustProxy: 1 } })
  const email = someone()
  const from = (index: number) => ({ 'x-forwarded-for': `203.0.113.${Math.floor(index / 4)}` })

  expect(await statusesOf(parallel(60, (index) => trySignIn(proxied.url, email, 'wrong', from(index))))).toEqual({
    401: 50,
    429: 10,
  })
})

it('successful sign-ins do not count as failures, however many are concurrent', async () => {
  const { email } = await givenOperator(gateway.db)

  expect(await statusesOf(parallel(12, () => trySignIn(gateway.url, email, password)))).toEqual({ 200: 12 })
  expect(await statusesOf(parallel(6, () => trySignIn(gateway.url, email, 'wrong')))).toEqual({ 401: 5, 429: 1 })
})

it('failed sign-ins expire after a quarter of an hour', async () => {
  const { email } = await givenOperator(gateway.db)
  const start = new Date('2026-03-01T12:00:00Z')
  const attempt = (secret: string, minutes: number) =>
    signIn(gateway.db, {
      email,
      password: secret,
      address: '198.51.100.1',
      requestId: null,
      at: new Date(start.getTime() + minutes * 60_000),
      idleMinutes: 60,
      oldToken: null,
      isBreakGlass: false,
    })
  for (let failed = 0; failed < 5; failed++)
    await expect(attempt('wrong', 0)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })

  await expect(attempt(password, 14)).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS', retryAfterSeconds: 60 })
  await expect(attempt(password, 15)).resolves.toMatchObject({ viewer: { operator: { email } } })
})

it('a sign-in with invalid fields names each of them', async () => {
  const answer = await gateway.post('/auth/login', { email: '', pasword: 'x' })

  expect(answer.status).toBe(400)
  expect(((await answer.json()) as { errors: { field: string }[] }).errors.map(({ field }) => field)).toEqual([
    'email',
    'password',
    '',
  ])
})
