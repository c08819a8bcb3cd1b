import { withoutFuture } from '../../../src/monitoring/health/rule-state-store.ts'
import { createRuleState, type RuleState } from '../../../src/monitoring/health/rule/rule-state.ts'
import { beginTraffic, type TrafficState } from '../../../src/monitoring/health/traffic/traffic-state.ts'
import { hours, minutes, start } from '../../support/monitoring/traffic.ts'

const at = start
const before = at - hours(1)
const ahead = at + minutes(20)
const past: RuleState = { ...createRuleState(before), traffic: beginTraffic(before) }
const traffic = (more: Partial<TrafficState>): Partial<RuleState> => ({ traffic: { ...beginTraffic(before), ...more } })

it.each<[string, Partial<RuleState>]>([
  ...(['since', 'lastSampleAt', 'silenceFrom', 'silentSince', 'resolvedAt', 'forcedAt'] as const).map(
    (field): [string, Partial<RuleState>] => [field, { [field]: ahead }],
  ),
  ['departures', { departures: [before, ahead] }],
  ['traffic.hour', traffic({ hour: { start: ahead, fewest: 1 } })],
  ['traffic.explainedUntil', traffic({ explainedUntil: ahead })],
])('%s counts as no later than now, if the clock was set back since', (_, more) => {
  expect(JSON.stringify(withoutFuture({ ...past, ...more }, at))).not.toContain(String(ahead))
})

it('a rule state without a time ahead is the same', () => {
  expect(withoutFuture(past, at)).toBe(past)
})
