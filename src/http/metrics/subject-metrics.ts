import type { SubjectTotals } from '../../monitoring/intake/sample-intake.ts'
import { durationBoundsMs } from '../../monitoring/telemetry/prometheus-buckets.ts'

const durations = 'vigia_subject_duration_seconds'
const errors = 'vigia_subject_errors_total'

/**
 * The totals of all subjects in the text format of Prometheus: a histogram and a counter for each subject, which can be
 * summed over instances. Not written by prom-client, because it can only observe single samples.
 */
export function subjectTotalsText(subjects: readonly SubjectTotals[]): string {
  const histograms = subjects.map(histogramText)
  const counters = subjects.map((subject) => `${errors}{${labelsOf(subject)}} ${subject.totals.bad}\n`)
  return [
    `# HELP ${durations} Durations of the requests or operations that this instance recorded since it started, in seconds.\n`,
    `# TYPE ${durations} histogram\n`,
    ...histograms,
    `# HELP ${errors} Bad outcomes among them.\n`,
    `# TYPE ${errors} counter\n`,
    ...counters,
  ].join('')
}

function histogramText(subject: SubjectTotals): string {
  const labels = labelsOf(subject)
  const { n, sumMs, buckets } = subject.totals
  let text = ''
  let count = 0
  for (const [index, boundMs] of durationBoundsMs.entries()) {
    count += buckets[index] ?? 0
    text += `${durations}_bucket{${labels},le="${boundMs / 1_000}"} ${count}\n`
  }
  return `${text}${durations}_bucket{${labels},le="+Inf"} ${n}\n${durations}_sum{${labels}} ${sumMs / 1_000}\n${durations}_count{${labels}} ${n}\n`
}

const labelsOf = ({ kind, key }: SubjectTotals) => `kind="${kind}",key="${escapeLabel(key)}"`

const escapeLabel = (value: string) => value.replace(/[\\"\n]/g, (found) => (found === '\n' ? '\\n' : `\\${found}`))
