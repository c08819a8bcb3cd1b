import type { Database } from '../database/database.ts'
import type { State } from '../generated/prisma/enums.ts'
import { percent } from './telemetry/latency-stats.ts'
import { decode, percentile, type Histogram } from './telemetry/histogram.ts'
import { mergeRows, type BucketRow } from './telemetry/bucket-row.ts'
import { readHistoryRows } from './telemetry/bucket-store.ts'
import type { Evidence } from './health/rule/state.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** How far back each window reaches, the length of its steps, and the span in seconds of its rows. */
const windows = {
  LAST_HOUR: { backMs: HOUR, stepMs: 10_000, span: 10 },
  LAST_6_HOURS: { backMs: 6 * HOUR, stepMs: MINUTE, span: 10 },
  LAST_24_HOURS: { backMs: 24 * HOUR, stepMs: 5 * MINUTE, span: 60 },
  LAST_7_DAYS: { backMs: 7 * 24 * HOUR, stepMs: HOUR, span: 3600 },
  LAST_90_DAYS: { backMs: 90 * 24 * HOUR, stepMs: 12 * HOUR, span: 3600 },
} as const

export type HistoryWindow = keyof typeof windows

/** The traffic in one step of a history; `errorRate` in percent, latencies in milliseconds. */
export type HistoryPoint = {
  at: Date
  requests: number
  errorRate: number
  latency: { p50: number; p95: number; p99: number }
}

/** A change of state with its evidence. */
export type Transition = { from: State; to: State; at: Date; evidence: Evidence }

/** Identifies a history: the subject, the window, and the end of the window in milliseconds since 1970. */
export type HistoryKey = { subjectId: number; window: HistoryWindow; at: number }

/** The traffic of one subject. */
export type History = { subjectId: number; window: HistoryWindow; points: HistoryPoint[] }

/** The traffic of subjects over time, oldest first, without empty steps. One query per window, not per subject. */
export async function listHistories(db: Database, keys: readonly HistoryKey[]): Promise<History[]> {
  const asked = [...new Set(keys.map(({ window }) => window))]
  const read = asked.map((window) => {
    const wanted = keys.filter((key) => key.window === window)
    return listOf(
      db,
      window,
      wanted.map(({ subjectId }) => subjectId),
      Math.max(...wanted.map(({ at }) => at)),
    )
  })
  return (await Promise.all(read)).flat()
}

async function listOf(db: Database, window: HistoryWindow, subjectIds: number[], at: number): Promise<History[]> {
  const { backMs, stepMs, span } = windows[window]
  const steps = new Map(subjectIds.map((subjectId) => [subjectId, new Map<number, BucketRow>()]))
  for (const { subjectId, ...row } of await readHistoryRows(db, { subjectIds, span, since: at - backMs })) {
    const own = steps.get(subjectId)
    const start = row.start - (row.start % stepMs)
    const known = own?.get(start)
    own?.set(start, known ? mergeRows(known, row) : row)
  }
  return [...steps].map(([subjectId, own]) => ({ subjectId, window, points: inOrder(own) }))
}

const inOrder = (steps: Map<number, BucketRow>) =>
  [...steps].sort(([one], [other]) => one - other).map(([start, row]) => asPoint(start, row))

function asPoint(start: number, { n, bad, durations }: BucketRow): HistoryPoint {
  const histogram = decode(durations)
  const latency = {
    p50: percentileOf(histogram, 0.5),
    p95: percentileOf(histogram, 0.95),
    p99: percentileOf(histogram, 0.99),
  }
  return { at: new Date(start), requests: n, errorRate: percent(bad, n), latency }
}

const percentileOf = (histogram: Histogram, q: number) => percentile(histogram, q) ?? 0

/** The last 200 changes of state of each of these subjects, newest first. */
export async function listTransitions(
  db: Database,
  subjectIds: readonly number[],
): Promise<(Transition & { subjectId: number })[]> {
  const subjects = await db.subject.findMany({
    where: { id: { in: [...subjectIds] } },
    select: { transitions: { orderBy: [{ at: 'desc' }, { id: 'desc' }], take: 200 } },
  })
  return subjects
    .flatMap(({ transitions }) => transitions)
    .map(({ subjectId, from, to, at, evidence }) => ({ subjectId, from, to, at, evidence: evidence as Evidence }))
}
