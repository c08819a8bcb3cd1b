import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'
import { log } from '../lib/log.ts'

/** Each new connection runs `listenStatement`, then calls `begin`; `hear` receives the payload of each notification. */
export type ListenHandlers = { listenStatement: string; begin: () => void; hear: (payload: string) => void }

/** A dedicated LISTEN connection, reopened whenever it is lost. */
export type ListenConnection = {
  /** Runs a query and returns its boolean column `yes`; null without a connection, on errors and on time-outs (5 s). */
  ask: (question: string) => Promise<boolean | null>
  close: () => Promise<void>
}

const leastPauseMs = 100
const mostPauseMs = 2_000

/** Starts listening and returns after the first attempt. Never fails: connections are retried with backoff. */
export async function openListenConnection(
  connectionString: string,
  listener: ListenHandlers,
): Promise<ListenConnection> {
  const closing = new AbortController()
  const held: ConnectionRef = { client: null }
  let ended: Promise<void> = Promise.resolve()
  await new Promise<void>((tell) => {
    ended = keepListening(() => connect(connectionString, listener), { held, closing: closing.signal, tell })
  })

  return {
    ask: (question) => ask(held, question),
    async close() {
      closing.abort()
      await held.client?.end()
      await ended
    },
  }
}

/** The connection while there is one. */
type ConnectionRef = { client: pg.Client | null }

type ReconnectLoop = { held: ConnectionRef; closing: AbortSignal; tell: () => void }

async function keepListening(open: () => ReturnType<typeof connect>, { held, closing, tell }: ReconnectLoop) {
  let pauseMs = leastPauseMs
  while (!closing.aborted) {
    const connection = await open().catch(tellFailure)
    held.client = connection?.client ?? null
    tell()
    if (connection) await untilLost(connection, closing)
    held.client = null
    pauseMs = connection ? leastPauseMs : Math.min(2 * pauseMs, mostPauseMs)
    await nap(pauseMs, closing)
  }
}

async function untilLost({ client, lost }: Awaited<ReturnType<typeof connect>>, closing: AbortSignal) {
  if (closing.aborted) await client.end()
  await lost
  tellLoss(closing)
}

async function ask({ client }: ConnectionRef, question: string): Promise<boolean | null> {
  if (!client) return null
  try {
    const { rows } = await client.query<{ yes: boolean }>(question)
    return rows[0]?.yes ?? null
  } catch {
    // A connection that fails or does not respond is closed; the loop opens another.
    void client.end()
    return null
  }
}

async function connect(connectionString: string, { listenStatement, begin, hear }: ListenHandlers) {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
  })
  const lost = new Promise<void>((resolve) => client.once('end', resolve))
  // Every error is followed by `end`, which is handled; without this handler the error would be thrown.
  client.on('error', () => undefined)
  client.on('notification', ({ payload }) => {
    hear(payload ?? '')
  })
  try {
    await client.connect()
    await client.query(listenStatement)
  } catch (error) {
    void client.end()
    throw error
  }
  // This connection must not keep the process alive; `unref` is missing from the types.
  ;(client as pg.Client & { unref: () => void }).unref()
  begin()
  return { client, lost }
}

function tellFailure(error: unknown) {
  log.debug({ err: error }, 'the database cannot be listened to; trying again')
  return null
}

function tellLoss({ aborted }: AbortSignal) {
  if (!aborted) log.warn('the connection on which was listened to the database is lost; opening another one')
}

async function nap(ms: number, signal: AbortSignal) {
  await after(ms, undefined, { ref: false, signal }).catch(() => undefined)
}
