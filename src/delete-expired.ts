import { clearOldDeliveries } from './alerting/deliveries/prune-deliveries.ts'
import { clearExpiredAttempts } from './auth/lockout.ts'
import { clearExpiredSignIns } from './auth/oidc/attempts.ts'
import { clearLogoutTokens } from './auth/oidc/logout.ts'
import { clearExpiredSessions } from './auth/sessions.ts'
import { clearOldTokens } from './auth/tokens/manage-tokens.ts'
import type { DatabaseClock } from './database/coordination/database-clock.ts'
import type { RootDatabase } from './database/database.ts'
import { clearExpiredKeys } from './database/idempotency.ts'
import { log } from './lib/log.ts'
import { clearOldExamples } from './monitoring/examples/example-queries.ts'
import { clearOldTraces } from './request/request-traces.ts'
import { clearOldBudgets } from './monitoring/health/learned-budget/budget-history.ts'
import { clearOldPauses } from './monitoring/recorded-ticks.ts'
import { clearOldTrafficHours } from './monitoring/health/traffic/traffic-hours.ts'
import { clearOldStreams } from './monitoring/telemetry/otlp/stream-room.ts'
import { clearOldRefusals, clearRetiredServices } from './monitoring/telemetry/sources/source-queries.ts'

const everyMs = 60_000

/** Deletes every minute what has expired by the time of the database, while that is known. Returns the function that stops it. */
export const startDeleting = (db: RootDatabase, { clock, isKnown }: DatabaseClock): (() => void) =>
  clock.every(everyMs, (at) => {
    if (isKnown()) void deleteExpired(db, at)
  })

/** Deletes what has expired by `at`, in milliseconds since 1970. A failure is logged; the next call tries again. */
async function deleteExpired(db: RootDatabase, at: number) {
  try {
    await clearExpiredSessions(db, new Date(at))
    await clearOldTokens(db, new Date(at))
    await clearRetiredServices(db, new Date(at))
    await clearOldRefusals(db, new Date(at))
    await clearOldStreams(db, new Date(at))
    await clearExpiredAttempts(db, at)
    await clearExpiredSignIns(db, new Date(at))
    await clearLogoutTokens(db, new Date(at))
    await clearExpiredKeys(db, new Date(at))
    await clearOldDeliveries(db, new Date(at))
    await clearOldExamples(db, new Date(at))
    await clearOldTraces(db, new Date(at))
    await clearOldBudgets(db, new Date(at))
    await clearOldPauses(db, new Date(at))
    await clearOldTrafficHours(db, new Date(at))
  } catch (error) {
    log.warn(
      { err: error },
      'expired sessions, tokens, sign-in attempts, keys, streams, deliveries, examples and traces could not be deleted; trying again',
    )
  }
}
