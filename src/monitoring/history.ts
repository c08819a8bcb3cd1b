import type { Database } from '../database/database.ts'
import type { State } from '../generated/prisma/enums.ts'
import { percent } from './telemetry/figures.ts'
import { decode, percentile, type Histogram } from './telemetry/histogram.ts'
import { mergeRows, type Row } from './telemetry/row.ts'
import { asSubjectRow } from './telemetry/samples.ts'
import type { Evidence } from './health/state.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** How far back each window reaches, the length of its steps, and which rows it reads: the coarsest first, finer ones for what those do not cover yet. */
const windows = {
  LAST_HOUR: { backMs: HOUR, stepMs: 10_000, spans: [10] },
  LAST_6_HOURS: { backMs: 6 * HOUR, stepMs: MINUTE, spans: [10] },
  LAST_24_HOURS: { backMs: 24 * HOUR, stepMs: 5 * MINUTE, spans: [60, 10] },
  LAST_7_DAYS: { backMs: 7 * 24 * HOUR, stepMs: HOUR, spans: [3600, 60, 10] },
  LAST_90_DAYS: { backMs: 90 * 24 * HOUR, stepMs: 12 * HOUR, spans: [3600, 60, 10] },
} as const

export type HistoryWindow = keyof typeof windows

/** What happened in one step of a history. */
export type HistoryPoint = {
  at: Date
  requests: number
  errorRate: number
  latency: { p50: number; p95: number; p99: number }
}

/** A change of state, with what decided it. */
export type Transition = { from: State; to: State; at: Date; evidence: Evidence }

/** The traffic of a subject over time, oldest first; steps without samples are left out. */
export async function historyOf(
  db: Database,
  subjectId: number,
  window: HistoryWindow,
  at: number,
): Promise<HistoryPoint[]> {
  const { backMs, stepMs, spans } = windows[window]
  const steps = new Map<number, Row>()
  for (const row of await readRows(db, subjectId, spans, at - backMs)) {
    const start = row.start - (row.start % stepMs)
    const known = steps.get(start)
    steps.set(start, known ? mergeRows(known, row) : row)
  }
  return [...steps].sort(([one], [other]) => one - other).map(([start, row]) => asPoint(start, row))
}

async function readRows(db: Database, subjectId: number, spans: readonly number[], since: number): Promise<Row[]> {
  const rows: Row[] = []
  let from = since
  for (const span of spans) {
    const found = await db.bucket.findMany({
      where: { subjectId, span, start: { gte: new Date(from) } },
      orderBy: { start: 'asc' },
    })
    rows.push(...found.map(asSubjectRow))
    from = (found.at(-1)?.start.getTime() ?? from - span * 1000) + span * 1000
  }
  return rows
}

function asPoint(start: number, { n, bad, durations }: Row): HistoryPoint {
  const histogram = decode(durations)
  const latency = {
    p50: percentileOf(histogram, 0.5),
    p95: percentileOf(histogram, 0.95),
    p99: percentileOf(histogram, 0.99),
  }
  return { at: new Date(start), requests: n, errorRate: percent(bad, n), latency }
}

const percentileOf = (histogram: Histogram, q: number) => percentile(histogram, q) ?? 0

/** The last changes of state of a subject, newest first. */
export async function listTransitions(db: Database, subjectId: number, limit: number): Promise<Transition[]> {
  const rows = await db.transition.findMany({
    where: { subjectId },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: limit,
  })
  return rows.map(({ from, to, at, evidence }) => ({ from, to, at, evidence: evidence as Evidence }))
}
