import { type HealthSignal, type ReasonCode, type ReasonNumbersFragment } from '../generated/graphql.ts'
import { language } from '../i18n.ts'
import { formatPercent, formatTenths, formatInteger } from '../format/formatNumber.ts'
import { formatPeriod } from '../format/formatPeriod.ts'
import { formatMadridTime } from '../format/formatTime.ts'
import { refusalText } from './refusalText.ts'

type ReasonNumbers = ReasonNumbersFragment

type Evaluated = { reason: string | null; evidence: ReasonNumbers | null }

// The only reason without numbers.
const nothingReceived = 'No sample has arrived yet.'

/** Reason of a state: the server's Spanish sentence, or an English one from the same numbers; null if there is none. */
export const reasonText = ({ reason, evidence }: Evaluated): string | null =>
  language === 'es' ? reason : evidence ? englishReasons[evidence.code](evidence) : reason && nothingReceived

const englishReasons: Readonly<Record<ReasonCode, (evidence: ReasonNumbers) => string>> = {
  ERRORS_FAILING: (evidence) => `${count(evidence)}${limit(evidence)}.`,
  ERRORS_DEGRADED: (evidence) => `${count(evidence)}${limit(evidence)}.`,
  SLOW: (evidence) => `${count(evidence)}${limit(evidence)}${p95(evidence)}.`,
  SILENCE_FAILING: (evidence) =>
    silenceOfReports(evidence) ?? `No sample has arrived for ${silence(evidence)}, although its schedule expects them.`,
  TRAFFIC_DROP: (evidence) => `Fewer requests than usual arrive: ${traffic(evidence)}.`,
  PARTLY_RECOVERED: (evidence) => `Recovered in part: ${count(evidence)}${exit(evidence)}.`,
  RECOVERED: (evidence) => `Recovered: ${traffic(evidence) || `${count(evidence)}${exit(evidence)}`}.`,
  FIRST_SAMPLE: (evidence) => `The first good sample has arrived: ${count(evidence)}.`,
  NO_DATA: (evidence) => `No sample has arrived for ${silence(evidence)}${lastReport(evidence)}.`,
  DATA_RETURNED: (evidence) => `Samples arrive again: ${count(evidence)}.`,
  RESOLVED_BY_HAND: (evidence) => `An operator resolved the incident: ${count(evidence)}.`,
  REMOVED: () => 'It was retired.',
}

// TRAFFIC is the signal of a limit alone: evidence of traffic counts failed requests.
const verbOf = (signal: HealthSignal) => (signal === 'SLOW' ? 'were slow' : 'failed')

function count({ n, bad, signal, windowSeconds }: ReasonNumbers): string {
  if (n === 0) return 'no samples'
  const period = windowSeconds === null ? '' : ` in ${formatDuration(windowSeconds)}`
  return `${formatInteger(bad)} of ${formatInteger(n)} ${verbOf(signal)}${period} (${formatPercent((100 * bad) / n)} %)`
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

/** The silence of a service, or of all watched ones, as a sentence; null for any other reason. */
function silenceOfReports({ reports, windowSeconds, n, bad }: ReasonNumbers): string | null {
  if (!reports) return null
  const silent = formatDuration(windowSeconds ?? 0)
  if (reports.service === null)
    return `No watched service has reported for ${silent}: ${formatInteger(bad)} of ${formatInteger(n)} are late.`
  const { refusal, intervalSeconds } = reports
  if (refusal) return `No report of it has been accepted for ${silent}: it sends, but ${refusalText(refusal)}.`
  const every = intervalSeconds === null ? '' : `; it should report every ${formatPeriod(intervalSeconds)}`
  return `It has not reported for ${silent}${every}.`
}

const lastReport = ({ reports }: ReasonNumbers) =>
  reports?.service
    ? `; its service, ${reports.service}, last reported on ${formatMadridTime(reports.lastReportAt)}`
    : ''

function traffic({ code, observedPerMinute, expectedPerMinute, windowSeconds, threshold }: ReasonNumbers): string {
  if (observedPerMinute === null) return ''
  const observed = `${formatTenths(observedPerMinute)} a minute in ${formatDuration(windowSeconds ?? 0)}`
  if (expectedPerMinute === null) return observed
  const expected = formatTenths(expectedPerMinute)
  return code !== 'RECOVERED' || threshold === null
    ? `${observed}; at least ${expected} ${expected === '1' ? 'is' : 'are'} expected`
    : `${observed}, at least ${formatTenths(threshold)} % of what is expected (${expected})`
}

const silence = ({ windowSeconds }: ReasonNumbers) => formatDuration(windowSeconds ?? 0)

function formatDuration(seconds: number): string {
  if (seconds < 120) return `${formatInteger(seconds)} s`
  return seconds < 7200 ? formatPeriod(seconds) : `${formatTenths(seconds / 3600)} h`
}
