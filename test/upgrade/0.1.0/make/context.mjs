import { BlockList } from 'node:net'
import pg from 'pg'
import { openDatabase } from '../../../../src/database/open.ts'
import { manualClock } from '../../../support/clock.ts'
import { givenGateway } from '../../../support/gateway.ts'
import { givenTrade } from '../../../support/sinli/inbound.ts'

const server = process.env.DUMP_SERVER ?? 'postgresql://postgres@127.0.0.1:5432/postgres'
const name = 'vigia_dump_0_1_0'

/** The database that is dumped, on the server in DUMP_SERVER. */
export const databaseUrl = Object.assign(new URL(server), { pathname: `/${name}` }).href

/** Creates the database anew, and opens it as the server does. */
export async function openNewDatabase() {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  const opened = await openDatabase({ databaseUrl, dataDir: '' }, 0)
  return { ...opened, databaseUrl, openAgain: () => openDatabase({ databaseUrl, dataDir: '' }, 0) }
}

/** A server on the database, with functions for requests to it. */
export async function startServer(database, config) {
  const clock = manualClock()
  const outboundAllow = new BlockList()
  outboundAllow.addSubnet('127.0.0.0', 8)
  const gateway = await givenGateway({
    database,
    clock,
    config: { outboundAllow, sessionIdleMinutes: 7 * 24 * 60, ...config },
    resolveMx: () => Promise.resolve([{ exchange: 'mx.example.org', priority: 10 }]),
  })
  const ingest = async (method, path, body, headers = {}) => {
    const answer = await fetch(gateway.url + path, {
      method,
      headers: { authorization: `Bearer ${gateway.ingestToken}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
  return { ...gateway, gateway, database, ingest, trade: givenTrade(gateway) }
}

/** Calls a mutation with one input, and returns what `fields` selects. */
export async function mutate({ data }, mutation, type, input, fields) {
  const answer = await data(`mutation ($input: ${type}!) { ${mutation}(input: $input) { ${fields} } }`, { input })
  return answer[mutation]
}

/** Values that are hard to tell from the sentence around them. */
export const nasty = 'Añil "de 1", línea", 50 % (más)…'

/** Runs work with something that is given, and disposes of it afterwards. */
export async function within(given, work) {
  const one = await given
  return work(one).finally(() => one[Symbol.asyncDispose]())
}
