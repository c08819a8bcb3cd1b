import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'
import { log } from '../lib/log.ts'

/** What is asked of PostgreSQL first on every connection, what is done then, and with each announcement. */
export type ListenHandlers = { listenStatement: string; begin: () => void; hear: (payload: string) => void }

/** A connection of its own on which is listened, opened again whenever it is lost. */
export type ListenConnection = {
  /** The answer to a question of yes or no; null where the connection is lost, as it is when nobody answers. */
  ask: (question: string) => Promise<boolean | null>
  close: () => Promise<void>
}

const leastPauseMs = 100
const mostPauseMs = 2_000

/** Begins to listen and returns once that was tried for the first time. It never fails: what cannot be opened is tried again. */
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
    // Whoever does not answer is hung up on.
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
  // What is wrong with it shows in its end.
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
  // It alone keeps no process from ending; the types do not know that it can be told so.
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
