import { once } from 'node:events'
import { connect } from 'node:net'
import WebSocket from 'ws'
import { givenDirectory, startVigia } from '../support/process/process.ts'
import { until } from '../support/until.ts'

type Line = { level: number; msg: string; req?: { id: string } }

const directory = await givenDirectory()
const vigia = startVigia({ DATA_DIR: directory.path })
let url = ''

beforeAll(async () => {
  url = await vigia.ready()
})
afterAll(async () => {
  await vigia[Symbol.asyncDispose]()
  await directory[Symbol.asyncDispose]()
})

const lines = () =>
  vigia.said.stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line)

/** The line about a request, once there is one. */
const lineOf = (id: string) => until('it is in the log', () => lines().find(({ req }) => req?.id === id))

it('a request is logged once under its request id, without the searched text and the cookie', async () => {
  const headers = { cookie: 'vigia_session=a-secret', 'x-request-id': 'from-the-proxy-1' }

  const answer = await fetch(`${url}/api/admin/search/?q=novela`, { headers })

  expect(answer.headers.get('x-request-id')).toBe('from-the-proxy-1')
  expect(await lineOf('from-the-proxy-1')).toMatchObject({
    level: 30,
    msg: 'request answered',
    req: { method: 'GET', path: '/api/admin/search/', address: expect.stringContaining('127.0.0.1') },
    res: { status: 401 },
    responseTime: expect.any(Number),
  })
  expect(vigia.said.stdout.match(/from-the-proxy-1/g)).toHaveLength(1)
  expect(vigia.said.stdout).not.toMatch(/novela|a-secret/)
})

it('a GraphQL request is logged, and one aborted by its client is logged as such', async () => {
  const { hostname, port } = new URL(url)

  await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': 'asked-1' },
    body: JSON.stringify({ query: '{ __typename }' }),
  })
  const impatient = connect(Number(port), hostname)
  await once(impatient, 'connect')
  impatient.write(
    'POST /auth/login HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 99\r\nExpect: 100-continue\r\nX-Request-Id: left-1\r\n\r\n',
  )
  // It is told to go on once the request has arrived.
  await once(impatient, 'data')
  impatient.resetAndDestroy()

  expect(await lineOf('asked-1')).toMatchObject({ msg: 'request answered', res: { status: 200 } })
  expect(await lineOf('left-1')).toMatchObject({
    level: 30,
    msg: 'request aborted by the client',
    req: { address: expect.stringContaining('127.0.0.1') },
  })
})

it('a protocol error on a socket is logged, and printed nowhere else', async () => {
  const socket = new WebSocket(url.replace('http', 'ws') + '/graphql', 'graphql-transport-ws')
  await once(socket, 'open')

  socket.send('x'.repeat(100_000))

  expect(await once(socket, 'close')).toMatchObject([1009, expect.anything()])
  const line = await until('it is in the log', () => lines().find(({ msg }) => msg.startsWith('a socket is closed')))
  expect(line).toMatchObject({ level: 30, err: { code: 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH' } })
  expect(vigia.said.stderr).not.toContain('WS_ERR')
})
