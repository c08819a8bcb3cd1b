import { type Service } from '../api/health/services.ts'

const REPORTS = 'ingest:observations'

/**
 * The expiry of the last token with which a service can report, if it is near or has passed. Null otherwise, and for
 * operators who may not see tokens.
 */
export function expiringToken({ tokens }: Pick<Service, 'tokens'>, now: Date): string | null {
  const last = tokens
    ?.filter(({ scopes }) => scopes.includes(REPORTS))
    .sort((one, other) => Date.parse(other.expiresAt) - Date.parse(one.expiresAt))[0]
  if (!last) return null
  return last.expiresSoon || Date.parse(last.expiresAt) <= now.getTime() ? last.expiresAt : null
}
