import fc from 'fast-check'
import { beatOverrides, scheduleOverrides } from '../../src/monitoring/heartbeats/schedule.ts'
import { evaluate } from '../../src/monitoring/health/rule/evaluate.ts'
import { policyFor } from '../../src/monitoring/health/rule/policy.ts'
import { createRuleState } from '../../src/monitoring/health/rule/rule-state.ts'
import { summarise } from '../../src/monitoring/health/rule/window-summary.ts'
import { createWindow, record } from '../../src/monitoring/telemetry/window.ts'
import { minutes, seconds, start } from '../support/monitoring/traffic.ts'

/** A beat this many milliseconds after the one before. */
const beat = fc.record({
  afterMs: fc.integer({ min: 0, max: 30_000 }),
  ok: fc.boolean(),
  durationMs: fc.constantFrom(0, 5_000),
})
const limits = fc.constantFrom(
  {},
  { slowBudgetMs: 1_000 },
  { slowBudgetMs: 1_000, degradedLeast: 1, pendingDegradedMs: 0 },
)
/** At most 60 beats in a minute are accepted. */
const beats = fc.array(beat, { minLength: 1, maxLength: 50 })

it('after each tick the last beat alone has decided the state, however many came within ten seconds', () => {
  fc.assert(
    fc.property(beats, fc.boolean(), limits, (beats, critical, limit) => {
      const schedule = scheduleOverrides({ intervalSeconds: 86_400, graceSeconds: 3_600 })
      const policy = policyFor({ critical, probed: false, overrides: { ...beatOverrides, ...schedule, ...limit } })
      const window = createWindow()
      let memory = createRuleState(start)
      let [at, next] = [start, 0]
      let last: { ok: boolean } | null = null
      let slowAt = -1

      for (let tick = start + seconds(10); tick <= start + minutes(30); tick += seconds(10)) {
        for (let one = beats[next]; one && at + one.afterMs < tick; one = beats[++next]) {
          at += one.afterMs
          last = one
          if (one.durationMs > policy.slowBudgetMs) slowAt = Math.floor(at / seconds(10))
          record(window, { ...one, at }, policy.slowBudgetMs)
        }
        memory = evaluate(memory, summarise(window, tick, memory, policy), policy, tick).memory
        const good = slowAt === Math.floor(at / seconds(10)) ? /OPERATIVO|DEGRADADO/ : /OPERATIVO/
        expect(memory.state).toMatch(last === null ? /DESCONOCIDO/ : last.ok ? good : /FALLANDO/)
      }
    }),
  )
})
