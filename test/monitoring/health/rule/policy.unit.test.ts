import { policyOf } from '../../../../src/monitoring/health/subject-queries.ts'
import { policyFor } from '../../../../src/monitoring/health/rule/policy.ts'
import { fieldRules } from '../../../../src/monitoring/health/rule/policy-validation.ts'
import { log } from '../../../../src/lib/log.ts'
import { hours, minutes, seconds } from '../../../support/monitoring/traffic.ts'

const usual = { critical: false, probed: false }
const withOverrides = (overrides: Record<string, unknown>) => policyFor({ ...usual, overrides })

describe('the thresholds of a policy', () => {
  it('have the defaults that docs/health.md lists', () => {
    expect(policyFor(usual)).toEqual({
      slowBudgetMs: 1000,
      slowBudget: 'LEARNED',
      learnedFactor: 4,
      learnedFloorMs: 100,
      traffic: 'OFF',
      shortWindowMs: minutes(1),
      mediumWindowMs: minutes(5),
      longWindowMs: minutes(15),
      longestWindowMs: hours(1),
      degradedEnter: 0.05,
      failingEnter: 0.25,
      slowEnter: 0.05,
      degradedLeast: 4,
      failingLeast: 3,
      exitShare: 0.5,
      recentMs: minutes(1),
      recentLeast: 5,
      recentMostMs: hours(1),
      pendingDegradedMs: seconds(120),
      pendingFailingMs: seconds(30),
      cleanDegradedMs: seconds(300),
      cleanFailingMs: seconds(180),
      cleanGoodRun: 3,
      cleanBoundFrom: 30,
      unstableDepartures: 2,
      unstableWithinMs: hours(1),
      unstableFactor: 3,
      freezeAfterMs: minutes(15),
      silenceGapFactor: 5,
      silenceGapSamples: 20,
      silenceMinMs: minutes(15),
      silenceMaxMs: hours(6),
      silenceMeans: 'DESCONOCIDO',
      silenceIntervals: 1.5,
      expectedIntervalMs: null,
      reopenWithinMs: minutes(15),
      forcedGraceMs: minutes(5),
    })
  })

  it('are stricter for critical subjects', () => {
    expect(policyFor({ critical: true, probed: false })).toEqual({
      ...policyFor(usual),
      traffic: 'LEARNED',
      slowBudgetMs: 500,
      degradedEnter: 0.02,
      failingEnter: 0.1,
      pendingDegradedMs: seconds(60),
      pendingFailingMs: seconds(20),
    })
  })

  it('keep the budget of a library fixed, because its documents differ in size', () => {
    expect(policyFor({ ...usual, kind: 'LIBRERIAS' })).toEqual({ ...policyFor(usual), slowBudget: 'FIXED' })
  })

  it('learn the traffic of integrations and of critical endpoints', () => {
    expect(policyFor({ ...usual, kind: 'INTEGRACIONES' })).toEqual({ ...policyFor(usual), traffic: 'LEARNED' })
    expect(policyFor({ ...usual, critical: true }).traffic).toBe('LEARNED')
    expect(policyFor({ ...usual, kind: 'LIBRERIAS', critical: true }).traffic).toBe('OFF')
  })

  it('allow less silence for probed subjects', () => {
    expect(policyFor({ critical: false, probed: true })).toEqual({
      ...policyFor(usual),
      silenceMinMs: minutes(5),
      silenceMaxMs: minutes(5),
    })
  })
})

const ratio = { in: [0.000_1, 1], out: [0, -0.1, 1.01, NaN, Infinity, '0.5', null] }
const time = { in: [0, 1.5, 1e12], out: [-1, NaN, Infinity, '1000', null] }
const window = { in: [10_000, 60_000, 3_600_000], out: [0, -10_000, 3_610_000, 15_000, NaN, '10000', null] }
const windowOrNone = { in: [0, ...window.in], out: window.out.slice(1) }
const count = { in: [1, 7], out: [0, 1.5, -1, '2', null] }
const factor = { in: [1, 1.5], out: [0.99, NaN, Infinity, '2', null] }

const kinds: Record<keyof typeof fieldRules, { in: unknown[]; out: unknown[] }> = {
  slowBudgetMs: time,
  slowBudget: { in: ['LEARNED', 'FIXED'], out: ['learned', null, 1] },
  learnedFactor: factor,
  learnedFloorMs: time,
  traffic: { in: ['LEARNED', 'OFF'], out: ['FIXED', null, true] },
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
  silenceGapSamples: { in: [2, 20], out: [1, 2.5, '2', null] },
  silenceMinMs: time,
  silenceMaxMs: time,
  silenceMeans: { in: ['DESCONOCIDO', 'FALLANDO'], out: ['OPERATIVO', '', null] },
  silenceIntervals: factor,
  expectedIntervalMs: { in: [null, 1], out: [0, -1, NaN, Infinity, '1'] },
  reopenWithinMs: time,
  forcedGraceMs: time,
}

describe('an override', () => {
  it.each(Object.entries(kinds))('of %s accepts valid values, and nothing else', (name, { in: good, out: bad }) => {
    const rule = fieldRules[name as keyof typeof fieldRules]

    expect(good.filter((value) => !rule.holds(value))).toEqual([])
    expect(bad.filter((value) => rule.holds(value))).toEqual([])
  })

  it('that is invalid is reported with every other one, each in a sentence', () => {
    const wrong = { exitShare: 2, slowBudgetMs: -1, shortWindowMs: 1, recentLeast: 0, unstableFactor: 0, nothing: 1 }

    const sentences = [
      'The threshold exitShare is a ratio over 0 and up to 1, not 2.',
      'The threshold slowBudgetMs is a number of milliseconds, 0 or more, not -1.',
      'The threshold shortWindowMs is a number of milliseconds, a multiple of 10000 and at most 3600000, not 1.',
      'The threshold recentLeast is a whole number, 1 or more, not 0.',
      'The threshold unstableFactor is a factor, 1 or more, not 0.',
      `There is no threshold "nothing"; there are ${Object.keys(fieldRules).join(', ')}.`,
    ]
    expect(() => withOverrides(wrong)).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT', message: sentences.join(' ') }),
    )
  })

  it.each([
    [{ silenceGapSamples: 1 }, 'The threshold silenceGapSamples is a whole number, 2 or more, not 1.'],
    [{ silenceMeans: 'x' }, 'The threshold silenceMeans is DESCONOCIDO or FALLANDO, not "x".'],
    [{ expectedIntervalMs: 0 }, 'The threshold expectedIntervalMs is a number of milliseconds over 0, or null, not 0.'],
    [
      { mediumWindowMs: 50_000 },
      'The windows go from shortWindowMs over mediumWindowMs and longWindowMs to longestWindowMs, none shorter than the one before.',
    ],
    [{ degradedEnter: 0.26 }, 'The threshold degradedEnter is at most failingEnter.'],
    [{ recentMs: 20_000, recentMostMs: 10_000 }, 'The threshold recentMs is at most recentMostMs.'],
    [{ silenceMinMs: 2, silenceMaxMs: 1 }, 'The threshold silenceMinMs is at most silenceMaxMs.'],
    [
      { silenceMeans: 'FALLANDO' },
      'Where silenceMeans is FALLANDO, expectedIntervalMs says how often samples are expected.',
    ],
  ])('is rejected: %j', (overrides, sentence) => {
    expect(() => withOverrides(overrides)).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT', message: sentence }),
    )
  })

  it.each([
    [{ shortWindowMs: 300_000 }],
    [{ longestWindowMs: 900_000 }],
    [{ degradedEnter: 0.25 }],
    [{ recentMs: 10_000, recentMostMs: 10_000 }],
    [{ silenceMinMs: 7, silenceMaxMs: 7 }],
    [{ silenceMeans: 'FALLANDO', expectedIntervalMs: 1 }],
  ])('is accepted at the limit: %j', (overrides) => {
    expect(withOverrides(overrides)).toEqual({ ...policyFor(usual), ...overrides })
  })
})

describe('the policy of a subject whose stored overrides are partly invalid', () => {
  const subject = { id: 1, kind: 'ENDPOINTS', key: 'GET /', critical: false, memory: null, version: 0 } as const
  const logged: unknown[] = []
  const { error } = log
  beforeEach(() => {
    logged.length = 0
    log.error = (fields: unknown) => void logged.push(fields)
  })
  afterEach(() => (log.error = error))

  it.each([
    ['an unknown one', { nothing: 1 }, 'There is no threshold "nothing"'],
    ['one out of range', { exitShare: 2 }, 'The threshold exitShare is a ratio'],
    ['two that contradict each other', { silenceMinMs: 2, silenceMaxMs: 1 }, 'The threshold silenceMinMs is at most'],
    ['one that contradicts a default', { degradedEnter: 0.26 }, 'The threshold degradedEnter is at most'],
  ])('keeps the valid ones, and logs %s', (_, invalid, sentence) => {
    const policy = policyOf({ ...subject, policy: { slowBudgetMs: 1, recentMs: 20_000, ...invalid } }, false)

    expect(policy).toEqual({ ...policyFor(usual), slowBudgetMs: 1, recentMs: 20_000 })
    expect(logged).toEqual([{ subject: 'GET /', errors: [expect.stringContaining(sentence)] }])
  })

  it('logs nothing if all are valid', () => {
    policyOf({ ...subject, policy: { slowBudgetMs: 1 } }, false)

    expect(logged).toEqual([])
  })
})
