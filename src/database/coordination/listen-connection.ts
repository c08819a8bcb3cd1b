import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'
import { log } from '../../lib/log.ts'
import { createSerialQueue } from '../../lib/serial-queue.ts'

/** Each new connection runs `listenStatement`, then calls `onConnect`; `onNotification` receives the payload of each notification. */
export type ListenHandlers = {
  listenStatement: string
  onConnect: () => void
  onNotification: (payload: string) => void
}

/** A dedicated LISTEN connection, reopened whenever it is lost. */
export type ListenConnection = {
  /**
   * Runs statements in one transaction and returns the rows of the last one; null without a connection, on errors and on
   * time-outs (5 s). Earlier queries come first; a function is called when they are done.
   */
  query: <Row>(statements: string | (() => string)) => Promise<Row[] | null>
  close: () => Promise<void>
}

const minPauseMs = 100
const maxPauseMs = 2_000

/** Starts listening and returns after the first attempt. Never fails: connections are retried with backoff. */
export async function openListenConnection(
  connectionString: string,
  handlers: ListenHandlers,
): Promise<ListenConnection> {
  const closing = new AbortController()
  const connectionRef: ConnectionRef = { client: null }
  const queries = createSerialQueue()
  let ended: Promise<void> = Promise.resolve()
  await new Promise<void>((onFirstAttempt) => {
    ended = keepListening(() => connect(connectionString, handlers), {
      connectionRef,
      closing: closing.signal,
      onFirstAttempt,
    })
  })

  return {
    query: (statements) =>
      queries(() => query(connectionRef, typeof statements === 'string' ? statements : statements())),
    async close() {
      closing.abort()
      await connectionRef.client?.end()
      await ended
    },
  }
}

/** The connection while there is one. */
type ConnectionRef = { client: pg.Client | null }

type ReconnectLoop = { connectionRef: ConnectionRef; closing: AbortSignal; onFirstAttempt: () => void }

async function keepListening(
  open: () => ReturnType<typeof connect>,
  { connectionRef, closing, onFirstAttempt }: ReconnectLoop,
) {
  let pauseMs = minPauseMs
  while (!closing.aborted) {
    const connection = await open().catch(logFailure)
    connectionRef.client = connection?.client ?? null
    onFirstAttempt()
    if (connection) await untilLost(connection, closing)
    connectionRef.client = null
    pauseMs = connection ? minPauseMs : Math.min(2 * pauseMs, maxPauseMs)
    await pause(pauseMs, closing)
  }
}

async function untilLost({ client, lost }: Awaited<ReturnType<typeof connect>>, closing: AbortSignal) {
  if (closing.aborted) await client.end()
  await lost
  logLoss(closing)
}

async function query<Row>({ client }: ConnectionRef, statements: string): Promise<Row[] | null> {
  if (!client) return null
  try {
    const results = [await client.query(statements)].flat()
    return (results.at(-1)?.rows ?? []) as Row[]
  } catch (error) {
    // A connection that fails or does not respond is closed; the loop opens another.
    log.warn({ err: error }, 'a query on the LISTEN connection failed; reconnecting')
    void client.end()
    return null
  }
}

async function connect(connectionString: string, { listenStatement, onConnect, onNotification }: ListenHandlers) {
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
    onNotification(payload ?? '')
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
  onConnect()
  return { client, lost }
}

function logFailure(error: unknown) {
  log.debug({ err: error }, 'failed to open the LISTEN connection; retrying')
  return null
}

function logLoss({ aborted }: AbortSignal) {
  if (!aborted) log.warn('lost the LISTEN connection; reconnecting')
}

async function pause(ms: number, signal: AbortSignal) {
  await after(ms, undefined, { ref: false, signal }).catch(() => undefined)
}
