import type { RootDatabase } from '../../../src/database/database.ts'
import { givenDatabase } from '../database/database.ts'
import { signIn, testConfig, type Json, type Observation } from '../gateway.ts'
import { startVigia } from './process.ts'
import { until } from '../until.ts'

const email = testConfig.adminEmail ?? ''
const password = testConfig.adminPassword ?? ''
const authorization = `Bearer ${testConfig.ingestToken ?? ''}`

/** The settings shared by all instances; each test adds its database. */
export const commonSettings = {
  ADMIN_EMAIL: email,
  ADMIN_PASSWORD: password,
  INGEST_TOKEN: testConfig.ingestToken ?? '',
  SAMPLE_DATA: 'false',
}

export type Instance = ReturnType<typeof startVigia>

/** Two instances as separate processes on one PostgreSQL database, which is deleted afterwards. */
export async function givenTwoInstances(more: Record<string, string> = {}) {
  const database = await givenDatabase()
  const settings = { ...commonSettings, ...more, DATABASE_URL: database.databaseUrl ?? '' }
  const instances = [startVigia(settings), startVigia(settings)] as const
  const dispose = async () => {
    await Promise.all(instances.map((instance) => instance[Symbol.asyncDispose]()))
    await database[Symbol.asyncDispose]()
  }
  try {
    const [first, second] = await Promise.all([instances[0].ready(), instances[1].ready()])
    const clients = [await clientOf(first), await clientOf(second)] as const
    return { db: database.db, instances, clients, [Symbol.asyncDispose]: dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

/**
 * The indexes of the instance that evaluates the rule (`judge`) and of the `other` one; waits until exactly one does.
 */
export const judging = async (instances: readonly [Instance, Instance]) =>
  until('one of them judges', () => {
    const [first, second] = instances.map(judges)
    if (first === second) return null
    return first ? ({ judge: 0, other: 1 } as const) : ({ judge: 1, other: 0 } as const)
  })

/** Whether an instance evaluates the rule according to its log, or did so when it was killed. */
export const judges = ({ said: { stdout } }: Instance): boolean =>
  stdout.lastIndexOf('became the leader') > stdout.lastIndexOf('is no longer the leader')

export type Client = Awaited<ReturnType<typeof clientOf>>

/**
 * The requests of services and of the first operator to an instance; each throws unless it succeeds. Signs in unless a
 * session is given.
 */
export async function clientOf(url: string, session?: string) {
  const cookie = session ?? (await signIn(url, email, password))
  const send = async (to: string, method: string, headers: Record<string, string>, body: Json): Promise<Json> => {
    const answer = await fetch(url + to, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${to} was answered with ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Json
  }

  return {
    url,
    cookie,
    send,
    ask: async (query: string, variables: Json = {}): Promise<Json> => {
      const { data, errors } = await send('/graphql', 'POST', { cookie }, { query, variables })
      if (errors) throw new Error(JSON.stringify(errors))
      return data
    },
    putLibrary: (code: string) =>
      send(
        `/ingest/v1/libraries/${code}`,
        'PUT',
        { authorization },
        { name: 'Una librería', updatedAt: new Date().toISOString() },
      ),
    report: (...observations: Observation[]) =>
      send('/ingest/v1/observations', 'POST', { authorization }, { observations }),
  }
}

/** Registers a library whose state changes at the next tick after it fails, without a pending period. */
export async function givenQuickLibrary(db: RootDatabase, client: Client, code: string) {
  await client.putLibrary(code)
  await db.subject.updateMany({ where: { key: code }, data: { policy: { pendingFailingMs: 0, pendingDegradedMs: 0 } } })
}

/** The same outcome of a library, repeated. */
export const outcomesOf = (code: string, ok: boolean, count = 10): Observation[] =>
  Array.from({ length: count }, () => ({ kind: 'library', id: code, ok, durationMs: 20 }))

export const failures = (code: string) => outcomesOf(code, false)
