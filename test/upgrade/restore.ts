import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { openDatabase, openOnPGlite, type OpenDatabase } from '../../src/database/open.ts'
import { givenWithoutTables, type GivenDatabase } from '../support/database/database.ts'

/**
 * A database of an earlier version, restored from the dump in its folder and migrated: on the server in
 * TEST_DATABASE_URL, or embedded in this process if it is not set.
 */
export async function givenUpgraded(version: string): Promise<GivenDatabase> {
  const dump = await readFile(new URL(`${version}/dump.sql`, import.meta.url), 'utf8')
  const server = process.env['TEST_DATABASE_URL']
  return server ? restoreOnServer(server, dump) : restoreInProcess(dump)
}

async function restoreInProcess(dump: string): Promise<GivenDatabase> {
  const pglite = await givenWithoutTables()
  await pglite.exec(dump)
  const opened = await orElse(
    openOnPGlite(pglite, () => pglite.close()),
    () => pglite.close(),
  )
  const again = { ...opened, close: () => Promise.resolve() }
  return toGiven(opened, { databaseUrl: null, openAgain: () => Promise.resolve(again), drop: () => Promise.resolve() })
}

async function restoreOnServer(server: string, dump: string): Promise<GivenDatabase> {
  const name = `vigia_test_${randomUUID().replaceAll('-', '')}`
  const databaseUrl = Object.assign(new URL(server), { pathname: `/${name}` }).href
  await execute(server, `CREATE DATABASE ${name}`)
  await execute(databaseUrl, dump)
  const openAgain = () => openDatabase({ databaseUrl, dataDir: '' }, 0)
  const drop = () => execute(server, `DROP DATABASE ${name} WITH (FORCE)`)
  return toGiven(await orElse(openAgain(), drop), { databaseUrl, openAgain, drop })
}

/** Cleans up if the work fails. */
const orElse = <T>(work: Promise<T>, cleanUp: () => Promise<void>): Promise<T> =>
  work.catch(async (error: unknown) => {
    await cleanUp()
    throw error
  })

async function execute(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statements).finally(() => client.end())
}

type Restored = Pick<GivenDatabase, 'databaseUrl' | 'openAgain'> & { drop: () => Promise<void> }

const toGiven = ({ db, openCoordination, close }: OpenDatabase, { drop, ...restored }: Restored): GivenDatabase => ({
  db,
  openCoordination,
  ...restored,
  async [Symbol.asyncDispose]() {
    await close()
    await drop()
  },
})
