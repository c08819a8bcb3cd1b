import fc from 'fast-check'
import type { State } from '../../../src/monitoring/health/rule/state.ts'
import { receptionState } from '../../../src/monitoring/services/judge-reception.ts'
import { isInterrupted, type JudgedService } from '../../../src/monitoring/services/telemetry-interruption.ts'

const at = 1_000_000

/** A watched service that last reported this many seconds ago. */
const service = (intervalS: number, silentS: number, isTold = false): JudgedService => ({
  intervalMs: intervalS * 1_000,
  lastReportAt: at - silentS * 1_000,
  isTold,
  isAtLimit: silentS >= 2 * intervalS + 50,
})

const arbitrary = fc
  .tuple(fc.constantFrom(5, 10, 60, 300), fc.integer({ min: 0, max: 900 }), fc.boolean())
  .map(([intervalS, silentS, isTold]) => service(intervalS, silentS, isTold && silentS >= 2 * intervalS + 50))

it.each<[string, JudgedService[], boolean]>([
  ['two that stopped at once', [service(10, 70), service(10, 70)], true],
  ['two that stopped within ten seconds', [service(10, 72), service(10, 63)], true],
  ['one of two that stopped, while the other reports', [service(10, 70), service(10, 3)], false],
  ['the only one', [service(10, 70)], false],
  ['one, while another is not due yet', [service(10, 70), service(300, 70)], false],
  ['one, while another has been told silent already', [service(10, 70), service(10, 900, true)], false],
  ['one, while another is late and a third is not due yet', [service(10, 70), service(30, 70), service(300, 70)], true],
])('telemetry is interrupted or not when a service reaches its limit: %s', (_what, services, expected) => {
  expect(isInterrupted(services, at)).toBe(expected)
})

it('telemetry is not interrupted while a watched service reports, or is only one', () => {
  fc.assert(
    fc.property(fc.array(arbitrary, { maxLength: 5 }), (services) => {
      expect(isInterrupted([...services, service(10, 0)], at)).toBe(false)
      expect(isInterrupted(services.slice(0, 1), at)).toBe(false)
    }),
  )
})

it('whether telemetry is interrupted does not depend on the order of services, or on those that were told silent long ago', () => {
  fc.assert(
    fc.property(fc.array(arbitrary, { maxLength: 5 }), (services) => {
      const is = isInterrupted(services, at)

      expect(isInterrupted([...services].reverse(), at)).toBe(is)
      expect(isInterrupted([...services, service(10, 10_000, true)], at)).toBe(is)
    }),
  )
})

describe('the state of the reception', () => {
  const state = fc.constantFrom<State>('OPERATIVO', 'FALLANDO', 'DESCONOCIDO')
  const services = fc.array(arbitrary, { maxLength: 5 })

  it('is Operativo at a tick after a report, whenever in the tick that came, and whatever else is silent', () => {
    fc.assert(
      fc.property(services, state, fc.integer({ min: -20, max: 5 }), (others, before, agoS) => {
        const memory = { state: before, lastSampleAt: at - 60_000 }
        expect(receptionState(memory, [...others, service(10, agoS)], at)).toBe('OPERATIVO')
      }),
    )
  })

  it('is never Operativo without a service that is within its limit', () => {
    fc.assert(
      fc.property(services, state, fc.nat({ max: 900 }), (all, before, agoS) => {
        const memory = { state: before, lastSampleAt: at - agoS * 1_000 }
        const silent = all.map((one) => ({ ...one, isAtLimit: true }))
        expect(receptionState(memory, silent, at)).not.toBe('OPERATIVO')
      }),
    )
  })

  it('stays Fallando until a watched service reports, as long as one of them is silent', () => {
    fc.assert(
      fc.property(services, (all) => {
        const memory = { state: 'FALLANDO' as const, lastSampleAt: at }
        const isAnySilent = all.some(({ isTold, isAtLimit }) => isTold || isAtLimit)
        expect(receptionState(memory, all, at)).toBe(isAnySilent ? 'FALLANDO' : 'DESCONOCIDO')
      }),
    )
  })
})
