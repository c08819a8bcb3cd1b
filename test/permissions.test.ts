import { permissionsOf } from '../src/access/permissions.ts'
import { adminRoutes } from '../src/http/admin/routes.ts'
import { givenGateway, type GivenGateway } from './support/gateway.ts'
import { givenSignedIn } from './support/operators.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const roles = ['lector', 'operador', 'admin'] as const

it('gives each role what the one before it has, and more', () => {
  const reading = [
    'Session',
    'Inventory',
    'Panel',
    'Incident',
    'Library',
    'Customer',
    'Integration',
    'Search',
    'Audit',
  ].map((subject) => `read:${subject}`)
  const acting = ['acknowledge:Incident', 'resolve:Incident', 'unlock:Customer', 'replay:Integration']

  expect(permissionsOf('lector')).toEqual(reading)
  expect(permissionsOf('operador')).toEqual([...reading, ...acting])
  expect(permissionsOf('admin')).toEqual([...reading, ...acting, 'manage:Operator'])
})

it.each(adminRoutes.map(({ method, path }) => [method, path] as const))(
  'refuses %s %s without a session',
  async (method, path) => {
    const answer = await fetch(gateway.url + path, { method })

    expect(answer.status).toBe(401)
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
  },
)

it.each(roles.flatMap((role) => adminRoutes.map((route) => [role, route.method, route.path, route.may] as const)))(
  'lets %s through to %s %s as far as the permission %3$s goes',
  async (role, method, path, may) => {
    const { get, post } = await givenSignedIn(gateway, role)

    const answer = await (method === 'GET' ? get(path) : post(path.replace(':id', 'nobody')))

    if (permissionsOf(role).includes(may)) expect(answer.status).not.toBe(403)
    else
      expect(await answer.json()).toMatchObject({
        status: 403,
        code: 'FORBIDDEN',
        detail: expect.stringContaining(may),
      })
  },
)

it('tells strangers not even which routes there are', async () => {
  const unknown = await fetch(`${gateway.url}/api/admin/nothing/`)

  expect(unknown.status).toBe(401)
  expect(
    (await fetch(`${gateway.url}/api/admin/libraries/`, { headers: { authorization: 'Bearer guessed' } })).status,
  ).toBe(401)
})

it('answers those who are signed in with 404 for an unknown route, and with 405 for another method', async () => {
  const unknown = await gateway.get('/api/admin/nothing/')
  const other = await gateway.post('/api/admin/libraries/', {})

  expect(await unknown.json()).toMatchObject({ status: 404, title: 'Not Found', code: 'NOT_FOUND' })
  expect(await other.json()).toMatchObject({ status: 405, title: 'Method Not Allowed' })
  expect(other.headers.get('allow')).toBe('GET, HEAD')
})

it('takes a path with and without its last slash', async () => {
  expect((await gateway.get('/api/admin/customers/')).status).toBe(200)
  expect((await gateway.get('/api/admin/customers')).status).toBe(200)
})
