import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSecrets } from '../../src/alerting/secrets.ts'
import { createProbe } from '../../src/auth/probe-identity.ts'
import { createPostgresAdapter } from '../../src/database/postgres.ts'
import { PrismaClient } from '../../src/generated/prisma/client.ts'
import { createApp } from '../../src/http/app.ts'
import { createBeatLimits } from '../../src/http/ingest/beat-limits.ts'
import { createChangeBus } from '../../src/lib/change-bus.ts'
import { createSessionCache } from '../../src/request/session-cache.ts'
import { manualClock } from '../support/clock.ts'
import { givenGateway, testConfig } from '../support/gateway.ts'

/** The HTTP side alone, before a database that nobody answers at. */
async function givenAway({ isStopping = false } = {}) {
  const unused = () => Promise.reject(new Error('unused'))
  const db = new PrismaClient({ adapter: createPostgresAdapter('postgresql://nobody@127.0.0.1:1/nothing') })
  const base = { db, config: testConfig, clock: manualClock(), changeBus: createChangeBus(), probe: createProbe() }
  const parts = {
    ...base,
    clockOffsetMs: () => null,
    clientAddress: () => '127.0.0.1',
    checkTokenRate: () => null,
    requestTraces: { record: () => undefined, counts: { stored: 0, dropped: 0 } },
    sessions: createSessionCache(base),
    documents: [],
    readPanel: unused,
    readInventory: unused,
    accept: unused,
    recordContact: () => undefined,
    refusedRequest: () => undefined,
    retireSubject: unused,
    statsOf: () => null,
    recentSampleOf: () => null,
    readEndpointMatcher: unused,
    importEndpoints: unused,
    retirePending: unused,
    summaryOf: () => {
      throw new Error('no timers are read')
    },
    withFrozenSubject: unused,
    acceptSpans: unused,
    oidc: null,
    inbox: { receive: unused, stop: unused },
    recordOutcome: () => undefined,
    alerting: {
      testDestination: unused,
      deliverNow: () => undefined,
      attemptCounts: [],
      settled: unused,
      stop: unused,
    },
    acceptMetrics: unused,
    secrets: createSecrets(null),
    beatLimits: createBeatLimits(base.clock),
    isStopping: () => isStopping,
  }
  const pass = (_req: unknown, _res: unknown, next: () => void) => {
    next()
  }
  const server = createServer(
    createApp(parts, { measureRequests: pass, metrics: pass, readSchemaText: () => '' }),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    probe: parts.probe,
    get: (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers }),
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await db.$disconnect()
    },
  }
}

it('the service is live and ready while the database answers', async () => {
  await using gateway = await givenGateway()

  expect((await gateway.get('/livez')).status).toBe(200)
  expect((await gateway.get('/readyz')).status).toBe(200)
})

it('the service is live but not ready while the database is down', async () => {
  await using away = await givenAway()

  expect((await away.get('/livez')).status).toBe(200)
  expect(await (await away.get('/readyz')).json()).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
})

it('the service is not ready while it stops', async () => {
  await using stopping = await givenAway({ isStopping: true })

  expect(await (await stopping.get('/readyz')).json()).toMatchObject({
    status: 503,
    detail: 'The service is stopping.',
  })
})

it('requests that need the database get 503 and Retry-After while it is down', async () => {
  await using away = await givenAway()

  const answers = [
    await away.get('/api/admin/libraries/', { cookie: 'vigia_session=x' }),
    await away.get('/api/admin/libraries/', { authorization: `Bearer ${away.probe.token}` }),
    await fetch(`${away.url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"email":"a@example.org","password":"b"}',
    }),
    await fetch(`${away.url}/ingest/v1/libraries/L-1`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${testConfig.ingestToken}` },
      body: '{"name":"One","updatedAt":"2026-03-01T12:00:00Z"}',
    }),
  ]

  expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
    answers.map(() => [503, '5']),
  )
})

it('the token of the probe cannot change anything, and a similar one is refused', async () => {
  await using away = await givenAway()
  const authorization = `Bearer ${away.probe.token}`

  const changing = await fetch(`${away.url}/api/admin/customers/x/unlock-login/`, {
    method: 'POST',
    headers: { authorization },
  })
  const guessed = await away.get('/api/admin/libraries/', { authorization: `${authorization}x` })

  expect(changing.status).toBe(403)
  expect(guessed.status).toBe(401)
})
