import { afterDowntime, createRuleState, type RuleState } from '../../src/monitoring/health/rule/rule-state.ts'
import { enterState, noCleanTimers, noPending } from '../../src/monitoring/health/rule/transition.ts'
import { lastSampleOf, silenceOf } from '../../src/monitoring/health/rule/no-data.ts'
import type { Evidence, State } from '../../src/monitoring/health/rule/state.ts'
import type { Summary } from '../../src/monitoring/health/rule/window-summary.ts'
import { givenSubject } from '../support/subject.ts'
import { minutes, normal, start } from '../support/traffic.ts'

const nothingSeen = givenSubject().summary
const seenAt = (lastSampleAt: number | null, n = 1): Summary => ({
  ...nothingSeen,
  lastSampleAt,
  sinceSilence: () => ({ n, good: n }),
})
const inState = (state: State, more: Partial<RuleState> = {}): RuleState => ({
  ...createRuleState(start),
  state,
  ...more,
})

describe('what is remembered', () => {
  it('is nothing of somebody new, but for an incident that is open', () => {
    const nobody = {
      state: 'DESCONOCIDO',
      since: start,
      pending: { failing: null, degraded: null, slow: null },
      clean: { failing: null, degraded: null },
      timersAt: null,
      timersPaused: false,
      departures: [],
      unstable: false,
      lastSampleAt: null,
      silentSince: null,
      resolvedAt: null,
      forcedAt: null,
      incidentSeverity: null,
    }

    expect(createRuleState(start)).toEqual(nobody)
    expect(createRuleState(start, 'FALLANDO')).toEqual({ ...nobody, incidentSeverity: 'FALLANDO' })
  })

  it('goes on after the service was down as if that time had not been', () => {
    const before = inState('FALLANDO', { lastSampleAt: start + 1, forcedAt: start + 2, resolvedAt: start })

    expect(afterDowntime(before, 1_000)).toEqual({ ...before, lastSampleAt: start + 1_001, forcedAt: start + 1_002 })
    expect(afterDowntime(createRuleState(start), 1_000)).toEqual(createRuleState(start))
  })
})

describe('entering Degradado', () => {
  const evidence: Evidence = {
    code: 'ERRORS_DEGRADED',
    windowSeconds: 60,
    n: 1,
    bad: 1,
    recentRate: 1,
    p95: 1,
    threshold: 1,
    at: start + 10,
  }

  it('from Operativo is an incident, and a departure', () => {
    const { memory, transition } = enterState(inState('OPERATIVO'), 'DEGRADADO', evidence, normal)

    expect(memory).toMatchObject({
      state: 'DEGRADADO',
      since: start + 10,
      incidentSeverity: 'DEGRADADO',
      departures: [start + 10],
    })
    expect(transition).toEqual({ from: 'OPERATIVO', to: 'DEGRADADO', at: start + 10, evidence })
  })

  it('from Fallando keeps the time that was clean for it, and that time alone', () => {
    const failing = inState('FALLANDO', {
      clean: { failing: minutes(3), degraded: minutes(2) },
      incidentSeverity: 'FALLANDO',
    })

    const { memory } = enterState(failing, 'DEGRADADO', evidence, normal)

    expect(memory).toMatchObject({
      clean: { failing: null, degraded: minutes(2) },
      incidentSeverity: 'DEGRADADO',
      departures: [],
    })
  })

  it('after silence ends the silence', () => {
    expect(
      enterState(inState('DESCONOCIDO', { silentSince: start }), 'DEGRADADO', evidence, normal).memory.silentSince,
    ).toBeNull()
  })

  it('while a resolution by force is in its grace is no incident', () => {
    expect(
      enterState(inState('OPERATIVO', { forcedAt: start }), 'DEGRADADO', evidence, normal).memory.incidentSeverity,
    ).toBeNull()
  })

  it('is not the only way to go: silence sets every timer back', () => {
    const busy = inState('FALLANDO', {
      pending: { failing: 1, degraded: 2, slow: 3 },
      clean: { failing: 1, degraded: 2 },
      forcedAt: start,
    })

    expect(enterState(busy, 'DESCONOCIDO', evidence, normal).memory).toMatchObject({
      silentSince: start + 10,
      forcedAt: null,
      pending: noPending,
      clean: noCleanTimers,
    })
  })
})

describe('silence', () => {
  it('before the first sample moves nothing', () => {
    expect(silenceOf(createRuleState(start), seenAt(null, 0), normal, start + minutes(600))).toBe('FROZEN')
  })

  it('begins to stop the timers exactly when it has lasted for as long as that takes', () => {
    const policy = { ...normal, freezeAfterMs: minutes(2) }
    const at = start + minutes(2)

    expect(silenceOf(inState('OPERATIVO'), seenAt(start), policy, at)).toBe('FROZEN')
    expect(silenceOf(inState('OPERATIVO'), seenAt(start + 1), policy, at)).toBe('NONE')
  })

  it('is over for Desconocido only with samples from after it began, for any other state with any sample', () => {
    expect(silenceOf(inState('DESCONOCIDO'), seenAt(start, 0), normal, start)).toBe('FROZEN')
    expect(silenceOf(inState('DESCONOCIDO'), seenAt(start, 1), normal, start)).toBe('NONE')
    expect(silenceOf(inState('OPERATIVO'), seenAt(start, 0), normal, start)).toBe('NONE')
  })

  it('is counted from the later of the samples that are remembered and those that are seen', () => {
    const remembered = (lastSampleAt: number | null) => inState('OPERATIVO', { lastSampleAt })

    expect(lastSampleOf(remembered(7), seenAt(5))).toBe(7)
    expect(lastSampleOf(remembered(5), seenAt(7))).toBe(7)
    expect(lastSampleOf(remembered(-5), seenAt(null))).toBe(-5)
    expect(lastSampleOf(remembered(null), seenAt(-7))).toBe(-7)
    expect(lastSampleOf(remembered(null), seenAt(null))).toBeNull()
  })
})
