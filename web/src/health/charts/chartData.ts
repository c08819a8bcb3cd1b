import { type Span, type Step } from './timeSteps.ts'

/** One step in the flat form of the chart library. Values are null without samples. */
export type ChartRow = {
  middle: number
  p50: number | null
  p95: number | null
  p99: number | null
  /** The latency budget; null if it is beyond the axis. */
  budget: number | null
  errors: number | null
  expected: number | null
  /** The requests: `finished` for a finished step, `running` for the current one. */
  finished: number | null
  running: number | null
  step: Step
}

/** Converts the steps to rows of the charts; budgets over `mostBudgetMs` are left out. */
export const chartRows = ({ steps }: Span, mostBudgetMs: number): ChartRow[] =>
  steps.map((step) => {
    const { point, middle, isRunning, budgetMs, expected } = step
    return {
      middle,
      p50: point?.latency.p50 ?? null,
      p95: point?.latency.p95 ?? null,
      p99: point?.latency.p99 ?? null,
      budget: budgetMs !== null && budgetMs <= mostBudgetMs ? budgetMs : null,
      errors: point?.errorRate ?? null,
      expected,
      finished: isRunning ? null : (point?.requests ?? null),
      running: isRunning ? (point?.requests ?? null) : null,
      step,
    }
  })

/** The maximum of one field of the rows, 0 without rows. */
export const maxValue = (rows: readonly ChartRow[], name: 'errors' | 'expected' | 'finished' | 'running'): number =>
  rows.reduce((max, row) => Math.max(max, row[name] ?? 0), 0)
