import { breachOf, isClean, isRecent, wilson } from '../../../../src/monitoring/health/rule/breach.ts'
import { evidenceOfState } from '../../../../src/monitoring/health/rule/condition.ts'
import { labels, stateOf } from '../../../../src/monitoring/health/state-labels.ts'
import { createRuleState, type RuleState } from '../../../../src/monitoring/health/rule/rule-state.ts'
import { policyFor } from '../../../../src/monitoring/health/rule/policy.ts'
import { explain } from '../../../../src/monitoring/health/reason-text.ts'
import type { Evidence, State } from '../../../../src/monitoring/health/rule/state.ts'
import type { Summary, WindowCounts } from '../../../../src/monitoring/health/rule/window-summary.ts'
import { givenSubject } from '../../../support/monitoring/subject.ts'
import { minutes, normal, seconds, start } from '../../../support/monitoring/traffic.ts'

const none: WindowCounts = { ms: minutes(1), n: 0, bad: 0, slow: 0 }
const tally = (n: number, bad: number, slow = 0): WindowCounts => ({ ...none, n, bad, slow })

/** A summary with the last minute and four equal windows. */
const seen = (recent: WindowCounts, windows: WindowCounts[] = [none, recent, recent, recent]): Summary => ({
  windows,
  recent,
  lastSampleAt: start,
  meanGapMs: null,
  goodRun: () => 0,
  sinceSilence: () => recentOnly(recent),
  p95: () => 50,
})
const recentOnly = ({ n, bad }: WindowCounts) => ({ n, good: n - bad })

const inState = (state: State, more: Partial<RuleState> = {}): RuleState => ({
  ...createRuleState(start),
  state,
  lastSampleAt: start,
  ...more,
})

const scheduled = policyFor({
  critical: false,
  probed: false,
  overrides: { silenceMeans: 'FALLANDO', expectedIntervalMs: minutes(2) },
})

describe('a last minute without samples', () => {
  it('is neither bad nor clean', () => {
    expect(isRecent('failing', seen(none), normal)).toBe(false)
    expect(isClean('FALLANDO', seen(none), normal)).toBe(false)
    expect(isClean('DEGRADADO', seen(none), normal)).toBe(false)
  })
})

describe('exactly on a threshold', () => {
  it('a lower bound is a breach', () => {
    const window = tally(30, 8)
    const policy = { ...normal, failingEnter: wilson(8, 30) }

    expect(breachOf('failing', seen(none, [window, none, none, none]), policy)).toBe(window)
  })

  it('the minimum number of bad samples is enough, and one fewer is not', () => {
    expect(breachOf('failing', seen(none, [tally(3, 3), none, none, none]), normal)).toEqual(tally(3, 3))
    expect(breachOf('failing', seen(none, [tally(2, 2), none, none, none]), normal)).toBeNull()
  })

  it('slowness is not clean yet, and just below it is', () => {
    const few = { ...normal, cleanBoundFrom: 10_000 }

    expect(isClean('DEGRADADO', seen(tally(1000, 0, 25)), few)).toBe(false)
    expect(isClean('DEGRADADO', seen(tally(1000, 0, 24)), few)).toBe(true)
  })

  it('the minimum number of samples for the lower bound is enough for it', () => {
    expect(isClean('DEGRADADO', seen(tally(30, 2)), normal)).toBe(true)
    expect(isClean('DEGRADADO', seen(tally(29, 2)), normal)).toBe(false)
  })
})

describe('a breach', () => {
  it('of Fallando shows in the shortest window, and one of Degradado only from the second on', () => {
    const windows = [tally(4, 4), none, none, none]

    expect(breachOf('failing', seen(none, windows), normal)).toBe(windows[0])
    expect(breachOf('degraded', seen(none, windows), normal)).toBeNull()
  })

  it('is that of the shortest window in which it shows', () => {
    const windows = [none, tally(4, 1), tally(9, 9), tally(20, 20)]

    expect(breachOf('degraded', seen(none, windows), normal)).toBe(windows[2])
  })
})

describe('the evidence', () => {
  it('of silence contains its duration', () => {
    const subject = givenSubject().lives(3600, { good: 5 })
    subject.livesUntilItChanges()

    // The last of five samples in ten seconds comes two seconds before their end.
    expect(subject.transitions.at(-1)?.evidence).toMatchObject({ code: 'NO_DATA', windowSeconds: 902, n: 0, bad: 0 })
  })

  it('of a missed schedule is recorded once, however long that lasts, and counts nothing as clean', () => {
    const subject = givenSubject(scheduled)
    for (let count = 0; count < 30; count++) subject.lives(10, { good: 1 }).lives(110)
    subject.livesUntilItChanges()

    subject.lives(600)

    expect(subject.transitions.filter(({ to }) => to === 'FALLANDO')).toHaveLength(1)
    expect(subject.memory.clean).toEqual({ failing: null, degraded: null })
  })

  it('of data that return differs from that of the first sample', () => {
    const subject = givenSubject().lives(3600, { good: 5 })
    subject.livesUntilItChanges()

    subject.lives(10, { good: 1 })

    expect(subject.transitions.map(({ evidence }) => evidence.code)).toEqual([
      'FIRST_SAMPLE',
      'NO_DATA',
      'DATA_RETURNED',
    ])
  })

  it('of a lasting state contains the current numbers', () => {
    const at = start + seconds(10)
    const evidence = (memory: RuleState, summary: Summary) => evidenceOfState(memory, summary, normal, at)

    expect(evidence(inState('FALLANDO'), seen(tally(10, 9)))).toMatchObject({
      code: 'ERRORS_FAILING',
      n: 10,
      bad: 9,
      recentRate: 90,
      threshold: 12.5,
    })
    expect(evidence(inState('DEGRADADO'), seen(tally(10, 5, 5)))).toMatchObject({
      code: 'ERRORS_DEGRADED',
      bad: 5,
      threshold: 2.5,
    })
    expect(evidence(inState('DEGRADADO'), seen(tally(10, 1, 6)))).toMatchObject({
      code: 'SLOW',
      bad: 6,
      recentRate: 60,
      threshold: 2.5,
    })
  })

  it('of a condition that holds is of the last minute, which decides it, though a longer window is over the limit', () => {
    const subject = givenSubject(normal).lives(600, { good: 10 }).lives(600, { bad: 10 }).lives(90, { bad: 2, good: 8 })

    expect(evidenceOfState(subject.memory, subject.summary, normal, start)).toMatchObject({
      ...{ windowSeconds: 60, n: 60, bad: 12, recentRate: 20, threshold: 12.5 },
    })
  })

  it('of a state without a breach is the last minute, against the exit threshold', () => {
    expect(evidenceOfState(inState('FALLANDO'), seen(tally(10, 0)), normal, start)).toEqual({
      code: 'ERRORS_FAILING',
      windowSeconds: 60,
      n: 10,
      bad: 0,
      recentRate: 0,
      p95: 50,
      threshold: 12.5,
      at: start,
    })
  })

  it('of a schedule that is still missed contains how long no sample has arrived', () => {
    const summary = { ...seen(none), lastSampleAt: null }

    expect(evidenceOfState(inState('FALLANDO'), summary, scheduled, start + minutes(4))).toMatchObject({
      code: 'SILENCE_FAILING',
      windowSeconds: 240,
      recentRate: null,
    })
  })
})

describe('the explanation of evidence', () => {
  const numbers: Evidence = {
    code: 'SLOW',
    windowSeconds: 60,
    n: 1200,
    bad: 300,
    recentRate: 25,
    p95: 1850,
    threshold: 5,
    at: start,
  }
  const said = (more: Partial<Evidence>) => explain({ ...numbers, ...more })

  it.each<[Partial<Evidence>, string]>([
    [{}, '300 de 1200 lentas en 60 s (25,00 %); el límite es 5,00 %; p95 de 1850 ms.'],
    [{ p95: null, threshold: null }, '300 de 1200 lentas en 60 s (25,00 %).'],
    [
      { p95: 283, normalP95Ms: 9, budgetMs: 100 },
      '300 de 1200 lentas en 60 s (25,00 %); el límite es 5,00 %; p95 283 ms; lo habitual es 9 ms (límite 100 ms).',
    ],
    [{ budgetMs: 1000 }, '300 de 1200 lentas en 60 s (25,00 %); el límite es 5,00 %; p95 de 1850 ms.'],
    [{ windowSeconds: null, p95: null, bad: 1, n: 3 }, '1 de 3 lenta (33,33 %); el límite es 5,00 %.'],
    [{ n: 0, p95: null, threshold: null }, 'sin muestras.'],
    [{ code: 'RECOVERED', bad: 0, threshold: null }, 'Recuperado: 0 de 1200 fallidas en 60 s (0,00 %).'],
    [{ code: 'NO_DATA', windowSeconds: 119 }, 'No llega ninguna muestra desde hace 119 s.'],
    [{ code: 'NO_DATA', windowSeconds: 120 }, 'No llega ninguna muestra desde hace 2 min.'],
    [{ code: 'NO_DATA', windowSeconds: 230 }, 'No llega ninguna muestra desde hace 3 min 50 s.'],
    [{ code: 'NO_DATA', windowSeconds: 7199 }, 'No llega ninguna muestra desde hace 1 h 59 min 59 s.'],
    [{ code: 'NO_DATA', windowSeconds: 7200 }, 'No llega ninguna muestra desde hace 2 h.'],
    [{ code: 'NO_DATA', windowSeconds: 9000 }, 'No llega ninguna muestra desde hace 2,5 h.'],
    [
      { code: 'TRAFFIC_DROP', windowSeconds: 300, observedPerMinute: 0.2, expectedPerMinute: 1 },
      'Llegan menos peticiones de lo habitual: 0,2 por minuto en 5 min; se espera al menos 1.',
    ],
    [{ code: 'NO_DATA', windowSeconds: null }, 'No llega ninguna muestra desde hace 0 s.'],
  ])('is Spanish for %j', (more, sentence) => expect(said(more)).toBe(sentence))

  it.each<[Partial<Evidence>, string]>([
    [{}, '300 of 1,200 were slow in 60 s (25.00 %); the limit is 5.00 %; p95 of 1,850 ms.'],
    [
      { p95: 283, normalP95Ms: 9, budgetMs: 100 },
      '300 of 1,200 were slow in 60 s (25.00 %); the limit is 5.00 %; p95 283 ms; usually 9 ms (limit 100 ms).',
    ],
    [{ code: 'ERRORS_FAILING', bad: 1, windowSeconds: null }, '1 of 1,200 failed (0.08 %); the limit is 5.00 %.'],
    [{ n: 0, p95: null, threshold: null }, 'no samples.'],
    [
      { code: 'PARTLY_RECOVERED', bad: 0 },
      'Recovered in part: 0 of 1,200 failed in 60 s (0.00 %), within the exit limit of 5.00 %.',
    ],
    [{ code: 'NO_DATA', windowSeconds: 9000 }, 'No sample has arrived for 2.5 h.'],
  ])('is English for %j if that is the language', (more, sentence) => {
    expect(explain({ ...numbers, ...more }, 'en')).toBe(sentence)
  })

  it('is in the requested language, whichever was requested first', () => {
    const evidence: Evidence = { ...numbers, code: 'NO_DATA' }

    expect(explain(evidence, 'en')).toMatch(/^No sample/)
    expect(explain(evidence, 'es')).toMatch(/^No llega/)
    expect(explain(evidence, 'en')).toMatch(/^No sample/)
  })
})

it('each state has a label for operators, and is found by it', () => {
  expect(labels).toEqual({
    OPERATIVO: 'Operativo',
    DEGRADADO: 'Degradado',
    FALLANDO: 'Fallando',
    DESCONOCIDO: 'Desconocido',
  })
  for (const [state, label] of Object.entries(labels)) expect(stateOf(label)).toBe(state)
})
