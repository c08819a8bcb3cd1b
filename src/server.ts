import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { clearExpiredAttempts } from './auth/lockout.ts'
import { ensureFirstOperator } from './auth/operators.ts'
import { warmUpPasswordHash } from './auth/passwords.ts'
import { createProbe } from './auth/probe-identity.ts'
import { clearExpiredSessions } from './auth/sessions.ts'
import { systemClock, type Clock } from './lib/clock.ts'
import type { Config } from './config.ts'
import type { RootDatabase } from './database/database.ts'
import type { OpenDatabase } from './database/open.ts'
import { createHttpServer } from './http-server.ts'
import { StartupError } from './lib/errors.ts'
import { adminRoutes } from './http/admin/routes.ts'
import type { Deps } from './http/deps.ts'
import { endpointId } from './inventory/route-catalog.ts'
import { startChangeFeed } from './change-feed.ts'
import { syncRoutes } from './inventory/sync-routes.ts'
import { createInventory } from './inventory/inventory.ts'
import { createChangeBus, memoizeByGeneration } from './lib/change-bus.ts'
import { log } from './lib/log.ts'
import { resolveRemoved } from './monitoring/incidents/persist-verdict.ts'
import { readPanel } from './monitoring/notifications/notifications.ts'
import { startPipeline, type Pipeline } from './monitoring/pipeline.ts'
import { startProbes, type ProbeCounts } from './monitoring/probes.ts'
import { warmUp } from './lib/v8-shapes.ts'
import type { OutcomeRecorder } from './trade/inbound/process-message.ts'
import { startInbox } from './trade/inbound/inbox.ts'
import { ensureIntegrations, sinliInbound } from './trade/records/integrations.ts'
import { closeAllInterrupted } from './trade/replay/replay-run.ts'
import { seedSampleData } from './trade/records/seed-data.ts'

const tidyEveryMs = 60_000
const probedRoutes = adminRoutes.filter((route) => route.probe)

/** A running gateway: its URL, and the function that stops it in order. */
export type RunningGateway = {
  url: string
  /** The operator added at this start, with the password to show once if it was generated; null at later starts. */
  firstOperator: { email: string; generatedPassword: string | null } | null
  /** Resolves once every evaluation due by now is finished. */
  settled(): Promise<void>
  stop(): Promise<void>
}

/**
 * Builds the gateway on an open database and starts it.
 * @throws StartupError when it cannot listen.
 */
export async function startGateway(
  config: Config,
  opened: Omit<OpenDatabase, 'close'>,
  clock: Clock = systemClock,
): Promise<RunningGateway> {
  const firstOperator = await prepare(config, opened.db, clock)
  const house = await build(config, opened, clock)
  const url = await listen(house.edges.server, config).catch(async (error: unknown) => {
    await house.stop()
    throw error
  })
  await warmUp(house.edges.server, url)
  const stopProbes = await startProbing(house.parts, house.pipeline, { url, probes: house.edges.probes })
  const stopTidying = clock.every(tidyEveryMs, (at) => void deleteExpired(opened.db, at))

  return {
    url,
    firstOperator,
    settled: house.pipeline.settled,
    async stop() {
      stopProbes()
      stopTidying()
      await house.stop()
    },
  }
}

/** The composition root: builds all parts in order of dependency. The server does not listen yet. */
async function build(config: Config, { db, openSignals }: Omit<OpenDatabase, 'close'>, clock: Clock) {
  const live = createChangeBus()
  const probe = createProbe()
  const hearing = await startChangeFeed({ db, live, clock, openSignals })
  const probed = new Set(probedRoutes.map(endpointId))
  const pipeline = await startPipeline({ db, clock, probed, signals: hearing, tell: hearing.look })
  const witness = recordOutcome(pipeline, clock)
  const inbox = startInbox({ db, clock, witness, live, signals: hearing })
  let stopping = false
  const parts: Deps = {
    ...pipeline,
    db,
    config,
    clock,
    live,
    probe,
    inbox,
    witness,
    readPanel: memoizeByGeneration(live, 'panel', () => readPanel(db)),
    readInventory: createInventory(db, live),
    isStopping: () => stopping,
  }
  const edges = await createHttpServer(parts, pipeline)
  const stop = async () => {
    stopping = true
    // Both wait for work in progress, so they stop in parallel.
    await Promise.all([edges.stop(), inbox.stop()])
    await pipeline.stop()
    await hearing.close()
  }
  return { parts, pipeline, edges, stop }
}

/** Writes the data that must be in the database before the first request, and prepares the password hash. */
async function prepare(config: Config, db: RootDatabase, clock: Clock) {
  const at = clock.now()
  await syncRoutes(db, adminRoutes, new Date(at))
  await resolveRemoved(db, at)
  await ensureIntegrations(db)
  // Only this process uses the embedded database: a replay still running in it was interrupted when a process died.
  if (config.databaseUrl === null) await closeAllInterrupted(db, new Date(at))
  if (config.sampleData && config.databaseUrl === null) await seedSampleData(db, new Date(at))
  await warmUpPasswordHash()
  return ensureFirstOperator(db, config, new Date(at))
}

async function listen(server: Server, { port, host }: Config): Promise<string> {
  server.listen(port, host)
  await once(server, 'listening').catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException
    const what = code === 'EADDRINUSE' ? 'is taken by another process' : `cannot be listened on (${message})`
    throw new StartupError(`Port ${port} of ${host} ${what}. Set PORT or HOST, or stop the other process.`)
  })
  const { address, port: actual, family } = server.address() as AddressInfo
  const anywhere = address === '0.0.0.0' || address === '::'
  return `http://${anywhere ? 'localhost' : family === 'IPv6' ? `[${address}]` : address}:${actual}`
}

/** Starts calling quiet routes over HTTP, as an operator would. Returns the function that stops it. */
async function startProbing(
  { clock, probe, readInventory }: Deps,
  pipeline: Pipeline,
  { url, probes }: { url: string; probes: ProbeCounts },
): Promise<() => void> {
  const { byId } = await readInventory()
  const endpoints = probedRoutes.flatMap((route) => byId.get(endpointId(route)) ?? [])
  return startProbes(endpoints, {
    clock,
    baseUrl: url,
    counts: probes,
    token: probe.token,
    requestsInLastMinute: pipeline.requestsInLastMinute,
    observe: (endpoint, sample) => {
      pipeline.observe('ENDPOINTS', endpoint, sample)
    },
  })
}

/** Counts the outcome of a SINLI message for the integration, and for the library concerned if it is identified. */
const recordOutcome =
  (pipeline: Pipeline, clock: Clock): OutcomeRecorder =>
  ({ ok, libraryCode, durationMs }) => {
    const sample = { ok, durationMs, at: clock.now() }
    const library = libraryCode === null ? [] : [{ kind: 'LIBRERIAS', key: libraryCode } as const]
    const about = [{ kind: 'INTEGRACIONES', key: sinliInbound } as const, ...library]
    const reports = about.map((subject, index) => ({ index, report: { ...subject, ...sample } }))
    pipeline.accept(reports).catch((error: unknown) => {
      log.warn({ err: error }, 'what became of a SINLI message could not be counted')
    })
  }

async function deleteExpired(db: RootDatabase, at: number) {
  try {
    await clearExpiredSessions(db, new Date(at))
    await clearExpiredAttempts(db, at)
  } catch (error) {
    log.warn({ err: error }, 'what expired could not be removed; trying again')
  }
}
