import { createClient } from 'graphql-ws'
import WebSocket from 'ws'
import type { Config } from '../../src/config.ts'
import type { ReadDatabaseTime } from '../../src/database/coordination/database-clock.ts'
import { log } from '../../src/lib/log.ts'
import type { ResolveMx } from '../../src/onboarding/check-mx.ts'
import { startGateway } from '../../src/server.ts'
import { manualClock, type ManualClock } from './clock.ts'
import { givenDatabase, type GivenDatabase } from './database/database.ts'

log.level = process.env['LOG_LEVEL'] ?? 'silent'

const email = 'ana@example.org'
const password = 'una-clave-larga-1'
const ingestToken = 'a-token-for-the-tests-0123456789'

export const testConfig: Config = {
  port: 0,
  host: '127.0.0.1',
  databaseUrl: null,
  dataDir: '',
  environment: 'STG',
  adminEmail: email,
  adminPassword: password,
  ingestToken,
  publicOrigin: null,
  trustProxy: null,
  sessionIdleMinutes: 720,
  oidc: null,
  localSignIn: 'everybody',
  sampleData: true,
  introspection: 'operators',
  trustedDocuments: 'off',
  socketsPerOperator: 20_000,
  tokenRequestsPerMinute: null,
  secretsKey: Buffer.alloc(32, 1),
  outboundAllow: null,
  smtp: null,
  pagerdutyUrl: 'https://events.pagerduty.com/v2/enqueue',
  heartbeatUrl: null,
  traceUrl: null,
  sinliMailbox: null,
  logLevel: 'silent',
}

export type Json = Record<string, any>
export type Observation = { kind: 'endpoint' | 'library' | 'integration' } & Record<string, unknown>
export type Options = {
  config?: Partial<Config>
  clock?: ManualClock
  database?: GivenDatabase
  /** The mail servers of a domain; without it no domain has any. */
  resolveMx?: ResolveMx
  /** On a server it is by default the clock of the first gateway that runs on the database. */
  readDatabaseTime?: ReadDatabaseTime
}

/**
 * A real gateway on a free port over a real database, with a clock that the test moves, signed in as the first
 * operator.
 */
export async function givenGateway({ config, clock = manualClock(), database, ...options }: Options = {}) {
  const own = database ?? (await givenDatabase())
  const time = (own.time ??= clock)
  const gateway = await startGateway({ ...testConfig, ...config }, own, clock, {
    resolveMx: noMx,
    ...(isOnServer && { readDatabaseTime: () => Promise.resolve(time.now()) }),
    ...options,
  })
  // Nothing that a test does runs beside the work that begins at the start.
  await gateway.settled()
  const { url } = gateway
  const cookie = await signIn(url, email, password)
  const listener = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: socketWith(cookie),
    lazyCloseTimeout: 0,
    retryAttempts: 0,
  })

  return {
    url,
    email,
    password,
    ingestToken,
    cookie,
    clock,
    db: own.db,
    /** Advances the clock; every evaluation that is due has finished when it resolves. */
    pass: (seconds: number) => clock.advance(seconds * 1_000, () => gateway.settled()),
    get: (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers: { cookie, ...headers } }),
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie, ...headers },
        body: JSON.stringify(body),
      }),
    query: (query: string, variables: Json = {}) => ask(url, cookie, { query, variables }),
    /**
     * Returns the data.
     * @throws on any error in the response.
     */
    async data(query: string, variables: Json = {}): Promise<Json> {
      const { data, errors } = await ask(url, cookie, { query, variables })
      if (errors) throw new Error(JSON.stringify(errors))
      return data
    },
    report: (...observations: Observation[]) => report(url, observations),
    listen: (query: string, variables: Json = {}) => heard(listener.iterate<Json>({ query, variables })),
    async [Symbol.asyncDispose]() {
      await listener.dispose()
      await gateway.stop()
      if (time === clock) delete own.time
      if (!database) await own[Symbol.asyncDispose]()
    },
  }
}

export type GivenGateway = Awaited<ReturnType<typeof givenGateway>>

const isOnServer = process.env['TEST_DATABASE_URL'] !== undefined

const noMx: ResolveMx = () => Promise.resolve([])

/** Signs in and returns the session cookie. */
export async function signIn(url: string, who: string, secret: string): Promise<string> {
  const answer = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: who, password: secret }),
  })
  if (!answer.ok) throw new Error(`signing in was answered with ${answer.status}: ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** The same outcome of one endpoint, repeated. */
export const times = (count: number, observation: Observation): Observation[] =>
  Array.from({ length: count }, () => observation)

/** An outcome of a route, by default of `GET /api/admin/libraries/`. */
export const outcome = (status: number, path = '/api/admin/libraries/', durationMs = 30): Observation => ({
  kind: 'endpoint',
  method: 'GET',
  path,
  status,
  durationMs,
})

async function ask(url: string, cookie: string, body: Json): Promise<Json> {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })
  return { status: answer.status, ...((await answer.json()) as Json) }
}

async function report(url: string, observations: Observation[]) {
  const answer = await fetch(`${url}/ingest/v1/observations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ingestToken}` },
    body: JSON.stringify({ observations }),
  })
  return { status: answer.status, body: (await answer.json()) as Json }
}

/** Reads the messages of a subscription in order. */
export function heard(messages: AsyncIterableIterator<{ data?: Json | null; errors?: unknown }>) {
  return {
    async next(): Promise<Json> {
      const { value } = (await messages.next()) as { value: { data?: Json | null; errors?: unknown } }
      if (!value?.data || value.errors) throw new Error(`The subscription said ${JSON.stringify(value)}`)
      return value.data
    },
    /** Skips to the first message that matches. */
    async until(fits: (data: Json) => boolean): Promise<Json> {
      for (;;) {
        const data = await this.next()
        if (fits(data)) return data
      }
    },
    end: () => messages.return?.(),
  }
}

function socketWith(cookie: string) {
  return class extends WebSocket {
    constructor(address: string, protocols: string[]) {
      super(address, protocols, { headers: { cookie } })
    }
  }
}
