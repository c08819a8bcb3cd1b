import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { lock } from 'proper-lockfile'
import type { RootDatabase } from '../../../src/database/database.ts'
import { extensions } from '../../../src/database/embedded/embedded.ts'
import type { Clock } from '../../../src/lib/clock.ts'
import { openDatabase, openOnPGlite, type OpenDatabase } from '../../../src/database/open.ts'
import { giveBack, takeEmbedded } from './embedded-pool.ts'
import { hashOfMigrations } from './migrations.ts'

/** An empty, migrated database for one test, deleted on disposal. */
export type GivenDatabase = AsyncDisposable & {
  db: RootDatabase
  openCoordination: OpenDatabase['openCoordination']
  /** The server's URL, for tests that start a second process or count connections; null on the embedded database. */
  databaseUrl: string | null
  /** The clock that stands for the one of the database, of the tests that move it. */
  time?: Pick<Clock, 'now'>
  /** Opens the same database again as another instance would: with its own pool on a server, shared if embedded. */
  openAgain(): Promise<OpenDatabase>
}

/** Creates a database on the server in TEST_DATABASE_URL, or embedded in this process if it is not set. */
export async function givenDatabase(): Promise<GivenDatabase> {
  const server = process.env['TEST_DATABASE_URL']
  return server ? givenOnServer(server) : givenInProcess()
}

async function givenInProcess(): Promise<GivenDatabase> {
  const kept = await takeEmbedded(dumpOfTemplate)
  const { db, openCoordination } = kept.opened
  return {
    db,
    openCoordination,
    databaseUrl: null,
    openAgain: () => Promise.resolve({ db, openCoordination, close: () => Promise.resolve() }),
    [Symbol.asyncDispose]: () => giveBack(kept),
  }
}

/** A dump of an empty, migrated database: to create and migrate one takes seconds, to load a dump does not. */
const dumpOfTemplate = async (): Promise<Blob> => readDump((await dumpFiles()).migrated)

/** An embedded database without tables, as a new server has it. The caller closes it. */
export const givenWithoutTables = async (): Promise<PGlite> =>
  PGlite.create({ extensions, loadDataDir: await readDump((await dumpFiles()).withoutTables) })

type DumpFiles = { withoutTables: string; migrated: string }

/** The files of both dumps; they are made if the migrated one, which is written last, is missing. */
async function dumpFiles(): Promise<DumpFiles> {
  const template = join(tmpdir(), `vigia-test-template-${await hashOfMigrations()}`)
  const files = { withoutTables: `${template}-without-tables.tar`, migrated: `${template}-migrated.tar` }
  const { migrated } = files
  if (!existsSync(migrated)) await inTurn(migrated, () => (existsSync(migrated) ? Promise.resolve() : makeDumps(files)))
  return files
}

const readDump = async (file: string) => new Blob([await readFile(file)])

/**
 * Runs work under a lock on this file: of workers that start together, only one migrates a database. A lock not renewed
 * for half a minute counts as abandoned.
 */
async function inTurn(file: string, work: () => Promise<void>) {
  const release = await lock(file, {
    realpath: false,
    stale: 30_000,
    retries: { forever: true, minTimeout: 100, maxTimeout: 500 },
    // On a busy machine migrating may block the renewal of the lock. Then two processes migrate, which is harmless.
    onCompromised: () => undefined,
  })
  await work().finally(() => release().catch(() => undefined))
}

async function makeDumps({ withoutTables, migrated }: DumpFiles) {
  const pglite = await PGlite.create({ extensions })
  await writeDump(pglite, withoutTables)
  const { db } = await openOnPGlite(pglite, () => Promise.resolve())
  await db.$disconnect()
  await writeDump(pglite, migrated)
  await pglite.close()
}

async function writeDump(pglite: PGlite, file: string) {
  const dump = await pglite.dumpDataDir('none')
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
    openCoordination: opened.openCoordination,
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
