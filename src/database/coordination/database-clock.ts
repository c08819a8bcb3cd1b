import { createClock, type Clock, type TimerClock } from '../../lib/clock.ts'
import { StartupError } from '../../lib/errors.ts'
import { log } from '../../lib/log.ts'
import { createTimeDifference } from './time-difference.ts'

/** Reads the time of the database, in milliseconds since 1970; null if it cannot be read. */
export type ReadDatabaseTime = () => Promise<number | null>

/** A clock that shows the time of the database, and what is known about it. */
export type DatabaseClock = {
  clock: Clock
  /**
   * Milliseconds by which this machine's clock is ahead of the database's; null if the clocks are not compared, and
   * while the time of the database is not known.
   */
  offsetMs: () => number | null
  /** Whether the database's time was measured recently enough to delete and to evaluate by it. */
  isKnown: () => boolean
  /** Resolves once no alarm waits for a measurement. */
  settled: () => Promise<void>
}

/** Alarms whose period is a multiple of this, such as the ticks of the evaluation, wait for a measurement. */
const measureEveryMs = 10_000

/** Without a measurement the monotonic clock continues the database's time for this long. Source: docs/scaling.md. */
const maxUnmeasuredMs = 60_000

/** If wall clock and monotonic clock differ by this much more than before, the clock was set or the machine slept. */
const partedMs = 1_000

/** A difference that is logged, and one at which the clocks agree again; in milliseconds. */
const offMs = 5_000
const agreedMs = 2_000

const startTimeoutMs = 30_000
const startPauseMs = 200

/** Maximum time that alarms wait for a measurement. */
const readTimeoutMs = 5_000

/**
 * Returns a clock that shows the database's time, independent of the wall clock of this machine: it adds a measured
 * difference to the monotonic clock. The difference is measured again before each tick, and after the wall clock was
 * set or the machine was suspended. Without a reader, the database uses the clock of this machine.
 * @throws StartupError if the difference cannot be measured within half a minute.
 */
export async function startDatabaseClock(system: TimerClock, read: ReadDatabaseTime | null): Promise<DatabaseClock> {
  return read ? startMeasuring(system, read) : uncorrected(system)
}

const uncorrected = (clock: Clock): DatabaseClock => ({
  clock,
  offsetMs: () => null,
  isKnown: () => true,
  settled: () => Promise.resolve(),
})

async function startMeasuring(system: TimerClock, read: ReadDatabaseTime): Promise<DatabaseClock> {
  const difference = createTimeDifference()
  const wallAhead = () => system.now() - system.elapsed()
  const measured = { at: -Infinity, wallAhead: wallAhead() }
  let measuring: Promise<void> | null = null
  const hasParted = () => Math.abs(wallAhead() - measured.wallAhead) > partedMs
  const isKnown = () => system.elapsed() - measured.at <= maxUnmeasuredMs && !hasParted()
  const readSuspension = createSuspensions(system, wallAhead)
  const now = () => {
    difference.move(readSuspension())
    return Math.floor(system.elapsed() + (difference.read() ?? 0))
  }
  const offsetMs = () => (difference.read() === null || !isKnown() ? null : system.now() - now())
  const report = createReport()

  async function measure(): Promise<void> {
    const [sentAt, wallBefore] = [system.elapsed(), wallAhead()]
    const time = await within(system, readTimeoutMs, read()).catch(() => null)
    const receivedAt = system.elapsed()
    // Unusable if the machine was suspended meanwhile: the answer came late, which the monotonic clock does not show.
    const isUsable = Math.abs(wallAhead() - wallBefore) <= partedMs
    if (time !== null && isUsable) {
      const halfRoundTripMs = (receivedAt - sentAt) / 2
      difference.move(readSuspension())
      difference.add({ differenceMs: time - receivedAt + halfRoundTripMs, halfRoundTripMs })
      Object.assign(measured, { at: receivedAt, wallAhead: wallBefore })
    }
    report(offsetMs())
  }

  /** Alarms that are due together share one measurement. */
  function prepare(everyMs: number): Promise<void> | null {
    const isTick = everyMs % measureEveryMs === 0 && system.elapsed() - measured.at > measureEveryMs / 2
    if (!measuring && (isTick || hasParted())) measuring = measure().finally(() => (measuring = null))
    return everyMs % measureEveryMs === 0 || hasParted() ? measuring : null
  }

  await measureFirst(system, measure, isKnown)
  return {
    clock: createClock({ now, elapsed: system.elapsed, after: system.after }, prepare),
    offsetMs,
    isKnown,
    settled: () => measuring ?? Promise.resolve(),
  }
}

/**
 * Returns a function that returns for how many milliseconds the machine was suspended since the last call. The uptime,
 * which tells a suspension from a clock that was set, is read only if wall clock and monotonic clock have diverged.
 */
function createSuspensions({ elapsed, uptime }: TimerClock, wallAhead: () => number): () => number {
  const uptimeAhead = () => uptime() - elapsed()
  let before = { wallAhead: wallAhead(), uptimeAhead: uptimeAhead() }
  return () => {
    if (Math.abs(wallAhead() - before.wallAhead) <= partedMs) return 0
    const suspendedMs = uptimeAhead() - before.uptimeAhead
    before = { wallAhead: wallAhead(), uptimeAhead: uptimeAhead() }
    return suspendedMs > partedMs / 2 ? suspendedMs : 0
  }
}

/** The result of `work`, or null after this many milliseconds. */
function within<T>({ after }: TimerClock, ms: number, work: Promise<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const cancel = after(ms, () => {
      resolve(null)
    })
    work.then(resolve, reject).finally(cancel)
  })
}

/** Measures until it succeeds. */
async function measureFirst(
  { elapsed, after }: TimerClock,
  measure: () => Promise<void>,
  hasMeasured: () => boolean,
): Promise<void> {
  const startedAt = elapsed()
  // The last reading begins early enough to end in time.
  while (elapsed() - startedAt <= startTimeoutMs - readTimeoutMs) {
    await measure()
    if (hasMeasured()) return
    await new Promise<void>((resolve) => after(startPauseMs, resolve))
  }
  throw new StartupError(
    `The time of the database could not be read within ${startTimeoutMs / 1_000} s. Check that it accepts one more connection, which LISTEN can use.`,
  )
}

/**
 * Creates a function that logs when this machine's clock becomes wrong or right again, and when the database's time
 * becomes unknown, for which the offset is null.
 */
function createReport() {
  let isOff = false
  let wasKnown = true

  function reportOffset(offsetMs: number): void {
    const before = isOff
    isOff = Math.abs(offsetMs) > (before ? agreedMs : offMs)
    if (isOff === before) return
    if (isOff)
      log.warn({ offsetMs }, "the clock of this machine differs from the database's; the time of the database is used")
    else log.info({ offsetMs }, "the clock of this machine agrees with the database's again")
  }
  return (offsetMs: number | null): void => {
    if (offsetMs !== null) reportOffset(offsetMs)
    const isKnown = offsetMs !== null
    if (isKnown === wasKnown) return
    wasKnown = isKnown
    if (isKnown) log.info('the time of the database can be read again')
    else log.warn('the time of the database cannot be read; this instance evaluates and deletes nothing until it can')
  }
}
