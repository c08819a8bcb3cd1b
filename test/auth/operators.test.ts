import { randomUUID } from 'node:crypto'
import { changeRole, disableOperator } from '../../src/auth/operator-admin.ts'
import { givenDatabase } from '../support/database/database.ts'
import { givenGateway, signIn, type GivenGateway, type Json } from '../support/gateway.ts'
import { givenOperator, givenSession, givenSignedIn, password, somebody, trySignIn } from '../support/auth/operators.ts'
import { openSocket } from '../support/graphql/socket.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const sessionOf = (cookie: string) => fetch(`${gateway.url}/api/admin/auth/session/`, { headers: { cookie } })
const trailOf = (email: string) =>
  gateway.db.auditEntry.findMany({ where: { object: `operator:${email}` }, orderBy: { id: 'asc' } })
const change = (field: string, args: string, selection = '{ id role disabledAt }') =>
  gateway.query(`mutation { ${field}(${args}) ${selection} }`)

/** Someone with an open subscription, and how its socket ends. */
async function givenListening(role: 'lector' | 'operador' = 'operador') {
  const viewer = await givenSignedIn(gateway, role)
  const socket = openSocket(gateway.url, { cookie: viewer.cookie })
  await socket.listen('subscription { notifications { revision } }').next()
  return { ...viewer, socket }
}

it('adding an operator returns the generated password once, and stores it nowhere in plain text', async () => {
  const email = `Nueva.${randomUUID()}@Example.org`

  const { addOperator } = await gateway.data(
    `mutation ($operator: NewOperator!) {
      addOperator(operator: $operator) { password operator { id email name role disabledAt createdAt lastSeenAt } }
    }`,
    { operator: { email, name: ' Nueva ', role: 'lector' } },
  )

  const { operator, password: generated } = addOperator
  expect(operator).toEqual({
    id: expect.any(String),
    email: email.toLowerCase(),
    name: 'Nueva',
    role: 'lector',
    disabledAt: null,
    createdAt: new Date(gateway.clock.now()).toISOString(),
    lastSeenAt: null,
  })
  expect(generated).toMatch(/^[\w-]{24}$/)
  expect((await trySignIn(gateway.url, email, generated)).status).toBe(200)
  expect(await trailOf(operator.email)).toMatchObject([
    { actor: gateway.email, action: 'operator.add', after: { name: 'Nueva', role: 'lector' }, address: '127.0.0.1' },
    { action: 'sign-in' },
  ])
  const stored = [await gateway.db.auditEntry.findMany(), await gateway.db.operator.findMany()]
  expect(JSON.stringify(stored)).not.toContain(generated)
})

it('of several concurrent requests to add an operator with one e-mail, one succeeds', async () => {
  const email = `${randomUUID()}@example.org`

  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      change('addOperator', `operator: { email: "${email}", name: "Una", role: lector }`, '{ operator { id } }'),
    ),
  )

  const codes = answers.map(({ errors }) => errors?.[0].extensions.code ?? null).sort()
  expect(codes).toEqual([...Array<string>(5).fill('CONFLICT'), null])
  expect(await trailOf(email)).toHaveLength(1)
})

it.each([
  ['email: "nobody", name: "Una"', 'This is not an e-mail'],
  ['email: "a b@example.org", name: "Una"', 'This is not an e-mail'],
  ['email: "a@example.org", name: " "', 'A name has 1 to 100 characters'],
  ['email: "a@example.org", name: "a\\nb"', 'no control characters'],
])('adding an operator is refused: %s', async (who, sentence) => {
  const { errors } = await change('addOperator', `operator: { ${who}, role: lector }`, '{ operator { id } }')

  expect(errors[0]).toMatchObject({ message: expect.stringContaining(sentence), extensions: { code: 'INVALID_INPUT' } })
})

it('administrators list all operators, and other operators read only themselves', async () => {
  const { operator, ask } = await givenSignedIn(gateway, 'lector')
  await gateway.db.operator.update({ where: { id: operator.id }, data: { disabledAt: null } })

  const { operators } = await gateway.data('{ operators { id email createdAt lastSeenAt } }')
  const { data } = await ask('{ session { operator { id createdAt lastSeenAt } } }')
  const one = await gateway.data('query ($id: ID!) { operator(id: $id) { email } nobody: operator(id: "x") { id } }', {
    id: operator.id,
  })

  const own = operators.find(({ id }: Json) => id === operator.id)
  expect(operators.map(({ email }: Json) => email)).toEqual(operators.map(({ email }: Json) => email).toSorted())
  expect(own).toMatchObject({ createdAt: expect.any(String), lastSeenAt: new Date(gateway.clock.now()).toISOString() })
  expect(data.session.operator).toMatchObject({ createdAt: own.createdAt, lastSeenAt: own.lastSeenAt })
  expect(one).toEqual({ operator: { email: operator.email }, nobody: null })
})

it('a change of role takes effect at once, over HTTP and on open sockets, and is audited', async () => {
  const { operator, cookie, socket, ask } = await givenListening('operador')

  const { data } = await change('changeOperatorRole', `id: "${operator.id}", role: lector`)

  expect(data).toEqual({ changeOperatorRole: { id: operator.id, role: 'lector', disabledAt: null } })
  expect(await socket.closed).toEqual({ code: 4403, reason: 'Forbidden' })
  expect(await (await sessionOf(cookie)).json()).toMatchObject({ role: 'lector' })
  expect(await ask('mutation { resolveIncident(id: "x", reason: "y") { id } }')).toMatchObject({
    status: 403,
    errors: [{ extensions: { code: 'FORBIDDEN' } }],
  })
  const again = openSocket(gateway.url, { cookie })
  expect(await again.listen('subscription { notifications { badge } }').next()).toHaveProperty('notifications')
  await again.dispose()
  expect((await trailOf(operator.email)).slice(1)).toMatchObject([
    { action: 'operator.role', before: { role: 'operador' }, after: { role: 'lector' } },
  ])
})

it('a disabled operator is locked out at once, with sockets and sessions, until enabled and signed in', async () => {
  const { operator, cookie, socket } = await givenListening()

  const first = await change('disableOperator', `id: "${operator.id}"`)
  const again = await change('disableOperator', `id: "${operator.id}"`)

  expect(first.data.disableOperator.disabledAt).toBe(new Date(gateway.clock.now()).toISOString())
  expect(again.data).toEqual(first.data)
  expect(await socket.closed).toMatchObject({ code: 4403 })
  expect((await sessionOf(cookie)).status).toBe(401)
  expect((await trySignIn(gateway.url, operator.email, password)).status).toBe(401)

  const enabled = await change('enableOperator', `id: "${operator.id}"`)

  expect(enabled.data.enableOperator.disabledAt).toBeNull()
  expect((await sessionOf(cookie)).status).toBe(401)
  expect((await trySignIn(gateway.url, operator.email, password)).status).toBe(200)
  expect((await trailOf(operator.email)).map(({ action }) => action)).toEqual([
    'sign-in',
    'operator.disable',
    'sign-in.failed',
    'operator.enable',
    'sign-in',
  ])
})

it('several changes of an operator in one request each return the state after them', async () => {
  const { id } = await givenOperator(gateway.db)

  const data = await gateway.data(`mutation {
    off: disableOperator(id: "${id}") { disabledAt }
    on: enableOperator(id: "${id}") { disabledAt }
  }`)

  expect(data).toEqual({ off: { disabledAt: expect.any(String) }, on: { disabledAt: null } })
})

it("resetting a password ends the sessions of the operator, and is refused for one's own account", async () => {
  const { operator, cookie } = await givenSignedIn(gateway)
  const me = await gateway.db.operator.findUniqueOrThrow({ where: { email: gateway.email } })

  const { data } = await change('resetOperatorPassword', `id: "${operator.id}"`, '{ password operator { id } }')
  const own = await change('resetOperatorPassword', `id: "${me.id}"`, '{ password }')

  const { password: generated } = data.resetOperatorPassword
  expect((await sessionOf(cookie)).status).toBe(401)
  expect((await trySignIn(gateway.url, operator.email, password)).status).toBe(401)
  await expect(signIn(gateway.url, operator.email, generated)).resolves.toContain('vigia_session=')
  expect(own.errors[0]).toMatchObject({ extensions: { code: 'CONFLICT' } })
})

it('a change of an unknown operator is NOT_FOUND', async () => {
  const { errors } = await change('disableOperator', 'id: "nobody"')

  expect(errors[0]).toMatchObject({ message: 'There is no operator nobody.', extensions: { code: 'NOT_FOUND' } })
})

it('the last administrator can be neither disabled nor demoted', async () => {
  await using fresh = await givenGateway()
  const { id } = await fresh.db.operator.findUniqueOrThrow({ where: { email: fresh.email } })

  const disabled = await fresh.query(`mutation { disableOperator(id: "${id}") { id } }`)
  const demoted = await fresh.query(`mutation { changeOperatorRole(id: "${id}", role: operador) { id } }`)

  for (const { errors } of [disabled, demoted])
    expect(errors).toMatchObject([
      {
        message: 'Administrador is the last administrator with a password: make somebody else one first.',
        extensions: { code: 'CONFLICT', reason: 'LAST_ADMINISTRATOR' },
      },
    ])
})

it('one administrator remains when all are removed concurrently over two instances', async () => {
  await using database = await givenDatabase()
  const second = await database.openAgain()
  const admins = await Promise.all(Array.from({ length: 8 }, () => givenOperator(database.db, 'admin')))

  const outcomes = await Promise.allSettled(
    admins.map(({ id }, index) => {
      const db = index % 2 ? database.db : second.db
      return index % 3
        ? disableOperator(db, id, somebody, new Date())
        : changeRole(db, { id, role: 'lector' }, somebody, new Date())
    }),
  )
  await second.close()

  expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { code: 'CONFLICT' } }])
  expect(await database.db.operator.count({ where: { role: 'admin', disabledAt: null } })).toBe(1)
})

it('no operator is changed if the audit entry cannot be written', async () => {
  const operator = await givenOperator(gateway.db)
  const { cookie } = await givenSession(gateway.db, operator)
  await gateway.db
    .$executeRaw`ALTER TABLE "AuditEntry" ADD CONSTRAINT "full" CHECK ("action" NOT LIKE 'operator.%') NOT VALID`
  const answers = [
    await change('disableOperator', `id: "${operator.id}"`),
    await change('changeOperatorRole', `id: "${operator.id}", role: admin`),
    await change('resetOperatorPassword', `id: "${operator.id}"`, '{ password }'),
    await change('addOperator', 'operator: { email: "full@example.org", name: "Una", role: lector }', '{ password }'),
  ]
  await gateway.db.$executeRaw`ALTER TABLE "AuditEntry" DROP CONSTRAINT "full"`

  expect(answers.map(({ errors }) => errors[0].extensions.code)).toEqual(Array(4).fill('INTERNAL_SERVER_ERROR'))
  expect(await gateway.db.operator.findUnique({ where: { id: operator.id } })).toEqual(operator)
  expect(await gateway.db.operator.count({ where: { email: 'full@example.org' } })).toBe(0)
  expect((await sessionOf(cookie)).status).toBe(200)
})
