import type { PGlite } from '@electric-sql/pglite'
import { topics, type Topic } from '../../lib/change-bus.ts'
import { log } from '../../lib/log.ts'
import { channel } from './notify.ts'
import type { ReadDatabaseTime } from './database-clock.ts'
import { openListenConnection, type ListenConnection } from './listen-connection.ts'
import { allShards, claimStatement, flushStatement, releaseStatement, type Shards } from './shards.ts'

/** Coordination of the instances on one database: notifications, leader election, and the division of evaluations. */
export type Coordination = {
  /**
   * Whether this instance is the leader, which performs the work that concerns all subjects; becomes the leader if
   * there is none.
   */
  tryLead: () => Promise<boolean>
  /** Stops being the leader, so that another instance becomes it. */
  resign: () => Promise<void>
  /**
   * The shards that this instance, and no other, evaluates at the tick at `at`; empty if that cannot be determined.
   * `now` reads the database's time when the claim is sent. Both are in milliseconds since 1970.
   */
  claimShards: (at: number, now: () => number) => Promise<Shards>
  /**
   * Stores that this instance has written everything it received until the tick at `at`. Returns the connected instance
   * with the oldest such tick; null if that cannot be determined. Times are in milliseconds since 1970.
   */
  recordFlush: (at: number) => Promise<OldestFlush | null>
  /** Gives up the shards of this instance, so that others evaluate them. */
  releaseShards: () => Promise<void>
  /** Whether this instance processes inbound messages; claims that role if it is free. */
  processesInbound: () => Promise<boolean>
  /** Whether this is the only instance; true if that cannot be determined. */
  isAlone: () => Promise<boolean>
  /** Reads the database's time; null if the database uses the clock of this process. */
  readTime: ReadDatabaseTime | null
  /** Stops listening, and releases both roles to other instances. */
  close: () => Promise<void>
}

/** The tick until which an instance has written everything it received, and the session of the instance. */
export type OldestFlush = { at: number; session: string }

/** Called with the topics that changed, or may have changed. */
export type OnChange = (...topics: Topic[]) => void

/** Starts listening to all instances. `onChange` receives all topics whenever notifications may have been lost. */
export type OpenCoordination = (onChange: OnChange) => Promise<Coordination>

/** The `application_name` of the LISTEN connections in `pg_stat_activity`. */
const applicationName = 'vigia signals'

/** Key of the leader's advisory lock; an arbitrary number. */
const leaderLock = 7_486_445

/** Key of the advisory lock of the instance that processes inbound messages; an arbitrary number. */
const inboundLock = 7_486_446

// An instance that hangs sends no queries: after 20 s PostgreSQL ends its session, and another can become the leader.
const listenStatement = `SET application_name = '${applicationName}'; SET idle_session_timeout = '20s'; LISTEN ${channel}`

/** Returns whether the session holds the lock; acquires it first if it is free. */
const holdsLock = (lock: number) => `
  SELECT CASE
    WHEN EXISTS (
      SELECT FROM pg_locks
      WHERE locktype = 'advisory' AND granted AND pid = pg_backend_pid() AND classid = 0 AND objid = ${lock}
    ) THEN true
    ELSE pg_try_advisory_lock(${lock})
  END AS "yes"`

const resignStatement = `SELECT pg_advisory_unlock(${leaderLock})`

// Runs on the LISTEN connection, since a pool would add waiting time. `now()` would be the start of the transaction.
const timeStatement = `SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS "ms"`

const isOnlyInstance = `
  SELECT NOT EXISTS (
    SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = '${applicationName}' AND pid <> pg_backend_pid()
  ) AS "yes"`

/**
 * Coordination over a PostgreSQL server. The leader holds an advisory lock on its LISTEN connection: if the instance
 * dies or the connection is lost, PostgreSQL releases the lock, and the next instance to request it becomes leader.
 */
export async function openCoordination(connectionString: string, onChange: OnChange): Promise<Coordination> {
  const connection = await openListenConnection(connectionString, {
    listenStatement,
    onConnect: () => {
      onChange(...topics)
    },
    onNotification: (payload) => {
      onChange(...topics.filter((topic) => topic === payload))
    },
  })
  let isLeader = false

  return {
    async tryLead() {
      const wasLeader = isLeader
      isLeader = (await ask(connection, holdsLock(leaderLock))) ?? false
      if (isLeader !== wasLeader)
        log.info(
          { leader: isLeader },
          isLeader ? 'this instance became the leader' : 'this instance is no longer the leader',
        )
      return isLeader
    },
    async resign() {
      if (isLeader) await connection.query(resignStatement)
      isLeader = false
    },
    ...evaluatingShards(connection),
    recordFlush: async (at) => (await connection.query<OldestFlush>(flushStatement(at, applicationName)))?.[0] ?? null,
    readTime: async () => (await connection.query<{ ms: number }>(timeStatement))?.[0]?.ms ?? null,
    processesInbound: async () => (await ask(connection, holdsLock(inboundLock))) ?? false,
    isAlone: async () => (await ask(connection, isOnlyInstance)) ?? true,
    close: () => connection.close(),
  }
}

/** Coordination of an instance that leads and evaluates nothing while it does not know the database's time. */
export const withKnownTime = (coordination: Coordination, isKnown: () => boolean): Coordination => ({
  ...coordination,
  async tryLead() {
    if (isKnown()) return coordination.tryLead()
    await coordination.resign()
    return false
  },
  async claimShards(at, now) {
    if (isKnown()) return coordination.claimShards(at, now)
    await coordination.releaseShards()
    return new Set()
  },
})

/** The column `yes` of a query; null if it could not be run. */
const ask = async (connection: ListenConnection, query: string): Promise<boolean | null> =>
  (await connection.query<{ yes: boolean }>(query))?.[0]?.yes ?? null

/** Claims and releases shards over the LISTEN connection. Logs changes of the claimed shards. */
function evaluatingShards(connection: ListenConnection): Pick<Coordination, 'claimShards' | 'releaseShards'> {
  let before = ''
  return {
    async claimShards(at, now) {
      const claimed = await connection.query<{ id: number }>(() => claimStatement({ at, now: now() }, applicationName))
      const shards = (claimed ?? []).map(({ id }) => id).sort((a, b) => a - b)
      if (String(shards) !== before) log.info({ shards }, 'the shards that this instance evaluates changed')
      before = String(shards)
      return new Set(shards)
    },
    async releaseShards() {
      await connection.query(releaseStatement)
    },
  }
}

/** Coordination over the embedded database, which only one instance uses: it is always the leader. */
export async function openEmbeddedCoordination(pglite: PGlite, onChange: OnChange): Promise<Coordination> {
  const stopListening = await pglite.listen(channel, (payload) => {
    onChange(...topics.filter((topic) => topic === payload))
  })
  return {
    tryLead: () => Promise.resolve(true),
    resign: () => Promise.resolve(),
    claimShards: () => Promise.resolve(allShards),
    releaseShards: () => Promise.resolve(),
    recordFlush: (at) => Promise.resolve({ at, session: 'embedded' }),
    processesInbound: () => Promise.resolve(true),
    isAlone: () => Promise.resolve(true),
    readTime: null,
    close: () => stopListening(),
  }
}
