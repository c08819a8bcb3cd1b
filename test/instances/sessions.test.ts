import { revokeToken } from '../../src/auth/tokens/manage-tokens.ts'
import { givenTwoInstances } from '../support/process/instances.ts'
import { givenOperator, givenSignedIn, somebody } from '../support/auth/operators.ts'
import { openSocket } from '../support/graphql/socket.ts'
import { givenServiceToken, givenToken } from '../support/auth/tokens.ts'
import { until } from '../support/until.ts'

const panel = 'subscription { notifications { badge } }'
const patienceMs = 5_000

it('a session that was ended at one instance is refused at the other, and its socket is closed', async () => {
  await using house = await givenTwoInstances()
  const [here, there] = house.clients
  const someone = await givenSignedIn({ url: here.url, db: house.db })
  const socket = openSocket(there.url, { cookie: someone.cookie })
  await socket.listen(panel).next()
  let closed: unknown
  void socket.closed.then((how) => (closed = how))

  await someone.post('/auth/logout')

  expect(await until('the socket is closed', () => closed, patienceMs)).toMatchObject({ code: 4403 })
  expect((await fetch(`${there.url}/api/admin/auth/session/`, { headers: { cookie: someone.cookie } })).status).toBe(
    401,
  )
})

it('an operator who is disabled or gets another role at one instance loses their sockets at the other', async () => {
  await using house = await givenTwoInstances()
  const [here, there] = house.clients
  const codes: number[] = []

  for (const field of ['disableOperator(id: $id)', 'changeOperatorRole(id: $id, role: lector)']) {
    const someone = await givenSignedIn({ url: there.url, db: house.db })
    const socket = openSocket(there.url, { cookie: someone.cookie })
    await socket.listen(panel).next()
    let closed: { code: number } | undefined
    void socket.closed.then((how) => (closed = how))
    await here.ask(`mutation ($id: ID!) { ${field} { id } }`, { id: someone.operator.id })
    codes.push((await until('the socket is closed', () => closed, patienceMs)).code)
  }

  expect(codes).toEqual([4403, 4403])
})

it('a token that was revoked at one instance is refused at the other, and its sockets are closed', async () => {
  await using house = await givenTwoInstances()
  const there = house.clients[1]
  const operator = await givenOperator(house.db)
  const script = await givenToken({ url: there.url, db: house.db, clock: Date }, operator, ['read:Panel'])
  const socket = openSocket(there.url, { authorization: script.authorization })
  await socket.listen(panel).next()
  let closed: unknown
  void socket.closed.then((how) => (closed = how))
  expect((await script.ask('{ notifications { badge } }'))['status']).toBe(200)

  await revokeToken(house.db, script.token, { ...somebody, operator }, new Date())

  expect(await until('the socket is closed', () => closed, patienceMs)).toMatchObject({ code: 4403 })
  expect((await script.ask('{ notifications { badge } }'))['status']).toBe(401)
})

it('a service token that was revoked at one instance is refused at the other before its cache expires', async () => {
  await using house = await givenTwoInstances()
  const there = house.clients[1]
  const service = await givenServiceToken({ url: there.url, db: house.db, clock: Date })
  const status = async () => (await service.get('/ingest/v1/whoami')).status
  const admin = { ...somebody, operator: await givenOperator(house.db, 'admin') }
  expect(await status()).toBe(200)

  await revokeToken(house.db, service.token, admin, new Date())

  expect(await until('the token is refused', async () => (await status()) === 401, 1_500)).toBe(true)
})
