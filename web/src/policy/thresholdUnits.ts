import { type ThresholdName, type Thresholds } from '../api/health/policy.ts'
import { locale, localize } from '../i18n.ts'
import { stateLabels } from '../health/labels.ts'
import { keysOf } from '../ui/labels.ts'

/** The unit in which a threshold is displayed, and the range of its slider in that unit, if it has one. */
export type ThresholdUnit = {
  /** Factor from this unit to the server's unit. */
  scale: number
  suffix: string
  slider?: { min: number; max: number; step: number }
}

const percent = { scale: 0.01, suffix: ' %' }
const milliseconds = { scale: 1, suffix: ' ms' }
const seconds = { scale: 1_000, suffix: ' s' }
const minutes = { scale: 60_000, suffix: ' min' }
const count = { scale: 1, suffix: '' }

/** The thresholds whose value is one of a few words. */
export type WordThreshold = 'silenceMeans' | 'slowBudget' | 'traffic'

/** The numeric thresholds, the most used first. */
export const units: Readonly<Record<Exclude<ThresholdName, WordThreshold>, ThresholdUnit>> = {
  degradedEnter: { ...percent, slider: { min: 0.5, max: 50, step: 0.5 } },
  failingEnter: { ...percent, slider: { min: 1, max: 100, step: 1 } },
  slowBudgetMs: { ...milliseconds, slider: { min: 50, max: 5_000, step: 50 } },
  slowEnter: { ...percent, slider: { min: 0.5, max: 50, step: 0.5 } },
  pendingDegradedMs: { ...seconds, slider: { min: 0, max: 600, step: 10 } },
  pendingFailingMs: { ...seconds, slider: { min: 0, max: 300, step: 10 } },
  cleanDegradedMs: { ...seconds, slider: { min: 0, max: 1_800, step: 10 } },
  cleanFailingMs: { ...seconds, slider: { min: 0, max: 900, step: 10 } },
  degradedLeast: { ...count, slider: { min: 1, max: 50, step: 1 } },
  failingLeast: { ...count, slider: { min: 1, max: 50, step: 1 } },
  learnedFactor: count,
  learnedFloorMs: milliseconds,
  exitShare: percent,
  cleanGoodRun: count,
  cleanBoundFrom: count,
  shortWindowMs: seconds,
  mediumWindowMs: seconds,
  longWindowMs: minutes,
  longestWindowMs: minutes,
  recentMs: seconds,
  recentLeast: count,
  recentMostMs: minutes,
  unstableDepartures: count,
  unstableWithinMs: minutes,
  unstableFactor: count,
  freezeAfterMs: minutes,
  silenceGapFactor: count,
  silenceGapSamples: count,
  silenceMinMs: minutes,
  silenceMaxMs: minutes,
  silenceIntervals: count,
  expectedIntervalMs: minutes,
  reopenWithinMs: minutes,
  forcedGraceMs: minutes,
}

export type NumericThreshold = keyof typeof units

/** The thresholds that have a slider and are always shown; the others are shown on request. */
export const mainThresholds = keysOf(units).filter((name) => units[name].slider)
export const otherThresholds = keysOf(units).filter((name) => !units[name].slider)

const text = localize({ none: 'no hay' }, { none: 'none' })

/** The thresholds that must be whole numbers in the server's unit. */
export const wholeThresholds: readonly ThresholdName[] = [
  ...(['shortWindowMs', 'mediumWindowMs', 'longWindowMs', 'longestWindowMs', 'recentMs', 'recentMostMs'] as const),
  ...(['degradedLeast', 'failingLeast', 'recentLeast', 'cleanGoodRun', 'cleanBoundFrom'] as const),
  ...(['unstableDepartures', 'silenceGapSamples'] as const),
]

/** The labels of the words, in the order of the form. */
export const wordLabels: { [Name in WordThreshold]: Record<Thresholds[Name], string> } = {
  slowBudget: localize({ LEARNED: 'Aprendido', FIXED: 'Fijo' }, { LEARNED: 'Learned', FIXED: 'Fixed' }),
  traffic: localize({ LEARNED: 'Aprendido', OFF: 'No' }, { LEARNED: 'Learned', OFF: 'No' }),
  silenceMeans: { DESCONOCIDO: stateLabels.DESCONOCIDO, FALLANDO: stateLabels.FALLANDO },
}

export const wordThresholds = keysOf(wordLabels)

/** A number converted to the unit of its threshold, without the noise of binary fractions. */
export const toUnit = (name: NumericThreshold, value: number): number =>
  Number((value / units[name].scale).toPrecision(12))

/** A number converted from the unit of its threshold to the server's unit. */
export const fromUnit = (name: NumericThreshold, value: number): number =>
  Number((value * units[name].scale).toPrecision(12))

/** A threshold as text with its unit. */
export function formatThreshold(name: ThresholdName, thresholds: Thresholds): string {
  if (name === 'silenceMeans') return wordLabels.silenceMeans[thresholds.silenceMeans]
  if (name === 'slowBudget') return wordLabels.slowBudget[thresholds.slowBudget]
  if (name === 'traffic') return wordLabels.traffic[thresholds.traffic]
  const value = thresholds[name]
  return value === null ? text.none : toUnit(name, value).toLocaleString(locale) + units[name].suffix
}
