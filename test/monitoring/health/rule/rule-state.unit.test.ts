import { createRuleState, type RuleState } from '../../../../src/monitoring/health/rule/rule-state.ts'
import { enterState, noCleanTimers, noPending } from '../../../../src/monitoring/health/rule/transition.ts'
import { lastSampleOf, silenceOf } from '../../../../src/monitoring/health/rule/no-data.ts'
import type { Evidence, State } from '../../../../src/monitoring/health/rule/state.ts'
import type { Summary } from '../../../../src/monitoring/health/rule/window-summary.ts'
import { givenSubject } from '../../../support/monitoring/subject.ts'
import { minutes, normal, start } from '../../../support/monitoring/traffic.ts'

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

describe('the rule state', () => {
  it('of a new subject is empty, except for an open incident', () => {
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
})

describe('entering a state', () => {
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

  it('opens an incident and counts as a departure, from Operativo to Degradado', () => {
    const { memory, transition } = enterState(inState('OPERATIVO'), 'DEGRADADO', evidence, normal)

    expect(memory).toMatchObject({
      state: 'DEGRADADO',
      since: start + 10,
      incidentSeverity: 'DEGRADADO',
      departures: [start + 10],
    })
    expect(transition).toEqual({ from: 'OPERATIVO', to: 'DEGRADADO', at: start + 10, evidence })
  })

  it('keeps only the clean time of Degradado, from Fallando to Degradado', () => {
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

  it('ends the silence, from Desconocido to Degradado', () => {
    expect(
      enterState(inState('DESCONOCIDO', { silentSince: start }), 'DEGRADADO', evidence, normal).memory.silentSince,
    ).toBeNull()
  })

  it('opens no incident during the grace period of a resolution by force', () => {
    expect(
      enterState(inState('OPERATIVO', { forcedAt: start }), 'DEGRADADO', evidence, normal).memory.incidentSeverity,
    ).toBeNull()
  })

  it('keeps the grace period while it is Desconocido, and ends it by recovery', () => {
    const forced = inState('DEGRADADO', { forcedAt: start })
    const unknown = enterState(forced, 'DESCONOCIDO', evidence, normal).memory

    expect(unknown.forcedAt).toBe(start)
    expect(enterState(unknown, 'DEGRADADO', evidence, normal).memory.incidentSeverity).toBeNull()
    for (const from of [forced, unknown])
      expect(enterState(from, 'OPERATIVO', evidence, normal).memory.forcedAt).toBeNull()
  })

  it('resets every timer if it is Desconocido', () => {
    const busy = inState('FALLANDO', {
      pending: { failing: 1, degraded: 2, slow: 3 },
      clean: { failing: 1, degraded: 2 },
    })

    expect(enterState(busy, 'DESCONOCIDO', evidence, normal).memory).toMatchObject({
      silentSince: start + 10,
      pending: noPending,
      clean: noCleanTimers,
    })
  })
})

describe('silence', () => {
  it('before the first sample changes nothing', () => {
    expect(silenceOf(createRuleState(start), seenAt(null, 0), normal, start + minutes(600))).toBe('FROZEN')
  })

  it('freezes the timers exactly when it has lasted for freezeAfterMs', () => {
    const policy = { ...normal, freezeAfterMs: minutes(2) }
    const at = start + minutes(2)

    expect(silenceOf(inState('OPERATIVO'), seenAt(start), policy, at)).toBe('FROZEN')
    expect(silenceOf(inState('OPERATIVO'), seenAt(start + 1), policy, at)).toBe('NONE')
  })

  it('ends for Desconocido only with samples from after it began, for any other state with any sample', () => {
    expect(silenceOf(inState('DESCONOCIDO'), seenAt(start, 0), normal, start)).toBe('FROZEN')
    expect(silenceOf(inState('DESCONOCIDO'), seenAt(start, 1), normal, start)).toBe('NONE')
    expect(silenceOf(inState('OPERATIVO'), seenAt(start, 0), normal, start)).toBe('NONE')
  })

  it('is counted from the later of the remembered last sample and the observed one', () => {
    const remembered = (lastSampleAt: number | null) => inState('OPERATIVO', { lastSampleAt })

    expect(lastSampleOf(remembered(7), seenAt(5))).toBe(7)
    expect(lastSampleOf(remembered(5), seenAt(7))).toBe(7)
    expect(lastSampleOf(remembered(-5), seenAt(null))).toBe(-5)
    expect(lastSampleOf(remembered(null), seenAt(-7))).toBe(-7)
    expect(lastSampleOf(remembered(null), seenAt(null))).toBeNull()
  })
})
