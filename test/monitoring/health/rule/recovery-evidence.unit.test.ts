import fc from 'fast-check'
import { explain } from '../../../../src/monitoring/health/reason-text.ts'
import { signalOf, type Evidence, type Transition } from '../../../../src/monitoring/health/rule/state.ts'
import type { Summary } from '../../../../src/monitoring/health/rule/window-summary.ts'
import { casesOf } from '../../../support/extent.ts'
import { givenSubject, type TenSeconds } from '../../../support/monitoring/subject.ts'
import { normal } from '../../../support/monitoring/traffic.ts'

const traffic = fc.constantFrom<TenSeconds>(
  { good: 10 },
  { good: 10 },
  { bad: 5, good: 1 },
  { slow: 4, good: 4 },
  { bad: 1, slow: 1, good: 9 },
  { bad: 1, good: 19 },
)
const periods = fc.array(fc.record({ lasts: fc.integer({ min: 3, max: 45 }), traffic }), { minLength: 2, maxLength: 8 })

/** Whether evidence has the counts of the window that it names, at the time that it names. */
function isOfItsWindow(evidence: Evidence, { windows, recent }: Summary): boolean {
  const what = signalOf(evidence) === 'SLOW' ? 'slow' : 'bad'
  return [...windows, recent].some(
    (window) =>
      window.ms / 1000 === (evidence.windowSeconds ?? 0) && window.n === evidence.n && window[what] === evidence.bad,
  )
}

/** The signal of the state that a recovery ends: that of its cause, or what a partial recovery left. */
const causeOf = (before: readonly Transition[]) =>
  before.findLast(({ to, evidence }) => to === 'FALLANDO' || /^(SLOW|ERRORS)/.test(evidence.code))?.evidence

describe('the evidence of a change of state', () => {
  it('has the figures of the window that it names, of the samples that its cause is about', () => {
    fc.assert(
      fc.property(periods, (all) => {
        const subject = givenSubject()
        for (const { lasts, traffic } of all) {
          for (let tick = 0; tick < lasts; tick++) {
            const before = subject.memory
            const { transition } = subject.lives(10, traffic).judgement
            if (!transition) continue
            const { evidence } = transition
            expect(isOfItsWindow(evidence, subject.summaryFor(before))).toBe(true)
            const cause = causeOf(subject.transitions.slice(0, -1))
            if (evidence.code === 'RECOVERED' && cause?.code === 'SLOW') expect(signalOf(evidence)).toBe('SLOW')
          }
        }
      }),
      { numRuns: casesOf(60, 1500) },
    )
  })

  it.each<[string, TenSeconds, string]>([
    ['slowness', { slow: 10 }, 'Recuperado: 0 de 60 lentas en 60 s (0,00 %), dentro del límite de salida de 2,50 %.'],
    ['errors', { bad: 10 }, 'Recuperado: 0 de 60 fallidas en 60 s (0,00 %), dentro del límite de salida de 2,50 %.'],
  ])('that recovered from %s speaks of it', (_, bad, sentence) => {
    const subject = givenSubject().lives(300, { good: 10 }).lives(180, bad).lives(600, { good: 10 })

    expect(subject.state).toBe('OPERATIVO')
    expect(explain(subject.transitions.at(-1)!.evidence)).toBe(sentence)
  })

  it('that recovered from slowness which outlasted the errors speaks of slowness', () => {
    const subject = givenSubject().lives(300, { good: 10 }).lives(120, { bad: 10 }).lives(400, { slow: 5, good: 5 })
    expect(subject.state).toBe('DEGRADADO')

    subject.lives(600, { good: 10 })

    expect(subject.transitions.at(-1)?.evidence).toMatchObject({ code: 'RECOVERED', signal: 'SLOW', bad: 0 })
  })

  it('says that the margin of error decides where the share alone is over the limit', () => {
    const evidence: Evidence = {
      ...{ code: 'RECOVERED', windowSeconds: 60, n: 60, bad: 2, recentRate: 3.33, p95: 50, threshold: 2.5, at: 0 },
    }

    expect(explain(evidence)).toMatch(/\(3,33 %\), dentro del límite de salida de 2,50 % por el margen de error\.$/)
    expect(explain({ ...evidence, bad: 1 })).toMatch(/\(1,67 %\), dentro del límite de salida de 2,50 %\.$/)
  })

  it('of a resolution by hand speaks of what the incident was about', () => {
    const subject = givenSubject(normal).lives(300, { good: 10 }).lives(180, { slow: 10 }).lives(90, { good: 10 })

    expect(subject.isResolvedByHand()).toBe('BY_HAND')
    expect(subject.transitions.at(-1)?.evidence).toMatchObject({ code: 'RESOLVED_BY_HAND', signal: 'SLOW' })
  })
})
