import type { LearnedTraffic } from '../../../src/monitoring/health/traffic/expected-traffic.ts'
import type { GivenGateway } from '../gateway.ts'
import { days, hours } from './traffic.ts'

/** It is known that so many requests a minute are usual for a subject, at any time of day. */
export async function givenUsualTraffic(
  { db, clock, pass }: GivenGateway,
  id: string,
  perMinute: number,
): Promise<void> {
  const to = Math.floor(clock.now() / hours(1)) * hours(1)
  const rate = { perMinute: (7 * perMinute) / 10, fewest: 4 * perMinute }
  const traffic: LearnedTraffic = {
    from: to - days(28),
    learnedTo: to + hours(2),
    usual: Array.from({ length: 48 }, () => ({ hours: 60, rate })),
  }
  await db.subject.updateMany({ where: { key: id }, data: { traffic } })
  await pass(10)
}
