import PgBoss from 'pg-boss'
import { log } from '../log.ts'
import type { Database } from './database.ts'
import type { ExecuteSql } from './execute-sql.ts'

/** A job: what it is about, and how often it was begun before without coming to an end. */
export type Job = { subject: string; begunBefore: number }

/** A durable queue on our own database. */
export type Queue = {
  /** Adds a job in a transaction: it is there if and only if the transaction is. */
  add: (tx: Database, subject: string) => Promise<void>
  /** Says that there may be something to do, so that nobody waits for the next look. */
  wake: () => void
  /** Takes no more jobs and waits for the one under way. */
  stop: () => Promise<void>
}

/** Whoever adds a job wakes the queue; what others left is found so often. */
const lookEveryMs = 5_000
const tidyEveryMs = 5_000

/** How soon a job that did not end well is begun again. */
const retryAfterSeconds = 1
const jobsAtOnce = 5

/** A job that takes longer is given to somebody again: it may just as well have died with its process. */
const expireInSeconds = 15

/** PostgreSQL's code for a deadlock. */
const deadlock = '40P01'

/** The queue itself never gives up: the work is told how often it was begun, and decides. */
const retryLimit = 1_000_000

/**
 * Starts to work on a queue, one job after the other in the order in which they were added. What was begun and not ended
 * is begun again, so the work must have one effect however often it is done; work that throws is tried again too.
 */
export async function startQueue(
  executeSql: ExecuteSql,
  name: string,
  work: (job: Job) => Promise<void>,
): Promise<Queue> {
  const boss = await openBoss(executeSql, name)
  const nap = createNap()
  const stopping = new AbortController()
  const ended = loop(boss, name, { work, nap, stop: stopping.signal })

  return {
    add: async (tx, subject) => {
      await boss.send(name, { subject }, { db: { executeSql: onTransaction(tx) } })
    },
    wake: () => {
      nap.wake()
    },
    async stop() {
      stopping.abort()
      nap.wake()
      await ended
      await boss.stop({ graceful: false, close: false })
    },
  }
}

type Loop = { work: (job: Job) => Promise<void>; nap: ReturnType<typeof createNap>; stop: AbortSignal }

async function loop(boss: PgBoss, name: string, { work, nap, stop }: Loop) {
  const tidying = { at: 0 }
  while (!stop.aborted) {
    await tidy(boss, tidying)
    const jobs = await boss.fetch<{ subject: string }>(name, { batchSize: jobsAtOnce, includeMetadata: true })
    const undone = await doAll(boss, name, jobs, { work, stop })
    if (undone.length > 0) await putBack(boss, name, undone).finally(() => nap.wakeSoon())
    if (jobs.length === 0) await nap.sleep(lookEveryMs)
  }
}

// It may be by now, whatever it was when the jobs were fetched.
const isAborted = (signal: AbortSignal) => signal.aborted

/** Does the jobs in order, until it is told to stop, and returns the ids of those that are not done. */
async function doAll(
  boss: PgBoss,
  name: string,
  jobs: readonly PgBoss.JobWithMetadata<{ subject: string }>[],
  { work, stop }: Pick<Loop, 'work' | 'stop'>,
): Promise<string[]> {
  const undone: string[] = []
  for (const { id, data, retryCount } of jobs) {
    const job = { subject: data.subject, begunBefore: retryCount }
    const isDone = !isAborted(stop) && (await end(boss, name, id, () => work(job)))
    if (!isDone) undone.push(id)
  }
  return undone
}

async function openBoss(executeSql: ExecuteSql, name: string): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql },
    schema: 'pgboss',
    // Both are done by the loop, so that nothing is asked of the database after the stop.
    supervise: false,
    schedule: false,
    archiveCompletedAfterSeconds: 3_600,
    deleteAfterDays: 1,
  })
  boss.on('error', (error) => {
    log.warn({ err: error }, 'the queue could not do something; trying again')
  })
  await boss.start()
  await createQueue(boss, name)
  return boss
}

/** Creates the queue where it is not there. Of instances that do so at once, PostgreSQL may end some as a deadlock: they try again. */
async function createQueue(boss: PgBoss, name: string, triesLeft = 5): Promise<void> {
  try {
    await boss.createQueue(name, {
      name,
      policy: 'standard',
      expireInSeconds,
      retryLimit,
      retryDelay: retryAfterSeconds,
    })
  } catch (error) {
    if (triesLeft === 0 || (error as { code?: unknown }).code !== deadlock) throw error
    await createQueue(boss, name, triesLeft - 1)
  }
}

/** Gives the jobs of those who died to the living, and clears away what is long done. */
async function tidy(boss: PgBoss, tidying: { at: number }) {
  const now = performance.now()
  if (tidying.at !== 0 && now - tidying.at < tidyEveryMs) return
  tidying.at = now
  await boss.maintain().catch((error: unknown) => {
    log.warn({ err: error }, 'the queue could not be tidied; trying again')
  })
}

/** Does a job and tells the queue that it is done; returns whether it is. */
async function end(boss: PgBoss, name: string, id: string, work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    await boss.complete(name, id)
    return true
  } catch (error) {
    log.warn({ err: error }, 'a job of the queue did not end well; it is tried again')
    return false
  }
}

/** To fail a job is how it comes to be tried again. Where the queue cannot even be told, the job expires and is begun again. */
const putBack = (boss: PgBoss, name: string, ids: string[]) => boss.fail(name, ids).catch(() => undefined)

const onTransaction =
  (tx: Database): ExecuteSql =>
  async (text, values = []) => ({ rows: await tx.$queryRawUnsafe<unknown[]>(text, ...values) })

function createNap() {
  let awake = false
  let rise: () => void = () => undefined
  const wake = () => {
    awake = true
    rise()
  }
  return {
    /** Ends after so many milliseconds, or when woken; at once if that happened since the last sleep. */
    sleep: (ms: number) =>
      new Promise<void>((resolve) => {
        if (awake) resolve()
        awake = false
        const timer = setTimeout(resolve, ms)
        rise = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
    wake,
    /** Wakes when what was put back may be begun again. */
    wakeSoon() {
      setTimeout(wake, retryAfterSeconds * 1_000 + 100).unref()
    },
  }
}
