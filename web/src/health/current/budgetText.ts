import { type BudgetNumbersFragment } from '../../generated/graphql.ts'
import { formatInteger } from '../../format/formatNumber.ts'
import { formatTime } from '../../format/formatTime.ts'
import { localize } from '../../i18n.ts'

type Budget = BudgetNumbersFragment
type Learning = NonNullable<Budget['learning']>

const text = localize(
  {
    LEARNED: (ms: string, usual: string) => `Límite de latencia ${ms} ms, aprendido; ${usual}.`,
    LIMITED: (ms: string, usual: string) =>
      `Límite de latencia ${ms} ms, el máximo que permiten los umbrales; ${usual}.`,
    LEARNING: (ms: string, progress: string) =>
      `Límite de latencia ${ms} ms, mientras se aprende lo habitual${progress}.`,
    FIXED: (ms: string) => `Límite de latencia ${ms} ms, fijo.`,
    hoursLeft: (hours: number) => (hours === 1 ? ': falta 1 hora' : `: faltan ${hours} horas`),
    samples: (samples: string, least: string) => `, ${samples} de ${least} muestras`,
    hours: (hours: number, least: number) => `, ${hours} de ${least} horas con muestras suficientes`,
    soon: ': el próximo cálculo es en menos de una hora',
    usual: (ms: string, since: string) => `p95 habitual ${ms} ms desde ${since}`,
    drift: (before: string, now: string, since: string) => `p95 habitual: ${before} → ${now} ms desde ${since}.`,
  },
  {
    LEARNED: (ms, usual) => `Latency limit ${ms} ms, learned; ${usual}.`,
    LIMITED: (ms, usual) => `Latency limit ${ms} ms, the most that the thresholds allow; ${usual}.`,
    LEARNING: (ms, progress) => `Latency limit ${ms} ms while the usual latency is learned${progress}.`,
    FIXED: (ms) => `Latency limit ${ms} ms, fixed.`,
    hoursLeft: (hours) => (hours === 1 ? ': 1 hour left' : `: ${hours} hours left`),
    samples: (samples, least) => `, ${samples} of ${least} samples`,
    hours: (hours, least) => `, ${hours} of ${least} hours with enough samples`,
    soon: ': it is computed within the hour',
    usual: (ms, since) => `usual p95 ${ms} ms since ${since}`,
    drift: (before, now, since) => `usual p95: ${before} → ${now} ms since ${since}.`,
  },
)

/** The latency budget in force, with its reason. */
export function budgetText({ budgetMs, reason, normalP95Ms, normalSince, learning }: Budget, now: Date): string {
  const usual = normalSince === null ? '' : text.usual(formatInteger(normalP95Ms), formatTime(normalSince, now))
  return text[reason](formatInteger(budgetMs), learning ? progressText(learning) : usual)
}

/** The conditions that must still be met before the usual latency is known. */
function progressText({ hoursLeft, samples, leastSamples, hours, leastHours }: Learning): string {
  const missing = [
    hoursLeft > 0 ? text.hoursLeft(hoursLeft) : '',
    samples < leastSamples ? text.samples(formatInteger(samples), formatInteger(leastSamples)) : '',
    hours < leastHours ? text.hours(hours, leastHours) : '',
  ].join('')
  return missing === '' ? text.soon : missing.replace(/^, /, ': ')
}

/** The change of the usual p95, in a sentence; null if it has not changed. */
export function driftText({ drift }: Budget, now: Date): string | null {
  if (!drift) return null
  return text.drift(formatInteger(drift.fromMs), formatInteger(drift.toMs), formatTime(drift.since, now))
}
