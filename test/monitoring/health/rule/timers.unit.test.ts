import fc from 'fast-check'
import { evaluate } from '../../../../src/monitoring/health/rule/evaluate.ts'
import { policyFor, type Policy } from '../../../../src/monitoring/health/rule/policy.ts'
import {
  createRuleState,
  hasTimers,
  stampTimers,
  type RuleState,
} from '../../../../src/monitoring/health/rule/rule-state.ts'
import { isBad, type Evidence, type Transition } from '../../../../src/monitoring/health/rule/state.ts'
import { timersOf, type HealthLimit, type HealthTimer } from '../../../../src/monitoring/health/rule/timers.ts'
import { enterState } from '../../../../src/monitoring/health/rule/transition.ts'
import { rateOf, type Summary } from '../../../../src/monitoring/health/rule/window-summary.ts'
import { casesOf } from '../../../support/extent.ts'
import { givenSubject, type TenSeconds } from '../../../support/monitoring/subject.ts'
import { critical, minutes, normal, seconds, start } from '../../../support/monitoring/traffic.ts'

const traffic = fc.constantFrom<TenSeconds>(
  {},
  { good: 5 },
  { good: 5 },
  { bad: 5 },
  { slow: 4, good: 4 },
  { bad: 1, good: 9 },
)
const periods = fc.array(
  fc.record({ lasts: fc.integer({ min: 1, max: 45 }).map((tens) => tens * 10), traffic, stopsBefore: fc.boolean() }),
  { minLength: 1, maxLength: 8 },
)

/** The numbers of a subject all of whose samples fail. */
const failing = givenSubject().lives(60, { bad: 5 }).summary

/** How long a timer has lasted. */
const lastedAt = ({ since, pausedAt }: HealthTimer, at: number) => (since === null ? null : (pausedAt ?? at) - since)

/** A change because of a limit was announced at the tick before: its state, and a time that has come. */
function problemsOfChange(
  before: RuleState,
  after: RuleState,
  policy: Policy,
  { transition, summary, at }: { transition: Transition | null; summary: Summary; at: number },
): string[] {
  const code = transition?.evidence.code ?? ''
  const { pending, recovering } = timersOf(before, summary, policy)
  const announced = /^(ERRORS|SLOW)/.test(code) ? pending : code.endsWith('RECOVERED') ? recovering : null
  // A subject that stops being unstable has to be clean for less time.
  if (announced === pending && wasUnconfirmed(before, code, policy)) return []
  if (!announced || before.unstable !== after.unstable) return []
  if (announced.dueAt === null) return /^(ERRORS|SLOW)/.test(code) ? [`${code} was not announced`] : []
  const isDue = announced.dueAt <= at && announced.state === transition?.to
  return isDue ? [] : [`${code} at ${at}: ${JSON.stringify(announced)}`]
}

/** Whether a breach had lasted long enough already, so that only the last minute had to confirm it. */
function wasUnconfirmed({ pending }: RuleState, code: string, policy: Policy): boolean {
  if (code === 'ERRORS_FAILING') return (pending.failing ?? 0) >= policy.pendingFailingMs
  return ((code === 'SLOW' ? pending.slow : pending.degraded) ?? 0) >= policy.pendingDegradedMs
}

/** The timers say what the rule has counted. */
function problemsOfTimers(memory: RuleState, summary: Summary, policy: Policy, at: number): string[] {
  const { pending, recovering } = timersOf(memory, summary, policy)
  const numbersOf = (limit: HealthLimit) => {
    const what = limit.signal === 'SLOW' ? 'slow' : 'bad'
    return [...summary.windows, summary.recent].some(
      (window) => window.ms / 1000 === limit.windowSeconds && rateOf(window, what) === limit.share,
    )
  }
  const pendingLimits = pending?.limits ?? []
  const recoveringLimits = recovering?.limits ?? []
  const clean = memory.state === 'FALLANDO' ? memory.clean.failing : memory.clean.degraded
  const checks = {
    'only a bad state recovers': (recovering !== null) === isBad(memory.state),
    'the time of the timers is known while one runs': (memory.timersAt !== null) === hasTimers(memory),
    'a recovery lasts as counted': !recovering || lastedAt(recovering, at) === clean,
    'a breach lasts as counted': !pending || Object.values(memory.pending).includes(lastedAt(pending, at)),
    'a worse state is announced with a window over the limit': pendingLimits.every(
      (limit) => numbersOf(limit) && (limit.share ?? 0) >= limit.percent,
    ),
    'no worse state is announced while the last minute contradicts it': pendingLimits.every(
      ({ current, percent }) => (current ?? -1) >= percent,
    ),
    'a limit of a recovery is exceeded only by a share over it': recoveringLimits.every(
      ({ current, percent, exceeded }) => exceeded !== true || (current ?? -1) >= percent,
    ),
    'no timer begins in the future': [pending, recovering].every((timer) => (timer?.since ?? 0) <= at),
  }
  return Object.entries(checks).flatMap(([name, holds]) => (holds ? [] : [`${name}: ${JSON.stringify(memory)}`]))
}

describe('a timer', () => {
  it.each([
    ['normal', normal],
    ['critical', critical],
  ])('announces every change that its rule makes, and lasts as long as the rule has counted: %s', (_, policy) => {
    fc.assert(
      fc.property(periods, (all) => {
        const subject = givenSubject(policy)
        for (const { lasts, traffic, stopsBefore } of all) {
          // Stopped for a time in which nothing was evaluated, which must not count.
          if (stopsBefore) subject.isNotWatchedFor(170)
          for (let passed = 0; passed < lasts; passed += 10) {
            const before = subject.memory
            const { transition } = subject.lives(10, traffic).judgement
            // As the rule saw it: a resolution restarts the windows afterwards.
            const summary = subject.summaryFor(before)
            const at = start + seconds(subject.elapsed)
            const problems = [...problemsOfChange(before, subject.memory, policy, { transition, summary, at })]
            expect([...problems, ...problemsOfTimers(subject.memory, subject.summary, policy, at)]).toEqual([])
          }
        }
      }),
      { numRuns: casesOf(15, 600) },
    )
  })

  it('of a worse state begins with the first breach, and is due when it has lasted', () => {
    const subject = givenSubject().lives(60, { good: 1 }).lives(10, { bad: 20 })

    const at = start + seconds(70)
    expect(timersOf(subject.memory, subject.summary, normal).pending).toEqual({
      state: 'FALLANDO',
      since: at,
      requiredMs: seconds(30),
      dueAt: at + seconds(30),
      pausedAt: null,
      limits: [{ signal: 'ERRORS', percent: 25, current: 80, exceeded: true, windowSeconds: 60, share: 80 }],
    })
    expect(timersOf(subject.memory, subject.summary, normal).recovering).toBeNull()
  })

  it('of the worst state is named when two are due at once, and else the one that is due first', () => {
    const pending = { failing: 0, degraded: seconds(110), slow: null }
    const memory = { ...createRuleState(start), state: 'OPERATIVO' as const, pending, timersAt: start }
    const named = (pendingDegradedMs: number) =>
      timersOf(memory, failing, { ...normal, pendingDegradedMs }).pending?.state

    expect(named(seconds(120))).toBe('DEGRADADO')
    expect(named(seconds(140))).toBe('FALLANDO')
    expect(named(seconds(200))).toBe('FALLANDO')
  })

  it('of a recovery leads from Fallando to Degradado, unless the longer time is over too', () => {
    const clean = { failing: seconds(60), degraded: seconds(60) }
    const memory = { ...createRuleState(start), state: 'FALLANDO' as const, clean, timersAt: start }
    const soon = { ...memory, clean: { failing: 0, degraded: minutes(4) } }

    expect(timersOf(memory, failing, normal).recovering).toMatchObject({
      state: 'DEGRADADO',
      dueAt: start + seconds(120),
      limits: [{ signal: 'ERRORS', percent: 12.5 }],
    })
    expect(timersOf(soon, failing, normal).recovering).toMatchObject({
      state: 'OPERATIVO',
      dueAt: start + seconds(180),
      limits: [
        { signal: 'ERRORS', percent: 2.5 },
        { signal: 'SLOW', percent: 2.5 },
      ],
    })
    expect(timersOf({ ...memory, unstable: true }, failing, normal).recovering?.requiredMs).toBe(minutes(9))
  })

  it('stands still while no samples arrive, and goes on with the next', () => {
    const policy = policyFor({ critical: false, probed: false, overrides: { freezeAfterMs: minutes(1) } })
    const subject = givenSubject(policy).lives(600, { bad: 5 }).lives(120, { good: 5 })
    const running = timersOf(subject.memory, subject.summary, policy).recovering
    const frozen = subject.lives(300).memory
    const paused = timersOf(frozen, subject.summary, policy).recovering
    const resumed = timersOf(subject.lives(10, { good: 5 }).memory, subject.summary, policy).recovering

    expect(running?.pausedAt).toBeNull()
    expect(paused).toMatchObject({ pausedAt: start + seconds(780), since: (running?.since ?? 0) + seconds(10) })
    expect(stampTimers(frozen, start + minutes(60), true)).toBe(frozen)
    expect(resumed).toMatchObject({ pausedAt: null, since: (running?.since ?? 0) + seconds(250) })
  })

  it('of an unknown subject is none, and of one that never had a sample', () => {
    const never = givenSubject()
    const evidence = { code: 'NO_DATA', at: start } as Evidence
    const unknown = enterState(givenSubject().lives(600, { bad: 5 }).memory, 'DESCONOCIDO', evidence, normal).memory

    expect(timersOf(never.memory, never.summary, normal)).toEqual({ pending: null, recovering: null })
    expect(timersOf(unknown, never.summary, normal)).toEqual({ pending: null, recovering: null })
    expect(evaluate(never.memory, never.summary, normal, start).memory.timersAt).toBeNull()
  })

  it('that held before an operator resolved the incident is gone', () => {
    const subject = givenSubject().lives(600, { bad: 5 }).lives(60, { good: 60 })

    expect(subject.isResolvedByHand()).toBe('BY_HAND')
    expect(timersOf(subject.memory, subject.summary, normal)).toEqual({ pending: null, recovering: null })
  })
})
