import type { ThresholdRule } from '../../../messages/monitoring/en.ts'
import type { Sentence } from '../../../messages/sentences.ts'

/** Constraint on one field of a policy: `is` names what it must be, `holds` tests a value. */
export type FieldConstraint = { is: ThresholdRule; holds: (value: unknown) => boolean }

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

const ratio: FieldConstraint = {
  is: 'RATIO',
  holds: (value) => isNumber(value) && value > 0 && value <= 1,
}
const time: FieldConstraint = {
  is: 'TIME',
  holds: (value) => isNumber(value) && value >= 0,
}
const window: FieldConstraint = {
  is: 'WINDOW',
  holds: (value) => isNumber(value) && value > 0 && value <= 3_600_000 && value % 10_000 === 0,
}
const windowOrNone: FieldConstraint = {
  is: 'WINDOW_OR_NONE',
  holds: (value) => value === 0 || window.holds(value),
}
const count: FieldConstraint = {
  is: 'COUNT',
  holds: (value) => Number.isInteger(value) && Number(value) >= 1,
}
const factor: FieldConstraint = {
  is: 'FACTOR',
  holds: (value) => isNumber(value) && value >= 1,
}

/** The constraint on each field of a policy. */
export const fieldRules = {
  slowBudgetMs: time,
  slowBudget: { is: 'LEARNED_OR_FIXED', holds: (value) => value === 'LEARNED' || value === 'FIXED' },
  learnedFactor: factor,
  learnedFloorMs: time,
  traffic: { is: 'LEARNED_OR_OFF', holds: (value) => value === 'LEARNED' || value === 'OFF' },
  shortWindowMs: window,
  mediumWindowMs: window,
  longWindowMs: window,
  longestWindowMs: window,
  degradedEnter: ratio,
  failingEnter: ratio,
  slowEnter: ratio,
  degradedLeast: count,
  failingLeast: count,
  exitShare: ratio,
  recentMs: windowOrNone,
  recentLeast: count,
  recentMostMs: window,
  pendingDegradedMs: time,
  pendingFailingMs: time,
  cleanDegradedMs: time,
  cleanFailingMs: time,
  cleanGoodRun: count,
  cleanBoundFrom: count,
  unstableDepartures: count,
  unstableWithinMs: time,
  unstableFactor: factor,
  freezeAfterMs: time,
  silenceGapFactor: factor,
  silenceGapSamples: {
    is: 'COUNT_OF_SEVERAL',
    holds: (value) => Number.isInteger(value) && Number(value) >= 2,
  },
  silenceMinMs: time,
  silenceMaxMs: time,
  silenceMeans: { is: 'UNKNOWN_OR_FAILING', holds: (value) => value === 'DESCONOCIDO' || value === 'FALLANDO' },
  silenceIntervals: factor,
  expectedIntervalMs: {
    is: 'INTERVAL_OR_NONE',
    holds: (value) => value === null || (isNumber(value) && value > 0),
  },
  reopenWithinMs: time,
  forcedGraceMs: time,
} satisfies Readonly<Record<string, FieldConstraint>>

/** Fields that constrain each other. */
type RelatedFields = Record<
  | 'shortWindowMs'
  | 'mediumWindowMs'
  | 'longWindowMs'
  | 'longestWindowMs'
  | 'degradedEnter'
  | 'failingEnter'
  | 'recentMs'
  | 'recentMostMs'
  | 'silenceMinMs'
  | 'silenceMaxMs',
  number
> & { silenceMeans: string; expectedIntervalMs: number | null }

/** Constraint on several fields, each valid by itself, and the sentence for a violation. */
type Constraint = {
  fields: readonly (keyof RelatedFields)[]
  holds: (policy: RelatedFields) => boolean
  sentence: Sentence
}

const overOther = (threshold: string, other: string): Sentence => ({
  code: 'THRESHOLD_OVER_OTHER',
  parameters: { threshold, other },
})

/** The constraints between the fields of a policy; a field is in one of them at most. */
export const constraints: readonly Constraint[] = [
  {
    fields: ['shortWindowMs', 'mediumWindowMs', 'longWindowMs', 'longestWindowMs'],
    holds: ({ shortWindowMs, mediumWindowMs, longWindowMs, longestWindowMs }) =>
      shortWindowMs <= mediumWindowMs && mediumWindowMs <= longWindowMs && longWindowMs <= longestWindowMs,
    sentence: { code: 'THRESHOLDS_NOT_ASCENDING', parameters: {} },
  },
  {
    fields: ['degradedEnter', 'failingEnter'],
    holds: ({ degradedEnter, failingEnter }) => degradedEnter <= failingEnter,
    sentence: overOther('degradedEnter', 'failingEnter'),
  },
  {
    fields: ['recentMs', 'recentMostMs'],
    holds: ({ recentMs, recentMostMs }) => recentMs <= recentMostMs,
    sentence: overOther('recentMs', 'recentMostMs'),
  },
  {
    fields: ['silenceMinMs', 'silenceMaxMs'],
    holds: ({ silenceMinMs, silenceMaxMs }) => silenceMinMs <= silenceMaxMs,
    sentence: overOther('silenceMinMs', 'silenceMaxMs'),
  },
  {
    fields: ['silenceMeans', 'expectedIntervalMs'],
    holds: ({ silenceMeans, expectedIntervalMs }) => silenceMeans !== 'FALLANDO' || expectedIntervalMs !== null,
    sentence: { code: 'THRESHOLD_NEEDS_INTERVAL', parameters: {} },
  },
]
