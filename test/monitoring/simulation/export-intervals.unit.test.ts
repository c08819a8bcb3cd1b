import { createRuleState, type RuleState } from '../../../src/monitoring/health/rule/rule-state.ts'
import { evaluate } from '../../../src/monitoring/health/rule/evaluate.ts'
import { summarise } from '../../../src/monitoring/health/rule/window-summary.ts'
import type { State } from '../../../src/monitoring/health/rule/state.ts'
import { bucketMs } from '../../../src/monitoring/telemetry/buckets.ts'
import { createWindow, mergeRow, recordAggregate, takePending } from '../../../src/monitoring/telemetry/window.ts'
import { critical, minutes, normal, randomFrom, seconds, start } from '../../support/monitoring/traffic.ts'

type Exports = { everyMs: number; lateMs: number; count: number; badFrom?: number; badUntil?: number; until?: number }

/**
 * Evaluates two subjects for two hours by the rule of production, of which a service exports these counts, each export
 * late by up to `lateMs`, as the instance sees it that received them (`mine`) and as another that reads its rows.
 */
function run(
  { everyMs, lateMs, count, badFrom = Infinity, badUntil = Infinity, until = Infinity }: Exports,
  policy = normal,
) {
  const random = randomFrom(everyMs + count)
  const [mine, others] = [createWindow(), createWindow()]
  let states: { mine: RuleState; others: RuleState } = { mine: createRuleState(start), others: createRuleState(start) }
  const changes: { mine: [number, State][]; others: [number, State][] } = { mine: [], others: [] }
  let next = start + everyMs
  for (let at = start + bucketMs; at <= start + minutes(120); at += bucketMs) {
    for (const row of takePending(mine)) mergeRow(others, row)
    while (next < at - random() * lateMs) {
      const bad = next >= start + badFrom && next < start + badUntil ? count : 0
      const bins = [{ aboveMs: 10, upToMs: 25, count }]
      if (next <= start + until)
        recordAggregate(
          mine,
          { at: next - 1, intervalMs: everyMs, count, bad, sumMs: count * 20, bins },
          policy.slowBudgetMs,
        )
      next += everyMs
    }
    for (const [name, window] of [
      ['mine', mine],
      ['others', others],
    ] as const) {
      const summary = summarise(window, at, states[name], policy)
      const { memory, transition } = evaluate(states[name], summary, policy, at)
      states = { ...states, [name]: memory }
      if (transition) changes[name].push([at - start, transition.to])
    }
  }
  return changes
}

const intervals = [10, 30, 60, 61, 300].map((count) => seconds(count))

describe.each(intervals)('an endpoint whose samples are exported every %i ms', (everyMs) => {
  it.each([1, 4, 500])('is Operativo throughout while its %i requests succeed, however late they arrive', (count) => {
    const changes = run({ everyMs, lateMs: seconds(15), count })

    expect(changes.mine).toEqual([[expect.any(Number), 'OPERATIVO']])
    expect(changes.others).toEqual([[expect.any(Number), 'OPERATIVO']])
  })

  it('is Fallando within two intervals and a minute once its requests fail, and stays so until they succeed', () => {
    const failing = { badFrom: minutes(30), badUntil: minutes(60) }
    const changes = run({ everyMs, lateMs: seconds(5), count: 20, ...failing }, critical)

    for (const seen of [changes.mine, changes.others]) {
      const [, [failedAt, failed] = [0], [endedAt] = [0], ...rest] = seen
      expect(failed).toBe('FALLANDO')
      expect(failedAt).toBeGreaterThanOrEqual(minutes(30))
      expect(failedAt).toBeLessThanOrEqual(minutes(31) + 2 * everyMs)
      expect(endedAt).toBeGreaterThan(minutes(60))
      expect(seen.at(-1)?.[1]).toBe('OPERATIVO')
      expect(rest.length).toBeLessThanOrEqual(1)
    }
  })
})
