import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startNode, type Child } from './processes/child.ts'
import type { Core } from './processes/cores.ts'

/** The main file of the build in `dist/`. */
export const builtHere: string = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const operator = { email: 'ana@example.org', password: 'una-clave-larga-1' }
const ingestToken = 'a-token-for-the-benchmark-0123456789'

/** A running Vigía, and its startup time in milliseconds. */
export type Launched = Child & { url: string; readyMs: number }

/** A running Vigía, and the operator's session cookie. */
export type Vigia = Launched & { cookie: string }

/** A temporary folder, deleted on disposal. */
export async function openFolder() {
  const path = await mkdtemp(join(tmpdir(), 'vigia-bench-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) }
}

/** The core that Vigía runs on, its build, and the PostgreSQL that it uses; by default the embedded database. */
export type Launch = { core?: Core; main?: string; databaseUrl?: string }

/** Starts a build of Vigía, by default that in `dist/`, on the database in a folder. It logs only warnings and errors. */
export async function launchVigia(
  dataDir: string,
  { core = 'measured', main = builtHere, databaseUrl }: Launch = {},
): Promise<Launched> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const began = performance.now()
  const child = startNode([main], {
    core,
    env: { ...settings(dataDir, port), ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
  })
  try {
    await untilReady(url)
    return { ...child, url, readyMs: performance.now() - began }
  } catch (error) {
    await child[Symbol.asyncDispose]()
    throw error
  }
}

/** Starts it and signs in. */
export async function startVigia(dataDir: string, launch: Launch = {}): Promise<Vigia> {
  const launched = await launchVigia(dataDir, launch)
  try {
    return { ...launched, cookie: await signIn(launched.url) }
  } catch (error) {
    await launched[Symbol.asyncDispose]()
    throw error
  }
}

const settings = (dataDir: string, port: number) => ({
  PORT: String(port),
  DATA_DIR: dataDir,
  ADMIN_EMAIL: operator.email,
  ADMIN_PASSWORD: operator.password,
  INGEST_TOKEN: ingestToken,
  // The maximum, so that no request is rejected by the rate limit during a measurement.
  TOKEN_REQUESTS_PER_MINUTE: '1000000',
  LOG_LEVEL: 'warn',
})

/** The headers of requests from services. */
export const asService = { 'content-type': 'application/json', authorization: `Bearer ${ingestToken}` }

/**
 * Sends a GraphQL query to Vigía and returns the data.
 * @throws if the response has errors.
 */
export async function askVigia<Data>(
  { url, cookie }: Pick<Vigia, 'url' | 'cookie'>,
  query: string,
  variables: object = {},
): Promise<Data> {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = (await answer.json()) as { data?: Data; errors?: unknown }
  if (!data || errors) throw new Error(`Vigía answered ${answer.status}: ${JSON.stringify(errors)}`)
  return data
}

/** Creates an API token of the operator that may read the Endpoints view, and returns its text. */
export async function createToken(url: string, cookie: string): Promise<string> {
  const { createMyToken } = await askVigia<{ createMyToken: { secret: string } }>(
    { url, cookie },
    'mutation ($input: NewApiToken!) { createMyToken(input: $input) { secret } }',
    { input: { name: 'A benchmark', scopes: ['read:Inventory'], expiresInDays: 1 } },
  )
  return createMyToken.secret
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

const patienceMs = 60_000

async function untilReady(url: string): Promise<void> {
  const until = performance.now() + patienceMs
  while (performance.now() < until) {
    const status = await fetch(`${url}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`Vigía was not ready within ${patienceMs / 1_000} seconds.`)
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(operator),
  })
  if (!answer.ok) throw new Error(`Signing in was answered with ${answer.status}: ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
