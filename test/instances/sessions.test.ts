import { givenTwoInstances } from '../support/instances.ts'
import { givenSignedIn } from '../support/operators.ts'
import { openSocket } from '../support/socket.ts'
import { until } from '../support/until.ts'

const panel = 'subscription { notifications { badge } }'
const patienceMs = 5_000

it('refuses at one instance a session that was ended at the other', async () => {
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

it('closes at one instance the sockets of an operator who is disabled at the other, or gets another role', async () => {
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
