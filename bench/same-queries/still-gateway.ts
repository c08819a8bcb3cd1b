import { openDatabase } from '../../src/database/open.ts'
import { startDatabaseClock } from '../../src/database/coordination/database-clock.ts'
import { createContexts, type Context } from '../../src/graphql/context.ts'
import { readTrustedDocuments } from '../../src/graphql/http/trusted-documents.ts'
import { createChangeBus } from '../../src/lib/change-bus.ts'
import { log } from '../../src/lib/log.ts'
import { prepareData } from '../../src/prepare-data.ts'
import { createSessionCache } from '../../src/request/session-cache.ts'
import { build } from '../../src/server.ts'
import { manualClock } from '../../test/support/clock.ts'
import { testConfig } from '../../test/support/gateway.ts'
import { rememberReads } from './remember-reads.ts'

const { DATA_DIR: dataDir = '', AT: at = '', COOKIE: cookie = '' } = process.env

/**
 * Builds Vigía on the database in `DATA_DIR`, at a time that stands still: nothing is evaluated, and equal queries have
 * equal responses. All participants are built this way; only Vigía itself listens with its own server.
 */
export async function buildStill() {
  log.level = 'warn'
  const config = { ...testConfig, dataDir, sampleData: false }
  const opened = await openDatabase(config, process.pid)
  const { db, remember } = rememberReads(opened.db)
  process.on('message', (message: { remember?: boolean }) => {
    if (message.remember === undefined) return
    remember(message.remember)
    process.send?.({ remembered: true })
  })
  const changeBus = createChangeBus()
  const coordination = await opened.openCoordination((...topics) => {
    changeBus.publish(...topics)
  })
  const time = await startDatabaseClock(manualClock(Number(at)), null)
  await prepareData(config, db, time.clock)
  return build(config, db, { changeBus, coordination, time, resolveMx: () => Promise.resolve([]) })
}

/** Returns a function that creates the context of a query, of the operator who has signed in. */
export async function buildContexts(): Promise<() => Promise<Context>> {
  const { deps, pipeline } = await buildStill()
  const { bindable: documents } = readTrustedDocuments()
  const startReplay = () => Promise.reject(new Error('Queries start no replay.'))
  const { environment } = deps.config
  const createContext = createContexts({ ...deps, ...pipeline, environment, publicOrigin: '', documents, startReplay })
  const address = '127.0.0.1'
  const viewer = await createSessionCache(deps).authenticate({ headers: { cookie }, address })
  const requester = { viewer, address, language: 'es', requestId: null, traceId: null, traceState: null } as const
  return async () => {
    const context = createContext(requester)
    await context.fixInventory()
    return context
  }
}
