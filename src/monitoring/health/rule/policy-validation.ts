/** Constraint on one field of a policy: `is` completes a sentence after "is", `holds` tests a value. */
export type FieldRule = { is: string; holds: (value: unknown) => boolean }

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

const ratio: FieldRule = {
  is: 'a ratio over 0 and up to 1',
  holds: (value) => isNumber(value) && value > 0 && value <= 1,
}
const time: FieldRule = {
  is: 'a number of milliseconds, 0 or more',
  holds: (value) => isNumber(value) && value >= 0,
}
const window: FieldRule = {
  is: 'a number of milliseconds, a multiple of 10000 and at most 3600000',
  holds: (value) => isNumber(value) && value > 0 && value <= 3_600_000 && value % 10_000 === 0,
}
const count: FieldRule = {
  is: 'a whole number, 1 or more',
  holds: (value) => Number.isInteger(value) && Number(value) >= 1,
}
const factor: FieldRule = {
  is: 'a factor, 1 or more',
  holds: (value) => isNumber(value) && value >= 1,
}

/** The constraint on each field of a policy. */
export const fieldRules = {
  slowBudgetMs: time,
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
  recentMs: window,
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
} satisfies Readonly<Record<string, FieldRule>>
