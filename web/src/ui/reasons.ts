import { type ReasonCode, type ReasonNumbersFragment } from '../generated/graphql.ts'
import { language } from '../language.ts'
import { showPercent, showRough, showWhole } from './numbers.ts'

type Numbers = ReasonNumbersFragment

type Judged = { reason: string | null; evidence: Numbers | null }

/**
 * Reason of a state: the server's Spanish sentence, or an English one from the same numbers; null if it was never
 * evaluated.
 */
export const reasonOf = ({ reason, evidence }: Judged): string | null =>
  language === 'es' || !evidence ? reason : sentences[evidence.code](evidence)

const sentences: Readonly<Record<ReasonCode, (evidence: Numbers) => string>> = {
  ERRORS_FAILING: (evidence) => `${count(evidence, 'failed')}${limit(evidence)}.`,
  ERRORS_DEGRADED: (evidence) => `${count(evidence, 'failed')}${limit(evidence)}.`,
  SLOW: (evidence) => `${count(evidence, 'were slow')}${limit(evidence)}${p95(evidence)}.`,
  SILENCE_FAILING: (evidence) => `No sample has arrived for ${silence(evidence)}, although its schedule expects them.`,
  PARTLY_RECOVERED: (evidence) => `Recovered in part: ${count(evidence, 'failed')}${exit(evidence)}.`,
  RECOVERED: (evidence) => `Recovered: ${count(evidence, 'failed')}${exit(evidence)}.`,
  FIRST_SAMPLE: (evidence) => `The first good sample has arrived: ${count(evidence, 'failed')}.`,
  NO_DATA: (evidence) => `No sample has arrived for ${silence(evidence)}.`,
  DATA_RETURNED: (evidence) => `Samples arrive again: ${count(evidence, 'failed')}.`,
  RESOLVED_BY_HAND: (evidence) => `An operator resolved the incident: ${count(evidence, 'failed')}.`,
}

function count({ n, bad, windowSeconds }: Numbers, what: string): string {
  if (n === 0) return 'no samples'
  const period = windowSeconds === null ? '' : ` in ${stretch(windowSeconds)}`
  return `${showWhole(bad)} of ${showWhole(n)} ${what}${period} (${showPercent((100 * bad) / n)} %)`
}

const limit = ({ threshold }: Numbers) => (threshold === null ? '' : `; the limit is ${showPercent(threshold)} %`)

const exit = ({ threshold }: Numbers) =>
  threshold === null ? '' : `, within the exit limit of ${showPercent(threshold)} %`

const p95 = (evidence: Numbers) => (evidence.p95 === null ? '' : `; p95 of ${showWhole(evidence.p95)} ms`)

const silence = ({ windowSeconds }: Numbers) => stretch(windowSeconds ?? 0)

function stretch(seconds: number): string {
  if (seconds < 120) return `${showWhole(seconds)} s`
  if (seconds < 7200) return `${showWhole(seconds / 60)} min`
  return `${showRough(seconds / 3600)} h`
}
