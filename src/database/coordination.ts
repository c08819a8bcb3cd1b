import type { PGlite } from '@electric-sql/pglite'
import { topics, type Topic } from '../lib/change-bus.ts'
import { log } from '../lib/log.ts'
import { channel } from './notify.ts'
import { openListenConnection } from './listen-connection.ts'

/** What the instances on one database tell each other. */
export type Coordination = {
  /** Whether this instance is the one that judges; where nobody does, it is from now on. */
  tryLead: () => Promise<boolean>
  /** Whether this instance is the one that processes inbound messages; if none does, it is from now on. */
  processesInbound: () => Promise<boolean>
  /** Whether no other instance is there. Where that cannot be told, it counts as alone. */
  isAlone: () => Promise<boolean>
  /** Hears nothing more, and leaves the judging to another. */
  close: () => Promise<void>
}

/** What is done with what is heard. */
export type OnChange = (...topics: Topic[]) => void

/** Begins to hear what is announced, here and elsewhere; and of everything whenever something may have been missed. */
export type OpenCoordination = (hear: OnChange) => Promise<Coordination>

/** By this name PostgreSQL shows the connections on which instances listen. */
const applicationName = 'vigia signals'

/** Any number: it names the lock that the instance holds which judges. */
const judgingLock = 7_486_445

/** Any number: it names the lock of the instance that processes inbound messages. */
const inboundLock = 7_486_446

// Whoever hangs asks nothing for so long: then PostgreSQL ends the connection, and another may judge.
const listenStatement = `SET application_name = '${applicationName}'; SET idle_session_timeout = '20s'; LISTEN ${channel}`

/** Takes a lock of the session unless it is taken; asks whether the session has it. */
const holdsLock = (lock: number) => `
  SELECT CASE
    WHEN EXISTS (
      SELECT FROM pg_locks
      WHERE locktype = 'advisory' AND granted AND pid = pg_backend_pid() AND classid = 0 AND objid = ${lock}
    ) THEN true
    ELSE pg_try_advisory_lock(${lock})
  END AS "yes"`

const isOnlyInstance = `
  SELECT NOT EXISTS (
    SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = '${applicationName}' AND pid <> pg_backend_pid()
  ) AS "yes"`

/**
 * Listens on PostgreSQL. The instance that judges holds a lock on that very connection: when the instance dies or the
 * connection is lost, PostgreSQL gives the lock to whoever asks next.
 */
export async function openSignals(connectionString: string, hear: OnChange): Promise<Coordination> {
  const listening = await openListenConnection(connectionString, {
    listenStatement,
    begin: () => {
      hear(...topics)
    },
    hear: (payload) => {
      hear(...topics.filter((topic) => topic === payload))
    },
  })
  let led = false

  return {
    async tryLead() {
      const before = led
      led = (await listening.ask(holdsLock(judgingLock))) ?? false
      if (led !== before)
        log.info({ judges: led }, led ? 'this instance judges from now on' : 'this instance judges no more')
      return led
    },
    processesInbound: async () => (await listening.ask(holdsLock(inboundLock))) ?? false,
    isAlone: async () => (await listening.ask(isOnlyInstance)) ?? true,
    close: () => listening.close(),
  }
}

/** The same over the embedded database, which one instance has for itself. */
export async function openEmbeddedSignals(pglite: PGlite, hear: OnChange): Promise<Coordination> {
  const stopListening = await pglite.listen(channel, (payload) => {
    hear(...topics.filter((topic) => topic === payload))
  })
  return {
    tryLead: () => Promise.resolve(true),
    processesInbound: () => Promise.resolve(true),
    isAlone: () => Promise.resolve(true),
    close: () => stopListening(),
  }
}
