import { type HealthSignal, type ReasonCode, type ReasonNumbersFragment } from '../generated/graphql.ts'
import { language } from '../i18n.ts'
import { formatPercent, formatRounded, formatInteger } from '../format/formatNumber.ts'

type ReasonNumbers = ReasonNumbersFragment

type Evaluated = { reason: string | null; evidence: ReasonNumbers | null }

/**
 * Reason of a state: the server's Spanish sentence, or an English one from the same numbers; null if it was never
 * evaluated.
 */
export const reasonText = ({ reason, evidence }: Evaluated): string | null =>
  language === 'es' || !evidence ? reason : englishReasons[evidence.code](evidence)

const englishReasons: Readonly<Record<ReasonCode, (evidence: ReasonNumbers) => string>> = {
  ERRORS_FAILING: (evidence) => `${count(evidence)}${limit(evidence)}.`,
  ERRORS_DEGRADED: (evidence) => `${count(evidence)}${limit(evidence)}.`,
  SLOW: (evidence) => `${count(evidence)}${limit(evidence)}${p95(evidence)}.`,
  SILENCE_FAILING: (evidence) => `No sample has arrived for ${silence(evidence)}, although its schedule expects them.`,
  PARTLY_RECOVERED: (evidence) => `Recovered in part: ${count(evidence)}${exit(evidence)}.`,
  RECOVERED: (evidence) => `Recovered: ${count(evidence)}${exit(evidence)}.`,
  FIRST_SAMPLE: (evidence) => `The first good sample has arrived: ${count(evidence)}.`,
  NO_DATA: (evidence) => `No sample has arrived for ${silence(evidence)}.`,
  DATA_RETURNED: (evidence) => `Samples arrive again: ${count(evidence)}.`,
  RESOLVED_BY_HAND: (evidence) => `An operator resolved the incident: ${count(evidence)}.`,
  REMOVED: () => 'It was retired.',
}

const verbs: Readonly<Record<HealthSignal, string>> = { ERRORS: 'failed', SLOW: 'were slow' }

function count({ n, bad, signal, windowSeconds }: ReasonNumbers): string {
  if (n === 0) return 'no samples'
  const period = windowSeconds === null ? '' : ` in ${formatPeriod(windowSeconds)}`
  return `${formatInteger(bad)} of ${formatInteger(n)} ${verbs[signal]}${period} (${formatPercent((100 * bad) / n)} %)`
}

const limit = ({ threshold }: ReasonNumbers) =>
  threshold === null ? '' : `; the limit is ${formatPercent(threshold)} %`

// The lower bound of the share is compared with the limit, and can be below it though the share is not.
const exit = ({ threshold, n, bad }: ReasonNumbers) =>
  threshold === null
    ? ''
    : `, within the exit limit of ${formatPercent(threshold)} %${100 * bad >= threshold * n && n > 0 ? ' by the margin of error' : ''}`

function p95({ p95: ms, normalP95Ms, budgetMs }: ReasonNumbers): string {
  if (ms === null) return ''
  if (normalP95Ms === null || budgetMs === null) return `; p95 of ${formatInteger(ms)} ms`
  return `; p95 ${formatInteger(ms)} ms; usually ${formatInteger(normalP95Ms)} ms (limit ${formatInteger(budgetMs)} ms)`
}

const silence = ({ windowSeconds }: ReasonNumbers) => formatPeriod(windowSeconds ?? 0)

function formatPeriod(seconds: number): string {
  if (seconds < 120) return `${formatInteger(seconds)} s`
  if (seconds < 7200) return `${formatInteger(seconds / 60)} min`
  return `${formatRounded(seconds / 3600)} h`
}
