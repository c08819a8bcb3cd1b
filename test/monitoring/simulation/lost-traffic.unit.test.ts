import { policyFor } from '../../../src/monitoring/health/rule/policy.ts'
import { changesIn, days, entered, hours, minutes, poisson, replayed, start } from '../../support/monitoring/traffic.ts'

const learned = policyFor({ critical: false, probed: false, overrides: { traffic: 'LEARNED' } })
const healthy = days(15) + hours(13)

/** Traffic that stops for an hour, of which nobody knows where no request is recorded before its end. */
const losing = (seed: number) =>
  (function* () {
    yield* poisson(seed, [{ lasts: healthy, perMinute: 10, bad: 0 }])
    yield* poisson(seed + 1, [{ lasts: hours(1), perMinute: 10, bad: 0 }], start + healthy + hours(1))
  })()

it('a backtest tells of lost traffic, where it is learned, and of its end', () => {
  const events = replayed(losing(1), learned)
  const lost = events.find((told) => told.event === 'state' && told.transition.evidence.code === 'TRAFFIC_DROP')

  expect((lost?.at ?? Infinity) - (start + healthy)).toBeLessThanOrEqual(minutes(6))
  expect(changesIn(events)).toEqual(['OPENED', 'NO_DATA', 'DATA_RETURNED', 'RESOLVED'])
  expect(entered(replayed(losing(1)), 'DEGRADADO')).toBeNull()
})
