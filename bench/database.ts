import { randomUUID } from 'node:crypto'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { extensions } from '../src/database/embedded/embedded.ts'
import { openDatabase, openOnPGlite, type OpenDatabase } from '../src/database/open.ts'

/** An empty, migrated database for one benchmark, deleted on disposal. */
export type Fresh = AsyncDisposable & { opened: OpenDatabase; run: (script: string) => Promise<unknown> }

/** Creates one on the PostgreSQL server at this URL, or an embedded one if it is null. */
export const openFresh = (server: string | null): Promise<Fresh> =>
  server === null ? openHere() : openOnServer(server)

/** Returns a function that creates a database and fills it. */
export const openFilledWith =
  (fill: (run: Fresh['run']) => Promise<void>) =>
  async (server: string | null): Promise<Fresh> => {
    const fresh = await openFresh(server)
    try {
      await fill(fresh.run)
      return fresh
    } catch (error) {
      await fresh[Symbol.asyncDispose]()
      throw error
    }
  }

async function openHere(): Promise<Fresh> {
  const pglite = await PGlite.create({ extensions })
  const opened = await openOnPGlite(pglite, () => pglite.close())
  return { opened, run: (script) => pglite.exec(script), [Symbol.asyncDispose]: opened.close }
}

async function openOnServer(server: string): Promise<Fresh> {
  const { url, ...database } = await createDatabase(server)
  const opened = await openDatabase({ databaseUrl: url, dataDir: '' }, 0)
  return {
    opened,
    run: (script) => onServer(url, script),
    async [Symbol.asyncDispose]() {
      await opened.close()
      await database[Symbol.asyncDispose]()
    },
  }
}

/** Creates an empty database on the server, dropped on disposal. */
export async function createDatabase(server: string): Promise<AsyncDisposable & { url: string }> {
  const name = `vigia_bench_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, [Symbol.asyncDispose]: () => onServer(server, `DROP DATABASE ${name} WITH (FORCE)`) }
}

async function onServer(server: string, statement: string) {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
