import { createClient } from 'graphql-ws'
import WebSocket from 'ws'
import { commit } from '../../../src/audit/commit.ts'
import type { RootDatabase } from '../../../src/database/database.ts'
import { readRevisions } from '../../../src/database/revision.ts'
import { givenDatabase } from '../database/database.ts'
import { testConfig, type Json } from '../gateway.ts'
import { clientOf, commonSettings, type Client } from './instances.ts'
import { startVigia } from './process.ts'
import { givenProxy } from './proxy.ts'
import { until } from '../until.ts'

const json = { 'content-type': 'application/json' }
const authorization = `Bearer ${testConfig.ingestToken ?? ''}`
const panel = 'subscription { notifications { revision } }'

/** Vigía as a separate process that reaches its database through a proxy; `db` connects directly. */
export async function givenBehindProxy(more: Record<string, string> = {}) {
  const database = await givenDatabase()
  const proxy = await givenProxy(database.databaseUrl ?? '')
  const vigia = startVigia({ ...commonSettings, ...more, DATABASE_URL: proxy.url })
  const dispose = async () => {
    await vigia[Symbol.asyncDispose]()
    await proxy[Symbol.asyncDispose]()
    await database[Symbol.asyncDispose]()
  }
  try {
    const client = await clientOf(await vigia.ready())
    return { db: database.db, proxy, vigia, client, [Symbol.asyncDispose]: dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

/** A request and its response. */
type Answer = { what: string; status: number; retryAfter: string | null; type: string; body: Json; tookMs: number }

/** Sends one request of each kind that needs the database, all concurrently. */
export function askEverything(client: Client): Promise<Answer[]> {
  const session = { cookie: client.cookie }
  const library = { name: 'Una librería', updatedAt: new Date().toISOString() }
  const credentials = { email: testConfig.adminEmail, password: testConfig.adminPassword }
  const sent = (method: string, headers: Record<string, string>, body: unknown): RequestInit => ({
    method,
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
  })
  return Promise.all([
    ask(client, '/api/admin/libraries/', { headers: session }),
    ask(client, '/graphql', sent('POST', session, { query: '{ libraries(first: 1) { edges { node { id } } } }' })),
    ask(client, '/ingest/v1/libraries/L-1', sent('PUT', { authorization }, library)),
    ask(client, '/auth/login', sent('POST', {}, credentials)),
  ])
}

/** Sends a request and returns the response, whether it succeeded or not. */
export async function ask({ url }: Pick<Client, 'url'>, path: string, init: RequestInit = {}): Promise<Answer> {
  const began = performance.now()
  const { status, headers, ...answer } = await fetch(url + path, init).then(async (given) => ({
    status: given.status,
    headers: given.headers,
    text: await given.text(),
  }))
  const type = headers.get('content-type') ?? ''
  const body = type.includes('json') ? (JSON.parse(answer.text) as Json) : {}
  return {
    what: `${init.method ?? 'GET'} ${path}`,
    status,
    retryAfter: headers.get('retry-after'),
    type,
    body,
    tookMs: performance.now() - began,
  }
}

/** Whether a response says that the service is unavailable; over REST it must also say when to retry. */
export const isPutOff = ({ status, retryAfter, type, body }: Answer): boolean =>
  status === 503
    ? retryAfter === '5' && type.startsWith('application/problem+json') && body['code'] === 'UNAVAILABLE'
    : body['errors']?.[0]?.extensions?.code === 'UNAVAILABLE'

/** Opens subscriptions to the panel, each on its own socket; closed sockets reconnect only if `again` is set. */
export async function givenPanels(client: Client, count: number, { again = false } = {}) {
  const panels = Array.from({ length: count }, () => openPanel(client, again))
  const leastRevision = () => Math.min(...panels.map(({ revision }) => revision))
  if (!again) await until('all panels were told', () => leastRevision() > 0)
  return {
    allKnow: (revision: number) => leastRevision() >= revision,
    closed: () => panels.flatMap(({ closed }) => closed),
    [Symbol.asyncDispose]: async () => {
      for (const { stop } of panels) await stop()
    },
  }
}

function openPanel({ url, cookie }: Client, again: boolean) {
  const told = { revision: 0, closed: [] as number[] }
  const listener = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: class extends WebSocket {
      constructor(address: string, protocols: string[]) {
        super(address, protocols, { headers: { cookie } })
        this.once('close', (code) => told.closed.push(code))
      }
    },
    retryAttempts: again ? 1_000 : 0,
    retryWait: async () => {
      await until('the next try', () => true)
    },
  })
  listener.subscribe<Json>(
    { query: panel },
    {
      next: ({ data }) => (told.revision = data?.['notifications'].revision as number),
      error: () => undefined,
      complete: () => undefined,
    },
  )
  return Object.assign(told, { stop: () => listener.dispose() })
}

/** Changes the panel and returns its new revision. */
export async function givenChange(db: RootDatabase): Promise<number> {
  await commit(db, () => ({ views: ['panel'] }))
  return (await readRevisions(db)).get('panel') ?? 0
}

/** Registers libraries, several concurrently, until stopped; `stop` returns those that were acknowledged. */
export function registering(client: Client, lines: number) {
  const acknowledged: string[] = []
  let stopped = false
  let count = 0
  const work = Array.from({ length: lines }, async () => {
    while (!stopped) {
      const code = `W-${(count += 1)}`
      await client.putLibrary(code).then(
        () => acknowledged.push(code),
        () => until('the next try', () => true),
      )
    }
  })
  return {
    acknowledged,
    async stop() {
      stopped = true
      await Promise.all(work)
      return acknowledged
    },
  }
}

/** The libraries among these that are missing from the database. */
export async function lostOf(db: RootDatabase, codes: readonly string[]): Promise<string[]> {
  const found = new Set((await db.library.findMany({ select: { code: true } })).map(({ code }) => code))
  return codes.filter((code) => !found.has(code))
}

/** The states of all subjects. */
export const statesOf = (db: RootDatabase) =>
  db.subject.findMany({ select: { kind: true, key: true, state: true }, orderBy: { id: 'asc' } })
