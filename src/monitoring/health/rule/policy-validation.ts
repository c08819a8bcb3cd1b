/** Constraint on one field of a policy: `is` completes a sentence after "is", `holds` tests a value. */
export type FieldConstraint = { is: string; holds: (value: unknown) => boolean }

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

const ratio: FieldConstraint = {
  is: 'a ratio over 0 and up to 1',
  holds: (value) => isNumber(value) && value > 0 && value <= 1,
}
const time: FieldConstraint = {
  is: 'a number of milliseconds, 0 or more',
  holds: (value) => isNumber(value) && value >= 0,
}
const window: FieldConstraint = {
  is: 'a number of milliseconds, a multiple of 10000 and at most 3600000',
  holds: (value) => isNumber(value) && value > 0 && value <= 3_600_000 && value % 10_000 === 0,
}
const windowOrNone: FieldConstraint = {
  is: 'a number of milliseconds, a multiple of 10000 from 0 to 3600000',
  holds: (value) => value === 0 || window.holds(value),
}
const count: FieldConstraint = {
  is: 'a whole number, 1 or more',
  holds: (value) => Number.isInteger(value) && Number(value) >= 1,
}
const factor: FieldConstraint = {
  is: 'a factor, 1 or more',
  holds: (value) => isNumber(value) && value >= 1,
}

/** The constraint on each field of a policy. */
export const fieldRules = {
  slowBudgetMs: time,
  slowBudget: { is: 'LEARNED or FIXED', holds: (value) => value === 'LEARNED' || value === 'FIXED' },
  learnedFactor: factor,
  learnedFloorMs: time,
  traffic: { is: 'LEARNED or OFF', holds: (value) => value === 'LEARNED' || value === 'OFF' },
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
    is: 'a whole number, 2 or more',
    holds: (value) => Number.isInteger(value) && Number(value) >= 2,
  },
  silenceMinMs: time,
  silenceMaxMs: time,
  silenceMeans: { is: 'DESCONOCIDO or FALLANDO', holds: (value) => value === 'DESCONOCIDO' || value === 'FALLANDO' },
  silenceIntervals: factor,
  expectedIntervalMs: {
    is: 'a number of milliseconds over 0, or null',
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

/** Constraint on several fields, each valid by itself; `error` is a sentence. */
type Constraint = { fields: readonly (keyof RelatedFields)[]; holds: (policy: RelatedFields) => boolean; error: string }

/** The constraints between the fields of a policy; a field is in one of them at most. */
export const constraints: readonly Constraint[] = [
  {
    fields: ['shortWindowMs', 'mediumWindowMs', 'longWindowMs', 'longestWindowMs'],
    holds: ({ shortWindowMs, mediumWindowMs, longWindowMs, longestWindowMs }) =>
      shortWindowMs <= mediumWindowMs && mediumWindowMs <= longWindowMs && longWindowMs <= longestWindowMs,
    error:
      'The windows go from shortWindowMs over mediumWindowMs and longWindowMs to longestWindowMs, none shorter than the one before.',
  },
  {
    fields: ['degradedEnter', 'failingEnter'],
    holds: ({ degradedEnter, failingEnter }) => degradedEnter <= failingEnter,
    error: 'The threshold degradedEnter is at most failingEnter.',
  },
  {
    fields: ['recentMs', 'recentMostMs'],
    holds: ({ recentMs, recentMostMs }) => recentMs <= recentMostMs,
    error: 'The threshold recentMs is at most recentMostMs.',
  },
  {
    fields: ['silenceMinMs', 'silenceMaxMs'],
    holds: ({ silenceMinMs, silenceMaxMs }) => silenceMinMs <= silenceMaxMs,
    error: 'The threshold silenceMinMs is at most silenceMaxMs.',
  },
  {
    fields: ['silenceMeans', 'expectedIntervalMs'],
    holds: ({ silenceMeans, expectedIntervalMs }) => silenceMeans !== 'FALLANDO' || expectedIntervalMs !== null,
    error: 'Where silenceMeans is FALLANDO, expectedIntervalMs says how often samples are expected.',
  },
]
