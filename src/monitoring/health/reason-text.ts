import { createDurationText, periodText } from '../../lib/duration-text.ts'
import type { Language } from '../../lib/language.ts'
import { createTimeText } from '../../lib/wall-time.ts'
import { refusalText } from '../services/refusal-text.ts'
import type { RequestRefusal } from '../telemetry/sources/refusal.ts'
import { signalOf, type Evidence, type ReasonCode, type State } from './rule/state.ts'

/** Why a subject is in its state, as a sentence; null before the first evaluation of one that is not Desconocido. */
export function reasonOf({ state, evidence }: { state: State; evidence: unknown }): string | null {
  if (evidence) return explain(evidence as Evidence)
  return state === 'DESCONOCIDO' ? spanish.nothingReceived : null
}

/** Explains in a sentence why a subject is in its state, with the numbers that decided. */
export function explain(evidence: Evidence, language: Language = 'es'): string {
  const cached = cache[language].get(evidence)
  if (cached !== undefined) return cached
  const sentence = explainers[language].sentence(evidence)
  cache[language].set(evidence, sentence)
  return sentence
}

/** The counts of evidence without a limit, as part of a sentence: `7 de 7 fallidas en 60 s`. */
export const figuresText = (evidence: Evidence, language: Language): string => explainers[language].figures(evidence)

// Cached: the same evidence, which is never modified, is explained repeatedly while the state lasts.
const cache = { es: new WeakMap<Evidence, string>(), en: new WeakMap<Evidence, string>() }

/** The parts of a sentence, each empty or complete with its punctuation. */
type Parts = Record<'count' | 'limit' | 'exit' | 'p95' | 'silence' | 'service' | 'traffic', string>

/** The words of a language; numbers come formatted. */
type Wording = {
  language: Language
  locale: string
  sentences: Readonly<Record<ReasonCode, (parts: Parts) => string>>
  nothingReceived: string
  noSamples: string
  /** The silence of a service, or of all watched ones; of a subject, as the end of a sentence. */
  reports: {
    ofService: (silence: string, every: string) => string
    refused: (silence: string, refusal: string) => string
    ofAll: (silence: string, late: string, n: string) => string
    ofSubject: (service: string, last: string) => string
    every: (duration: string) => string
  }
  share: (share: { bad: string; n: string; isOne: boolean; isSlow: boolean }) => string
  period: (duration: string) => string
  limit: (percent: string) => string
  /** `isBound`: the share itself is over the limit, the lower bound that is compared with it is not. */
  exit: (percent: string, isBound: boolean) => string
  silence: (duration: string) => string
  p95: (ms: string) => string
  usual: (p95: string, usual: string, budget: string) => string
  perMinute: (n: string) => string
  /** Requests that were expected; `share` is the part of them that ended a drop, null in one. */
  expected: (perMinute: string, share: string | null) => string
}

const spanish: Wording = {
  language: 'es',
  locale: 'es-ES',
  sentences: {
    ERRORS_FAILING: ({ count, limit }) => `${count}${limit}.`,
    ERRORS_DEGRADED: ({ count, limit }) => `${count}${limit}.`,
    SLOW: ({ count, limit, p95 }) => `${count}${limit}${p95}.`,
    SILENCE_FAILING: ({ silence }) => `No llega ninguna muestra desde hace ${silence}, aunque su horario las prevé.`,
    TRAFFIC_DROP: ({ traffic }) => `Llegan menos peticiones de lo habitual: ${traffic}.`,
    PARTLY_RECOVERED: ({ count, exit }) => `Recuperado en parte: ${count}${exit}.`,
    RECOVERED: ({ count, exit, traffic }) => `Recuperado: ${traffic || `${count}${exit}`}.`,
    FIRST_SAMPLE: ({ count }) => `Ha llegado la primera muestra correcta: ${count}.`,
    NO_DATA: ({ silence, service }) => `No llega ninguna muestra desde hace ${silence}${service}.`,
    DATA_RETURNED: ({ count }) => `Vuelven a llegar muestras: ${count}.`,
    RESOLVED_BY_HAND: ({ count }) => `Un operador dio por resuelta la incidencia: ${count}.`,
    REMOVED: () => 'Se ha retirado.',
  },
  nothingReceived: 'Aún no ha llegado ninguna muestra.',
  noSamples: 'sin muestras',
  reports: {
    ofService: (silence, every) => `No informa desde hace ${silence}${every}.`,
    refused: (silence, refusal) => `No se acepta ningún informe suyo desde hace ${silence}: envía, pero ${refusal}.`,
    ofAll: (silence, late, n) => `Ningún servicio vigilado informa desde hace ${silence}: ${late} de ${n} con retraso.`,
    ofSubject: (service, last) => `; su servicio, ${service}, informó por última vez el ${last}`,
    every: (duration) => `; debe informar cada ${duration}`,
  },
  share: ({ bad, n, isOne, isSlow }) => `${bad} de ${n} ${isSlow ? 'lenta' : 'fallida'}${isOne ? '' : 's'}`,
  period: (duration) => ` en ${duration}`,
  limit: (percent) => `; el límite es ${percent} %`,
  exit: (percent, isBound) =>
    `, dentro del límite de salida de ${percent} %${isBound ? ' por el margen de error' : ''}`,
  silence: (duration) => `ninguna muestra en ${duration}`,
  p95: (ms) => `; p95 de ${ms} ms`,
  usual: (p95, usual, budget) => `; p95 ${p95} ms; lo habitual es ${usual} ms (límite ${budget} ms)`,
  perMinute: (n) => `${n} por minuto`,
  expected: (n, share) =>
    share === null
      ? `; se espera${n === '1' ? '' : 'n'} al menos ${n}`
      : `, al menos el ${share} % de lo que se espera (${n})`,
}

const english: Wording = {
  language: 'en',
  locale: 'en-GB',
  sentences: {
    ERRORS_FAILING: ({ count, limit }) => `${count}${limit}.`,
    ERRORS_DEGRADED: ({ count, limit }) => `${count}${limit}.`,
    SLOW: ({ count, limit, p95 }) => `${count}${limit}${p95}.`,
    SILENCE_FAILING: ({ silence }) => `No sample has arrived for ${silence}, although its schedule expects them.`,
    TRAFFIC_DROP: ({ traffic }) => `Fewer requests than usual arrive: ${traffic}.`,
    PARTLY_RECOVERED: ({ count, exit }) => `Recovered in part: ${count}${exit}.`,
    RECOVERED: ({ count, exit, traffic }) => `Recovered: ${traffic || `${count}${exit}`}.`,
    FIRST_SAMPLE: ({ count }) => `The first good sample has arrived: ${count}.`,
    NO_DATA: ({ silence, service }) => `No sample has arrived for ${silence}${service}.`,
    DATA_RETURNED: ({ count }) => `Samples arrive again: ${count}.`,
    RESOLVED_BY_HAND: ({ count }) => `An operator resolved the incident: ${count}.`,
    REMOVED: () => 'It was retired.',
  },
  nothingReceived: 'No sample has arrived yet.',
  noSamples: 'no samples',
  reports: {
    ofService: (silence, every) => `It has not reported for ${silence}${every}.`,
    refused: (silence, refusal) => `No report of it has been accepted for ${silence}: it sends, but ${refusal}.`,
    ofAll: (silence, late, n) => `No watched service has reported for ${silence}: ${late} of ${n} are late.`,
    ofSubject: (service, last) => `; its service, ${service}, last reported on ${last}`,
    every: (duration) => `; it should report every ${duration}`,
  },
  share: ({ bad, n, isSlow }) => `${bad} of ${n} ${isSlow ? 'were slow' : 'failed'}`,
  period: (duration) => ` in ${duration}`,
  limit: (percent) => `; the limit is ${percent} %`,
  exit: (percent, isBound) => `, within the exit limit of ${percent} %${isBound ? ' by the margin of error' : ''}`,
  silence: (duration) => `no sample in ${duration}`,
  p95: (ms) => `; p95 of ${ms} ms`,
  usual: (p95, usual, budget) => `; p95 ${p95} ms; usually ${usual} ms (limit ${budget} ms)`,
  perMinute: (n) => `${n} a minute`,
  expected: (n, share) =>
    share === null
      ? `; at least ${n} ${n === '1' ? 'is' : 'are'} expected`
      : `, at least ${share} % of what is expected (${n})`,
}

function createExplainer(wording: Wording) {
  const formats = createFormats(wording.locale)
  const { whole, decimals, duration, time } = formats

  function count(evidence: Evidence): string {
    const { n, bad, windowSeconds } = evidence
    if (n === 0) return wording.noSamples
    const period = windowSeconds === null ? '' : wording.period(duration(windowSeconds))
    const isSlow = signalOf(evidence) === 'SLOW'
    return `${wording.share({ bad: whole(bad), n: whole(n), isOne: bad === 1, isSlow })}${period}`
  }

  const countWithShare = (evidence: Evidence) =>
    evidence.n === 0 ? count(evidence) : `${count(evidence)} (${decimals(shareOf(evidence))} %)`

  function p95({ p95: ms, normalP95Ms, budgetMs }: Evidence): string {
    if (ms === null) return ''
    if (normalP95Ms === undefined || budgetMs === undefined) return wording.p95(whole(ms))
    return wording.usual(whole(ms), whole(normalP95Ms), whole(budgetMs))
  }

  return {
    sentence: (evidence: Evidence) =>
      silenceOfReports(evidence, wording, formats) ??
      wording.sentences[evidence.code]({
        count: countWithShare(evidence),
        limit: evidence.threshold === null ? '' : wording.limit(decimals(evidence.threshold)),
        exit:
          evidence.threshold === null
            ? ''
            : wording.exit(decimals(evidence.threshold), shareOf(evidence) >= evidence.threshold),
        p95: p95(evidence),
        silence: duration(evidence.windowSeconds ?? 0),
        traffic: trafficOf(evidence, wording, formats),
        service: evidence.reports?.service
          ? wording.reports.ofSubject(evidence.reports.service, time(evidence.reports.lastReportAt))
          : '',
      }),
    figures: (evidence: Evidence) =>
      evidence.code === 'SILENCE_FAILING'
        ? wording.silence(duration(evidence.windowSeconds ?? 0))
        : trafficOf(evidence, wording, formats) || count(evidence),
  }
}

/** Requests a minute and what was expected; empty for any other reason. */
function trafficOf(
  { code, observedPerMinute, expectedPerMinute, windowSeconds, threshold }: Evidence,
  wording: Wording,
  { tenths, duration }: ReturnType<typeof createFormats>,
): string {
  if (observedPerMinute === undefined) return ''
  const observed = `${wording.perMinute(tenths(observedPerMinute))}${wording.period(duration(windowSeconds ?? 0))}`
  if (expectedPerMinute === undefined) return observed
  const share = code === 'RECOVERED' && threshold !== null ? tenths(threshold) : null
  return observed + wording.expected(tenths(expectedPerMinute), share)
}

/** The silence of a service or of all, as a sentence; null for any other reason. */
function silenceOfReports(
  { code, reports, windowSeconds, n, bad }: Evidence,
  { language, reports: texts }: Wording,
  { whole, duration }: ReturnType<typeof createFormats>,
): string | null {
  if (code !== 'SILENCE_FAILING' || !reports) return null
  const silence = duration(windowSeconds ?? 0)
  if (reports.service === null) return texts.ofAll(silence, whole(bad), whole(n))
  const { intervalSeconds, refusal } = reports
  if (refusal) return texts.refused(silence, refusalText(refusal as RequestRefusal, language))
  return texts.ofService(silence, intervalSeconds === null ? '' : texts.every(periodText(intervalSeconds)))
}

/** The share of the counted samples in percent with two decimals; 0 without samples. */
const shareOf = ({ n, bad }: Evidence) => (n === 0 ? 0 : Math.round((bad / n) * 10_000) / 100)

// Created once per language: creating an `Intl.NumberFormat` is far slower than using it.
function createFormats(locale: string) {
  const formatNumbers = (options?: Intl.NumberFormatOptions) => {
    const numbers = new Intl.NumberFormat(locale, options)
    return (value: number) => numbers.format(value)
  }
  return {
    whole: formatNumbers(),
    tenths: formatNumbers({ maximumFractionDigits: 1 }),
    decimals: formatNumbers({ minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    duration: createDurationText(locale),
    time: createTimeText(locale),
  }
}

const explainers = { es: createExplainer(spanish), en: createExplainer(english) }
