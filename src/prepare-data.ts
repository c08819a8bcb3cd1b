import { ensureFirstOperator } from './auth/operators.ts'
import { warmUpPasswordHash } from './auth/passwords.ts'
import type { Config } from './config.ts'
import type { RootDatabase } from './database/database.ts'
import { inventoryRoutes } from './http/admin/routes.ts'
import { syncRoutes } from './inventory/sync-routes.ts'
import type { Clock } from './lib/clock.ts'
import { resolveRemoved } from './monitoring/incidents/persist-verdict.ts'
import { retireService } from './monitoring/services/ensure-service-integrations.ts'
import { sharedSourceId } from './monitoring/telemetry/sources/source-queries.ts'
import { ensureIntegrations } from './trade/records/integrations.ts'
import { seedSampleData } from './trade/records/seed-data.ts'
import { closeAllInterrupted } from './trade/replay/replay-run.ts'

/** Writes the data that must be in the database before the first request, and prepares the password hash. */
export async function prepareData(config: Config, db: RootDatabase, clock: Clock) {
  const at = clock.now()
  await syncRoutes(db, inventoryRoutes, new Date(at))
  await resolveRemoved(db, at)
  await ensureIntegrations(db, new Date(at))
  if (config.ingestToken === null) await retireService(db, sharedSourceId, at)
  // Only this process uses the embedded database: a replay still running in it was interrupted when a process died.
  if (config.databaseUrl === null) await closeAllInterrupted(db, new Date(at))
  if (config.sampleData && config.databaseUrl === null) await seedSampleData(db, new Date(at))
  await warmUpPasswordHash()
  return ensureFirstOperator(db, config, new Date(at))
}
