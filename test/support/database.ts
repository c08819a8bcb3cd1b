import { createHash, randomUUID } from 'node:crypto'
import { access, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import type { RootDatabase } from '../../src/database/database.ts'
import { extensions } from '../../src/database/embedded.ts'
import { openDatabase, openOnPGlite, type OpenDatabase } from '../../src/database/open.ts'

/** An empty, migrated database for one test, deleted on disposal. */
export type GivenDatabase = AsyncDisposable & {
  db: RootDatabase
  openSignals: OpenDatabase['openSignals']
  /** The server's URL, for tests that start a second process or count connections; null on the embedded database. */
  databaseUrl: string | null
  /** Opens the same database again as another instance would: with its own pool on a server, shared if embedded. */
  openAgain(): Promise<OpenDatabase>
}

/** Creates a database on the server in TEST_DATABASE_URL, or embedded in this process if it is not set. */
export async function givenDatabase(): Promise<GivenDatabase> {
  const server = process.env['TEST_DATABASE_URL']
  return server ? givenOnServer(server) : givenInProcess()
}

async function givenInProcess(): Promise<GivenDatabase> {
  const pglite = await PGlite.create({ loadDataDir: await dumpOfTemplate(), extensions })
  const opened = await openOnPGlite(pglite, () => pglite.close())
  return {
    db: opened.db,
    openSignals: opened.openSignals,
    databaseUrl: null,
    openAgain: () => Promise.resolve({ ...opened, close: () => Promise.resolve() }),
    [Symbol.asyncDispose]: () => opened.close(),
  }
}

// Creating and migrating a database takes seconds; loading a dump of one does not.
async function dumpOfTemplate(): Promise<Blob> {
  const file = join(tmpdir(), `vigia-test-template-${await hashOfMigrations()}.tar`)
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (!isThere) await makeTemplateDump(file)
  return new Blob([await readFile(file)])
}

async function makeTemplateDump(file: string) {
  const pglite = await PGlite.create({ extensions })
  const { db } = await openOnPGlite(pglite, () => Promise.resolve())
  await db.$disconnect()
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  const unfinished = `${file}.${randomUUID()}`
  await writeFile(unfinished, Buffer.from(await dump.arrayBuffer()))
  await rename(unfinished, file)
}

async function givenOnServer(server: string): Promise<GivenDatabase> {
  const name = `vigia_test_${randomUUID().replaceAll('-', '')}`
  await onServer(server, async (client) => {
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${await templateOn(server, client)}`)
  })
  const databaseUrl = urlOf(server, name)
  const opened = await openDatabase({ databaseUrl, dataDir: '' }, 0)
  return {
    db: opened.db,
    openSignals: opened.openSignals,
    databaseUrl,
    openAgain: () => openDatabase({ databaseUrl, dataDir: '' }, 0),
    async [Symbol.asyncDispose]() {
      await opened.close()
      await onServer(server, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
    },
  }
}

// The template gets its final name only when it is complete, so that a killed run leaves no broken template.
async function templateOn(server: string, client: pg.Client): Promise<string> {
  const name = `vigia_test_template_${await hashOfMigrations()}`
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
  if (rowCount) return name
  const unfinished = `${name}_unfinished`
  await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`)
  await client.query(`CREATE DATABASE ${unfinished}`)
  const opened = await openDatabase({ databaseUrl: urlOf(server, unfinished), dataDir: '' }, 0)
  await opened.close()
  await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [unfinished])
  await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`)
  return name
}

// Serialized by an advisory lock: PostgreSQL allows no other connection to a template while it is copied or renamed.
async function onServer(server: string, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock(7486443)')
    await work(client)
  } finally {
    await client.end()
  }
}

function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

async function hashOfMigrations(): Promise<string> {
  const folder = new URL('../../prisma/migrations/', import.meta.url)
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.sql')).sort()
  const hash = createHash('sha256')
  for (const name of names) hash.update(name).update(await readFile(new URL(name, folder)))
  return hash.digest('hex').slice(0, 16)
}
