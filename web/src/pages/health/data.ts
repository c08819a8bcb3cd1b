import { type Span, type Step } from './steps.ts'

/** One step in the flat form of the chart library; null without samples. */
export type Row = {
  middle: number
  p50: number | null
  p95: number | null
  p99: number | null
  errors: number | null
  /** Requests of a finished step are in `whole`, those of the current one in `underway`. */
  whole: number | null
  underway: number | null
  step: Step
}

/** Converts the steps to rows of the charts. */
export const dataOf = ({ steps }: Span): Row[] =>
  steps.map((step) => {
    const { point, middle, isUnderway } = step
    return {
      middle,
      p50: point?.latency.p50 ?? null,
      p95: point?.latency.p95 ?? null,
      p99: point?.latency.p99 ?? null,
      errors: point?.errorRate ?? null,
      whole: isUnderway ? null : (point?.requests ?? null),
      underway: isUnderway ? (point?.requests ?? null) : null,
      step,
    }
  })

/** The maximum of one field of the rows, 0 without rows. */
export const mostOf = (rows: readonly Row[], name: 'p99' | 'errors' | 'whole' | 'underway'): number =>
  rows.reduce((most, row) => Math.max(most, row[name] ?? 0), 0)
