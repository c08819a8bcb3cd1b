import { StartupError, errorMessage } from '../../lib/errors.ts'
import { log } from '../../lib/log.ts'
import { isMigrated, markRolledBack, type ReadRows } from './applied-migrations.ts'
import { migrate } from './migrate.ts'
import type { MigrationAdapter } from './script-adapter.ts'

/** Maximum attempts to run the migrations at a start. */
const maxAttempts = 5

/** PostgreSQL's codes of a deadlock, a lock that is not available, and a statement that was cancelled or took too long. */
const passingCodes = /^(40P01|55P03|57014)$/

/**
 * Applies the pending migrations, including those that failed at an earlier start. A migration that loses a deadlock
 * with a running instance, or waits too long for its locks, is tried again.
 * @throws StartupError when a migration fails for another reason, or at every attempt.
 */
export async function runMigrations(readRows: ReadRows, createAdapter: CreateAdapter): Promise<void> {
  if (await isMigrated(readRows)) return
  for (let attempt = 1; ; attempt += 1) {
    const stopped = await runOnce(readRows, createAdapter)
    if (stopped === null) return
    if (attempt === maxAttempts) throw notTaken(stopped)
    log.warn({ err: stopped, attempt }, 'a migration was stopped by other work on the database; trying again')
  }
}

type CreateAdapter = (onError: (error: unknown) => void) => MigrationAdapter

/** Returns the error that stopped a migration, null if none did. */
async function runOnce(readRows: ReadRows, createAdapter: CreateAdapter): Promise<unknown> {
  let reason: unknown = null
  const adapter = createAdapter((error) => {
    reason = error
  })
  try {
    await markRolledBack(readRows)
    const applied = await migrate(adapter)
    if (applied.length > 0) log.info({ applied }, 'migrations applied')
    return null
  } catch (error) {
    if (isPassing(reason)) return reason
    throw error instanceof StartupError ? error : notTaken(reason ?? error)
  } finally {
    await adapter.dispose()
  }
}

const notTaken = (error: unknown) =>
  new StartupError(`The database did not take the migrations: ${errorMessage(error)}`)

const isPassing = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && passingCodes.test(String(error.code))
