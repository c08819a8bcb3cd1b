import type { ServerResponse } from 'node:http'
import type { Config } from '../config.ts'
import type { Clock } from '../lib/clock.ts'
import { DomainError } from '../lib/errors.ts'
import { createMinuteCounts, minuteMs } from './minute-counts.ts'

/** Requests that a token may make in a minute unless the setting TOKEN_REQUESTS_PER_MINUTE says otherwise. */
const defaultQuotas = { PERSONAL: 1_200, SERVICE: 600 } as const

/**
 * Counts a request of the token with this id and writes the headers `RateLimit-Policy` and `RateLimit` as in
 * draft-ietf-httpapi-ratelimit-headers. Returns TOO_MANY_ATTEMPTS above the limit, otherwise null.
 */
export type CheckTokenRate = (
  kind: keyof typeof defaultQuotas,
  id: string,
  res: Pick<ServerResponse, 'setHeader'>,
) => DomainError | null

/** Creates the limit on the requests of each token at this instance, counted in minutes of the clock. */
export function createTokenRate(
  { tokenRequestsPerMinute }: Pick<Config, 'tokenRequestsPerMinute'>,
  clock: Pick<Clock, 'now'>,
): CheckTokenRate {
  const countRequest = createMinuteCounts(clock)
  return (kind, id, res) => {
    const { count, seconds } = countRequest(id)
    const quota = tokenRequestsPerMinute ?? defaultQuotas[kind]
    res.setHeader('RateLimit-Policy', `"token";q=${quota};w=${minuteMs / 1_000}`)
    res.setHeader('RateLimit', `"token";r=${Math.max(0, quota - count)};t=${seconds}`)
    return count > quota ? tooManyRequests(quota, seconds) : null
  }
}

const tooManyRequests = (quota: number, seconds: number) =>
  new DomainError('TOO_MANY_ATTEMPTS', { code: 'TOKEN_RATE_EXCEEDED', parameters: { quota, seconds } }, seconds)
