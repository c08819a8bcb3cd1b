import fc from 'fast-check'
import { wilson } from '../../../../src/monitoring/health/rule/breach.ts'
import { conditionHolds } from '../../../../src/monitoring/health/rule/condition.ts'
import { policyFor } from '../../../../src/monitoring/health/rule/policy.ts'
import { explain } from '../../../../src/monitoring/health/reason-text.ts'
import type { ReasonCode } from '../../../../src/monitoring/health/rule/state.ts'
import { givenSubject } from '../../../support/monitoring/subject.ts'
import { critical, minutes, normal, start } from '../../../support/monitoring/traffic.ts'

/** A subject with 30 requests a minute that has been well for an hour. */
const givenHealthy = (policy = normal) => givenSubject(policy).lives(3600, { good: 5 })

/** The same, failing since just now. */
function givenFailing(policy = normal) {
  const subject = givenHealthy(policy)
  subject.livesUntilItChanges({ bad: 5 })
  if (subject.state === 'DEGRADADO') subject.livesUntilItChanges({ bad: 5 })
  return subject
}

/** The same, degraded since just now: one of ten requests fails. */
function givenDegraded() {
  const subject = givenHealthy()
  subject.livesUntilItChanges({ good: 9, bad: 1 })
  return subject
}

describe("Wilson's lower bound", () => {
  it.each([
    [0, 0, 0],
    [0, 50, 0],
    [1, 1, 0.2065],
    [3, 3, 0.4385],
    [3, 100, 0.0103],
    [5, 10, 0.2366],
    [10, 10, 0.7225],
    [50, 1000, 0.0381],
  ])('of %i bad out of %i is %f', (bad, n, bound) => {
    expect(wilson(bad, n)).toBeCloseTo(bound, 4)
  })

  const counts = fc
    .integer({ min: 1, max: 100_000 })
    .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)))

  it('lies between 0 and the share itself', () =>
    fc.assert(
      fc.property(counts, ([bad, n]) => {
        expect(wilson(bad, n)).toBeGreaterThanOrEqual(0)
        expect(wilson(bad, n)).toBeLessThanOrEqual(bad / n)
      }),
    ))

  it('grows with bad samples, shrinks with good ones, and grows with more of both', () =>
    fc.assert(
      fc.property(
        counts.filter(([bad, n]) => bad > 0 && bad < n),
        ([bad, n]) => {
          expect(wilson(bad + 1, n)).toBeGreaterThan(wilson(bad, n))
          expect(wilson(bad, n + 1)).toBeLessThan(wilson(bad, n))
          expect(wilson(bad * 2, n * 2)).toBeGreaterThan(wilson(bad, n))
        },
      ),
    ))
})

describe('a subject without a history', () => {
  it('is Desconocido until a sample arrives', () => {
    expect(givenSubject().lives(3600).state).toBe('DESCONOCIDO')
  })

  it('is Operativo one tick after its first good sample', () => {
    const subject = givenSubject().lives(60).lives(10, { good: 1, bad: 1 })

    expect(subject.state).toBe('OPERATIVO')
    expect(subject.transitions).toMatchObject([
      { from: 'DESCONOCIDO', evidence: { code: 'FIRST_SAMPLE', n: 2, bad: 1 } },
    ])
  })

  it('stays Desconocido with bad samples only, until a breach is due', () => {
    const subject = givenSubject()

    expect(subject.livesUntilItChanges({ bad: 1 })).toBe(60)
    expect(subject.state).toBe('FALLANDO')
  })
})

describe('getting worse', () => {
  it('takes a breach of Fallando that has lasted for 30 s', () => {
    const subject = givenHealthy()

    expect(subject.livesUntilItChanges({ bad: 5 })).toBe(60)
    expect(subject.transitions.at(-1)).toMatchObject({
      from: 'OPERATIVO',
      to: 'FALLANDO',
      evidence: { code: 'ERRORS_FAILING', windowSeconds: 60, n: 30, bad: 30, recentRate: 100, p95: 51, threshold: 25 },
    })
  })

  it('takes 20 s where the subject is critical', () => {
    expect(givenHealthy(critical).livesUntilItChanges({ bad: 5 })).toBe(40)
  })

  it('takes a breach of Degradado that has lasted for 120 s', () => {
    const subject = givenHealthy()

    const after = subject.livesUntilItChanges({ good: 4, bad: 1 })

    expect(subject.state).toBe('DEGRADADO')
    // 13 of 150 are the first to be over 5 % with confidence: one every ten seconds.
    expect(after).toBe(130 + 120)
    expect(subject.transitions.at(-1)?.evidence).toMatchObject({
      code: 'ERRORS_DEGRADED',
      windowSeconds: 300,
      threshold: 5,
    })
  })

  it('is Fallando if both breaches are due', () => {
    const subject = givenHealthy(
      policyFor({ critical: false, probed: false, overrides: { pendingDegradedMs: 30_000 } }),
    )

    subject.livesUntilItChanges({ bad: 20 })

    expect(subject.state).toBe('FALLANDO')
  })

  it('escalates from Degradado to Fallando', () => {
    const subject = givenDegraded()

    subject.livesUntilItChanges({ bad: 10 })

    expect(subject.transitions.map(({ to }) => to)).toEqual(['OPERATIVO', 'DEGRADADO', 'FALLANDO'])
  })

  it('is Degradado for slowness, never Fallando', () => {
    const subject = givenHealthy()

    subject.livesUntilItChanges({ slow: 5 })
    subject.lives(3600, { slow: 5 })

    expect(subject.state).toBe('DEGRADADO')
    expect(subject.transitions.at(-1)?.evidence).toMatchObject({ code: 'SLOW', threshold: 5, p95: 1008 })
  })

  it('waits while the last minute is clean, without forgetting how long the breach has lasted', () => {
    const subject = givenHealthy().lives(10, { bad: 14 }).lives(140, { good: 5 })
    expect(subject.state).toBe('OPERATIVO')

    subject.lives(10, { bad: 2, good: 4 })

    expect(subject.state).toBe('DEGRADADO')
  })

  it('does not happen for a breach shorter than its time', () => {
    const subject = givenHealthy().lives(20, { bad: 5 }).lives(3600, { good: 50 })

    expect(subject.state).toBe('OPERATIVO')
  })

  it('does not happen for three bad samples out of a hundred, but for three out of three', () => {
    expect(givenSubject().lives(200, { good: 5 }).lives(10, { bad: 3 }).lives(600, { good: 1 }).state).toBe('OPERATIVO')
    expect(givenSubject().lives(10, { good: 1 }).lives(1200).lives(10, { bad: 3 }).lives(60).state).toBe('FALLANDO')
  })
})

describe('getting better', () => {
  it('goes from Fallando to Degradado after 180 s of clean ticks, to Operativo after 300 s', () => {
    const subject = givenFailing()

    const partly = subject.livesUntilItChanges({ good: 5 })
    const wholly = subject.livesUntilItChanges({ good: 5 })

    // The last minute is under 12.5 % from the sixth clean bucket on, clean of errors (2.5 %) one later.
    expect([partly, subject.transitions.at(-2)?.to]).toEqual([60 + 180, 'DEGRADADO'])
    expect([partly + wholly, subject.state]).toEqual([60 + 300, 'OPERATIVO'])
    expect(subject.transitions.slice(-2).map(({ evidence }) => evidence)).toMatchObject([
      { code: 'PARTLY_RECOVERED', bad: 0, threshold: 12.5 },
      { code: 'RECOVERED', bad: 0, threshold: 2.5 },
    ])
  })

  it('goes straight to Operativo where Degradado is clean for long enough as well', () => {
    const subject = givenFailing(policyFor({ critical: false, probed: false, overrides: { cleanFailingMs: 600_000 } }))

    expect(subject.livesUntilItChanges({ good: 5 })).toBe(60 + 600)
    expect(subject.state).toBe('OPERATIVO')
  })

  it('starts over if the numbers are not clean at one tick', () => {
    const subject = givenFailing().lives(230, { good: 5 }).lives(10, { bad: 10 })

    expect(subject.state).toBe('FALLANDO')
    expect(subject.livesUntilItChanges({ good: 5 })).toBeGreaterThanOrEqual(180)
  })

  it('needs three good samples in a row', () => {
    const subject = givenFailing()
    subject.lives(230, { good: 5 })

    subject.lives(10, { bad: 1, good: 2 })
    expect(subject.state).toBe('FALLANDO')

    subject.lives(10, { good: 1 })
    expect(subject.state).toBe('DEGRADADO')
  })

  it('does not wait for a base error rate that is never fully clean', () => {
    const subject = givenFailing()

    subject.lives(1200, { good: 29, bad: 1 })

    expect(subject.state).toBe('OPERATIVO')
  })

  it('waits for slowness to go as well', () => {
    const subject = givenDegraded()

    expect(subject.lives(1200, { slow: 5 }).state).toBe('DEGRADADO')
    expect(subject.lives(600, { good: 5 }).state).toBe('OPERATIVO')
  })

  it('ignores evidence from before the resolution', () => {
    const subject = givenFailing().lives(600, { good: 5 })
    const resolvedAt = subject.transitions.at(-1)?.at

    expect(subject.memory).toMatchObject({ state: 'OPERATIVO', resolvedAt, pending: { failing: null, degraded: null } })
    expect(subject.lives(10, { bad: 2 }).lives(1200, { good: 5 }).state).toBe('OPERATIVO')
  })
})

describe('an unstable subject', () => {
  it('takes three times as long to recover, from the second departure within an hour on', () => {
    const subject = givenFailing().lives(600, { good: 5 })

    subject.livesUntilItChanges({ bad: 5 })

    expect(subject.events.map(({ name }) => name)).toEqual(['UNSTABLE'])
    expect(subject.livesUntilItChanges({ good: 5 })).toBe(60 + 3 * 180)
  })

  it('is stable again after an hour', () => {
    const subject = givenFailing().lives(600, { good: 5 }).lives(3600, { good: 5 })

    subject.livesUntilItChanges({ bad: 5 })

    expect(subject.events).toEqual([])
    expect(subject.livesUntilItChanges({ good: 5 })).toBe(60 + 180)
  })
})

describe('silence', () => {
  it('makes a busy subject Desconocido after 15 minutes', () => {
    const subject = givenHealthy()

    const after = subject.livesUntilItChanges()

    expect([after, subject.state]).toEqual([900, 'DESCONOCIDO'])
    expect(subject.transitions.at(-1)?.evidence).toMatchObject({ code: 'NO_DATA', n: 0, recentRate: null })
  })

  it('makes a probed subject Desconocido after 5 minutes', () => {
    const subject = givenHealthy(policyFor({ critical: true, probed: true }))

    expect(subject.livesUntilItChanges()).toBe(300)
  })

  it('is normal for a subject with a sample every ten minutes, until five such gaps have passed', () => {
    const subject = givenSubject()
    for (let count = 0; count < 20; count++) subject.lives(10, { good: 1 }).lives(590)

    expect(subject.livesUntilItChanges()).toBe(3000 - 600)
  })

  it('makes any subject Desconocido after six hours at most', () => {
    const subject = givenSubject()
    for (let count = 0; count < 10; count++) subject.lives(10, { good: 1 }).lives(3 * 3600 - 10)

    expect(subject.livesUntilItChanges()).toBe(6 * 3600 - 3 * 3600)
  })

  it('freezes all timers after 15 minutes, and does not reset them', () => {
    const everyTenMinutes = givenSubject()
    for (let count = 0; count < 20; count++) everyTenMinutes.lives(10, { good: 1 }).lives(590)
    everyTenMinutes.lives(10, { bad: 6 })

    const atFifteen = everyTenMinutes.lives(890).memory
    const later = everyTenMinutes.lives(600).memory

    expect(atFifteen.pending.degraded).toBeGreaterThan(0)
    expect(later).toEqual({ ...atFifteen, timersAt: (atFifteen.timersAt ?? 0) + 10_000, timersPaused: true })
  })

  it('keeps the incident, whose severity is the state again one tick after samples return', () => {
    const subject = givenFailing()
    subject.livesUntilItChanges()

    expect(subject.memory).toMatchObject({
      state: 'DESCONOCIDO',
      incidentSeverity: 'FALLANDO',
      pending: { failing: null },
    })
    expect(subject.lives(10, { good: 1 }).memory).toMatchObject({ state: 'FALLANDO', incidentSeverity: 'FALLANDO' })
    expect(subject.transitions.at(-1)?.evidence.code).toBe('DATA_RETURNED')
  })

  it('does not end when a sample from before it arrives late', () => {
    const subject = givenFailing()
    subject.livesUntilItChanges()

    expect(subject.hearsLate(300).lives(60).state).toBe('DESCONOCIDO')
  })

  it('ends with one good sample where there is no incident', () => {
    const subject = givenHealthy()
    subject.livesUntilItChanges()

    expect(subject.lives(10, { bad: 1 }).state).toBe('DESCONOCIDO')
    expect(subject.lives(10, { good: 1 }).state).toBe('OPERATIVO')
  })

  it('is a failure for a subject with a schedule, after one and a half intervals', () => {
    const policy = policyFor({
      critical: false,
      probed: false,
      overrides: { silenceMeans: 'FALLANDO', expectedIntervalMs: minutes(2) },
    })
    const subject = givenSubject(policy)
    for (let count = 0; count < 30; count++) subject.lives(10, { good: 1 }).lives(110)

    const after = subject.livesUntilItChanges()

    expect([after, subject.state]).toEqual([180 - 120, 'FALLANDO'])
    expect(subject.transitions.at(-1)?.evidence).toMatchObject({ code: 'SILENCE_FAILING', windowSeconds: 180 })
    expect(subject.lives(86_400).state).toBe('FALLANDO')
  })

  it('against a schedule ends with samples only', () => {
    const policy = policyFor({
      critical: false,
      probed: false,
      overrides: { silenceMeans: 'FALLANDO', expectedIntervalMs: minutes(1) },
    })
    const subject = givenSubject(policy).lives(600, { good: 1 })
    subject.livesUntilItChanges()

    expect(conditionHolds(subject.memory, subject.summary, policy, start + subject.elapsed * 1000)).toBe(true)
    expect(subject.livesUntilItChanges({ good: 1 })).toBe(10 + 180)
  })

  it('against a schedule resets the clean time of an earlier failure', () => {
    const subject = givenFailing(
      policyFor({
        critical: false,
        probed: false,
        overrides: { silenceMeans: 'FALLANDO', expectedIntervalMs: minutes(1) },
      }),
    )

    subject.lives(120, { good: 5 }).lives(100)

    expect(subject.livesUntilItChanges({ good: 5 })).toBe(10 + 180)
  })

  it('during downtime of the service itself does not count', () => {
    const subject = givenHealthy().lives(600)

    subject.isNotWatchedFor(3600)

    expect(subject.livesUntilItChanges()).toBe(300)
  })
})

describe('a resolution by an operator', () => {
  it('is refused while the condition holds', () => {
    const subject = givenFailing()

    expect(subject.isResolvedByHand()).toBeNull()
    expect(subject.state).toBe('FALLANDO')
  })

  it('makes a subject Operativo if its numbers are clean', () => {
    const subject = givenFailing().lives(120, { good: 5 })

    expect(subject.isResolvedByHand()).toBe('BY_HAND')
    expect(subject.memory).toMatchObject({
      state: 'OPERATIVO',
      incidentSeverity: null,
      departures: [start + 3_660_000],
    })
    expect(subject.transitions.at(-1)?.evidence.code).toBe('RESOLVED_BY_HAND')
  })

  it('ends the incident of a silent subject, but does not make it Operativo', () => {
    const subject = givenFailing()
    subject.livesUntilItChanges()

    expect(subject.isResolvedByHand()).toBe('BY_HAND')
    expect(subject.memory).toMatchObject({ state: 'DESCONOCIDO', incidentSeverity: null })
    expect(subject.lives(10, { good: 1 }).state).toBe('OPERATIVO')
  })

  it('by force grants five minutes before a condition that still holds opens an incident', () => {
    const subject = givenFailing()

    expect(subject.isResolvedByHand({ force: true })).toBe('BY_FORCE')
    expect(subject.lives(290, { bad: 5 }).memory).toMatchObject({ state: 'FALLANDO', incidentSeverity: null })
    expect(subject.lives(10, { bad: 5 }).memory).toMatchObject({ incidentSeverity: 'FALLANDO', forcedAt: null })
    expect(subject.events).toMatchObject([{ name: 'STILL_HOLDS', evidence: { code: 'ERRORS_FAILING' } }])
  })

  it('by force opens no further incident if the subject recovers', () => {
    const subject = givenFailing()
    subject.isResolvedByHand({ force: true })

    subject.lives(1200, { good: 5 })

    expect(subject.memory).toMatchObject({ state: 'OPERATIVO', forcedAt: null, incidentSeverity: null })
    expect(subject.events).toEqual([])
  })

  it('by force delays the incident of an escalation by the five minutes', () => {
    const subject = givenDegraded()
    subject.isResolvedByHand({ force: true })

    subject.livesUntilItChanges({ bad: 10 })
    expect(subject.memory).toMatchObject({ state: 'FALLANDO', incidentSeverity: null })

    subject.lives(300, { bad: 10 })
    expect(subject.memory.incidentSeverity).toBe('FALLANDO')
  })
})

describe('a policy', () => {
  it('is stricter for critical subjects', () => {
    expect([normal.degradedEnter, normal.failingEnter, normal.slowBudgetMs]).toEqual([0.05, 0.25, 1000])
    expect([critical.degradedEnter, critical.failingEnter, critical.slowBudgetMs]).toEqual([0.02, 0.1, 500])
  })

  it('has overrides for single numbers', () => {
    const policy = policyFor({ critical: false, probed: false, overrides: { failingEnter: 0.5 } })

    expect(policy).toEqual({ ...normal, failingEnter: 0.5 })
    expect(givenHealthy(policy).lives(1200, { good: 6, bad: 4 }).state).toBe('DEGRADADO')
  })

  it.each([
    [{ failingenter: 0.5 }, 'There is no threshold "failingenter"; there are slowBudgetMs, '],
    [{ toString: 1 }, 'There is no threshold "toString"'],
    [{ failingEnter: 25 }, 'The threshold failingEnter is a ratio over 0 and up to 1, not 25.'],
    [{ failingEnter: 'much' }, 'not "much".'],
    [{ failingLeast: 0 }, 'The threshold failingLeast is a whole number, 1 or more, not 0.'],
    [{ longWindowMs: 15_000 }, 'a multiple of 10000'],
    [{ longWindowMs: 60_000 }, 'none shorter than the one before'],
    [{ degradedEnter: 0.3 }, 'at most failingEnter'],
    [{ silenceMeans: 'FALLANDO' }, 'expectedIntervalMs says how often'],
  ])('refuses %j in a sentence', (overrides, sentence) => {
    expect(() => policyFor({ critical: false, probed: false, overrides })).toThrow(sentence)
  })
})

describe('the reason of a state', () => {
  const evidence = { windowSeconds: 300, n: 15, bad: 12, recentRate: 80, p95: 1234, threshold: 25, at: start }

  it.each<[ReasonCode, string]>([
    ['ERRORS_FAILING', '12 de 15 fallidas en 5 min (80,00 %); el límite es 25,00 %.'],
    ['ERRORS_DEGRADED', '12 de 15 fallidas en 5 min (80,00 %); el límite es 25,00 %.'],
    ['SLOW', '12 de 15 lentas en 5 min (80,00 %); el límite es 25,00 %; p95 de 1234 ms.'],
    ['SILENCE_FAILING', 'No llega ninguna muestra desde hace 5 min, aunque su horario las prevé.'],
    [
      'PARTLY_RECOVERED',
      'Recuperado en parte: 12 de 15 fallidas en 5 min (80,00 %), dentro del límite de salida de 25,00 % por el margen de error.',
    ],
    [
      'RECOVERED',
      'Recuperado: 12 de 15 fallidas en 5 min (80,00 %), dentro del límite de salida de 25,00 % por el margen de error.',
    ],
    ['FIRST_SAMPLE', 'Ha llegado la primera muestra correcta: 12 de 15 fallidas en 5 min (80,00 %).'],
    ['NO_DATA', 'No llega ninguna muestra desde hace 5 min.'],
    ['DATA_RETURNED', 'Vuelven a llegar muestras: 12 de 15 fallidas en 5 min (80,00 %).'],
    ['RESOLVED_BY_HAND', 'Un operador dio por resuelto el incidente: 12 de 15 fallidas en 5 min (80,00 %).'],
  ])('%s is a Spanish sentence with the numbers', (code, sentence) => {
    expect(explain({ ...evidence, code })).toBe(sentence)
  })

  it('uses the singular for one, and hours for long times', () => {
    expect(explain({ ...evidence, code: 'ERRORS_FAILING', bad: 1, n: 12_345, windowSeconds: 60 })).toBe(
      '1 de 12.345 fallida en 60 s (0,01 %); el límite es 25,00 %.',
    )
    expect(explain({ ...evidence, code: 'NO_DATA', windowSeconds: 9000 })).toContain('hace 2,5 h')
  })
})
