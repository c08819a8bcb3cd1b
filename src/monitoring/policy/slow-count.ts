import { countLonger, decode } from '../telemetry/histogram.ts'
import type { BucketRow } from '../telemetry/bucket-row.ts'

/**
 * How many samples of a row are longer than a budget. The row counted those over the budget of its time; another budget
 * is read from the durations, where samples within 3 % of the budget cannot be told apart: of them, as many count as
 * the row's own number allows.
 */
export function slowIn({ slow, durations }: Pick<BucketRow, 'slow' | 'durations'>, slowBudgetMs: number): number {
  const { least, most } = countLonger(decode(durations), slowBudgetMs)
  return Math.min(most, Math.max(least, slow))
}
