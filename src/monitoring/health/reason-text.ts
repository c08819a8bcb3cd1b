import { createDurationText, periodText } from '../../lib/duration-text.ts'
import type { Language } from '../../lib/language.ts'
import { createTimeText } from '../../lib/wall-time.ts'
import { reasonsInEnglish } from '../../messages/reasons/en.ts'
import { reasonsInSpanish } from '../../messages/reasons/es.ts'
import type { Wording } from '../../messages/reasons/wording.ts'
import { refusalText } from '../services/refusal-text.ts'
import type { RequestRefusal } from '../telemetry/sources/refusal.ts'
import { signalOf, type Evidence, type State } from './rule/state.ts'

/**
 * The reason for a subject's state, as a sentence; null before the first evaluation, unless the state is Desconocido.
 */
export function reasonOf(
  { state, evidence }: { state: State; evidence: unknown },
  language: Language = 'es',
): string | null {
  if (evidence) return explain(evidence as Evidence, language)
  return state === 'DESCONOCIDO' ? wordings[language].nothingReceived : null
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

const wordings: Readonly<Record<Language, Wording>> = { es: reasonsInSpanish, en: reasonsInEnglish }

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

/** Observed and expected requests a minute; empty for other reasons. */
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

/** The silence of one service or of all, as a sentence; null for other reasons. */
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

const explainers = { es: createExplainer(wordings.es), en: createExplainer(wordings.en) }
