import { randomUUID } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { extensions } from '../src/database/embedded.ts'
import { openDatabase, openOnPGlite, type Opened } from '../src/database/open.ts'
import { log } from '../src/log.ts'
import { search } from '../src/trade/search.ts'
import { fill } from './search-records.ts'

const rounds = 15
const limit = 10

/** What operators look for, by what has to be done to find it. */
const queries = {
  'an ISBN': '978-84-012345-0',
  'a SINLI id': 'LIB04321',
  "a customer's id": 'B-00370000',
  'one word': 'cálamo',
  'a word of most records': 'librería',
  'words in the plural': 'estaciones supuestas',
  'the beginning of a word': 'geogr',
  'the inside of a word': 'ventad',
  'two letters': 'ña',
  'a wildcard': '100%',
  'a word mistyped': 'librreia',
  'a word that is nowhere': 'xilófono',
}

/** The medians of one kind of query, in milliseconds and as multiples of looking up one row by its primary key. */
export type SearchFigure = { query: string; ms: number; lookups: number; hits: number }

/**
 * Measures the search over 100,000 records, on PostgreSQL where a server is given, else on the embedded database. Every
 * round asks all queries and, in between, for a row by its primary key: that is the limit they are compared with.
 */
export async function benchSearch(server: string | null): Promise<SearchFigure[]> {
  await using database = await openFilled(server)
  const { db } = database.opened
  const { id } = await db.customer.findFirstOrThrow({ select: { id: true } })
  const lookups: number[] = []
  const durations = new Map<string, number[]>()
  const hits = new Map<string, number>()
  for (let round = 0; round < rounds; round++) {
    for (const [query, q] of Object.entries(queries)) {
      lookups.push((await timed(() => db.customer.findUnique({ where: { id } }))).ms)
      const { ms, result } = await timed(() => search(db, q, limit))
      durations.set(query, [...(durations.get(query) ?? []), ms])
      hits.set(
        query,
        result.reduce((sum, group) => sum + group.hits.length, 0),
      )
    }
  }
  const lookup = median(lookups)
  return Array.from(durations, ([query, all]) => {
    const ms = median(all)
    return { query, ms, lookups: ms / lookup, hits: hits.get(query) ?? 0 }
  })
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const started = performance.now()
  const result = await work()
  return { ms: performance.now() - started, result }
}

const median = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? NaN

async function openFilled(server: string | null) {
  const { opened, run, drop } = server === null ? await openHere() : await openOnServer(server)
  const close = async () => {
    await opened.close()
    await drop()
  }
  try {
    await fill(run)
  } catch (error) {
    await close()
    throw error
  }
  return { opened, [Symbol.asyncDispose]: close }
}

type Fresh = { opened: Opened; run: (script: string) => Promise<unknown>; drop: () => Promise<void> }

async function openHere(): Promise<Fresh> {
  const pglite = await PGlite.create({ extensions })
  const opened = await openOnPGlite(pglite, () => pglite.close())
  return { opened, run: (script) => pglite.exec(script), drop: () => Promise.resolve() }
}

/** A database of its own on the server, gone afterwards. */
async function openOnServer(server: string): Promise<Fresh> {
  const name = `vigia_bench_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    opened: await openDatabase({ databaseUrl: url.href, dataDir: '' }, 0),
    run: (script) => onServer(url.href, script),
    drop: () => onServer(server, `DROP DATABASE ${name} WITH (FORCE)`),
  }
}

async function onServer(server: string, statement: string) {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

async function main(env: Partial<Record<string, string>>) {
  log.level = 'warn'
  const server = env.DATABASE_URL ?? env.TEST_DATABASE_URL ?? null
  console.log(`100,000 records on ${server === null ? 'PGlite' : 'PostgreSQL'}, medians of ${rounds} rounds`)
  for (const { query, ms, lookups, hits } of await benchSearch(server))
    console.log(
      `${query.padEnd(26)} ${ms.toFixed(1).padStart(7)} ms ${lookups.toFixed(0).padStart(5)} lookups ${hits} hits`,
    )
}

// eslint-disable-next-line no-restricted-globals -- run by itself, it is a command line tool
const { argv, env } = process
if (import.meta.url === pathToFileURL(argv[1] ?? '').href) await main(env)
