/** A time in which no instance had a tick: from the last tick before it to the first one after it, in milliseconds since 1970. */
export type Pause = { startedAt: number; endedAt: number }

/** The pauses of the whole service, the last first. They do not overlap. */
export type Pauses = readonly Pause[]

/** The time between two moments without the pauses in it, in milliseconds; 0 if `to` is not later. */
export function elapsedMs(from: number, to: number, pauses: Pauses): number {
  let elapsed = Math.max(0, to - from)
  for (const { startedAt, endedAt } of pauses) {
    if (endedAt <= from) break
    elapsed -= Math.max(0, Math.min(to, endedAt) - Math.max(from, startedAt))
  }
  return elapsed
}

/** The interval of samples, and the time without a sample after which they are missing, in milliseconds. */
type Expected = { intervalMs: number; limitMs: number }

/**
 * The time from which the silence of a schedule counts: the last sample, or a later sample that was due in a pause.
 * Such a sample may have been sent during the pause, so it counts as received. Exception: samples were missing before
 * the pause already, or none has come within the limit of the time outside pauses. Otherwise a dead job would stay
 * hidden if Vigía restarted each time the job was due.
 */
export function lastMade(lastAt: number, { intervalMs, limitMs }: Expected, pauses: Pauses): number {
  const ended = pauses.findIndex(({ endedAt }) => endedAt <= lastAt)
  const later = pauses.slice(0, ended < 0 ? pauses.length : ended).reverse()
  let made = lastAt
  for (const { startedAt, endedAt } of later) {
    if (startedAt - made >= limitMs || elapsedMs(lastAt, startedAt, pauses) >= limitMs) break
    const due = made + Math.floor((endedAt - made) / intervalMs) * intervalMs
    if (due >= Math.max(startedAt, made + intervalMs)) made = due
  }
  return made
}
