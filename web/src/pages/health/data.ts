import { type Span, type Step } from './steps.ts'

/** One step as the charts draw it: numbers side by side, null where there were no samples. */
export type Row = {
  middle: number
  p50: number | null
  p95: number | null
  p99: number | null
  errors: number | null
  /** The requests of a step that is over, or of the one that is not. */
  whole: number | null
  underway: number | null
  step: Step
}

/** The steps as the charts draw them. */
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

/** The largest of one of their numbers, 0 where there is none. */
export const mostOf = (rows: readonly Row[], name: 'p99' | 'errors' | 'whole' | 'underway'): number =>
  rows.reduce((most, row) => Math.max(most, row[name] ?? 0), 0)
