import type { Database } from '../database/database.ts'
import { groupBy } from '../lib/group-by.ts'
import type { State } from '../generated/prisma/enums.ts'
import { percent } from './telemetry/latency-stats.ts'
import { decode, percentile, type Histogram } from './telemetry/histogram.ts'
import { mergeRows, type BucketRow } from './telemetry/bucket-row.ts'
import { readHistoryRows } from './telemetry/bucket-store.ts'
import { chooseStepMs } from './sampled-steps.ts'
import { listBudgets, type BudgetChange } from './health/learned-budget/budget-history.ts'
import type { Evidence } from './health/rule/state.ts'

const minute = 60_000
const hour = 60 * minute

/** For each window: how far back it reaches, the length of its steps, and the span in seconds of its rows. */
const windows = {
  LAST_HOUR: { backMs: hour, stepMs: 10_000, span: 10 },
  LAST_6_HOURS: { backMs: 6 * hour, stepMs: minute, span: 10 },
  LAST_24_HOURS: { backMs: 24 * hour, stepMs: 5 * minute, span: 60 },
  LAST_7_DAYS: { backMs: 7 * 24 * hour, stepMs: hour, span: 3600 },
  LAST_90_DAYS: { backMs: 90 * 24 * hour, stepMs: 12 * hour, span: 3600 },
} as const

export type HistoryWindow = keyof typeof windows

/** Maximum number of points of a history: one per step, and the step in which the window begins. */
export const maxPoints = (window: HistoryWindow): number => windows[window].backMs / windows[window].stepMs + 1

/** The traffic in one step of a history; `errorRate` in percent, latencies in milliseconds. */
export type HistoryPoint = {
  at: Date
  /** Length of the step. */
  seconds: number
  requests: number
  errorRate: number
  latency: { p50: number; p95: number; p99: number; approximate: boolean }
  /** The latency budget at the end of the step; null if none was recorded. */
  budgetMs: number | null
}

/** A change of state with its evidence. */
export type TransitionRow = { from: State; to: State; at: Date; evidence: Evidence }

/** The range of a history. With `lengthen`, steps are made longer until most of them have samples. */
type HistoryRange = { window: HistoryWindow; lengthen: boolean }

/** Identifies a history: the subject, the range, and the end of the window in milliseconds since 1970. */
export type HistoryKey = HistoryRange & { subjectId: number; at: number }

/** The traffic of one subject. */
export type History = HistoryRange & { subjectId: number; points: HistoryPoint[] }

/** The traffic of subjects over time, oldest first, without empty steps. Two queries per range, not per subject. */
export async function listHistories(db: Database, keys: readonly HistoryKey[]): Promise<History[]> {
  const ranges = groupBy(keys, ({ window, lengthen }) => `${window} ${lengthen}`)
  const read = [...ranges.values()].map(([first, ...others]) =>
    readRange(
      db,
      first,
      [first, ...others].map(({ subjectId }) => subjectId),
      Math.max(...[first, ...others].map(({ at }) => at)),
    ),
  )
  return (await Promise.all(read)).flat()
}

async function readRange(
  db: Database,
  { window, lengthen }: HistoryRange,
  subjectIds: number[],
  at: number,
): Promise<History[]> {
  const { backMs, stepMs, span } = windows[window]
  const since = at - backMs
  const [rows, budgets] = await Promise.all([
    readHistoryRows(db, { subjectIds, span, since }),
    listBudgets(db, subjectIds, new Date(since)),
  ])
  const rowsOf = groupBy(rows, ({ subjectId }) => subjectId)
  const budgetsOf = new Map<number, BudgetChange[]>(subjectIds.map((subjectId) => [subjectId, []]))
  for (const budget of budgets) budgetsOf.get(budget.subjectId)?.push(budget)
  return [...new Set(subjectIds)].map((subjectId) => {
    const ofSubject = rowsOf.get(subjectId) ?? []
    const length = lengthen ? chooseStepMs(startsOf(ofSubject, stepMs), { stepMs, backMs }) : stepMs
    return { subjectId, window, lengthen, points: toPoints(ofSubject, length, budgetsOf.get(subjectId) ?? []) }
  })
}

const startsOf = (rows: readonly BucketRow[], stepMs: number) =>
  [...new Set(rows.map(({ start }) => start - (start % stepMs)))].sort((one, other) => one - other)

function toPoints(rows: readonly BucketRow[], stepMs: number, budgets: readonly BudgetChange[]): HistoryPoint[] {
  const budgetAt = budgetOver(budgets)
  const steps = groupBy(rows, ({ start }) => start - (start % stepMs))
  return [...steps]
    .sort(([one], [other]) => one - other)
    .map(([start, group]) => ({
      ...toPoint(start, mergeRows(...group)),
      seconds: stepMs / 1_000,
      budgetMs: budgetAt(start + stepMs),
    }))
}

/** The budget in force just before a time. Call with ascending times, in the order of `changes`. */
function budgetOver(changes: readonly BudgetChange[]): (at: number) => number | null {
  let next = 0
  return (at) => {
    while ((changes[next]?.from.getTime() ?? Infinity) < at) next += 1
    return changes[next - 1]?.budgetMs ?? null
  }
}

function toPoint(
  start: number,
  { n, bad, durations, approximate }: BucketRow,
): Omit<HistoryPoint, 'seconds' | 'budgetMs'> {
  const histogram = decode(durations)
  const latency = {
    p50: percentileOf(histogram, 0.5),
    p95: percentileOf(histogram, 0.95),
    p99: percentileOf(histogram, 0.99),
    approximate,
  }
  return { at: new Date(start), requests: n, errorRate: percent(bad, n), latency }
}

const percentileOf = (histogram: Histogram, q: number) => percentile(histogram, q) ?? 0

/** The last 200 changes of state of each of these subjects, newest first. */
export async function listTransitions(
  db: Database,
  subjectIds: readonly number[],
): Promise<(TransitionRow & { subjectId: number })[]> {
  const subjects = await db.subject.findMany({
    where: { id: { in: [...subjectIds] } },
    select: { transitions: { orderBy: [{ at: 'desc' }, { id: 'desc' }], take: 200 } },
  })
  return subjects
    .flatMap(({ transitions }) => transitions)
    .map(({ subjectId, from, to, at, evidence }) => ({ subjectId, from, to, at, evidence: evidence as Evidence }))
}
