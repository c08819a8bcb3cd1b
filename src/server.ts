import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startAlerting } from './alerting/alerting.ts'
import { createSecrets, loadSecretsKey } from './alerting/secrets.ts'
import { ensureFirstOperator } from './auth/operators.ts'
import { warmUpPasswordHash } from './auth/passwords.ts'
import { createProbe } from './auth/probe-identity.ts'
import { systemClock, type Clock } from './lib/clock.ts'
import type { Config } from './config.ts'
import type { RootDatabase } from './database/database.ts'
import type { OpenDatabase } from './database/open.ts'
import { deleteExpired } from './delete-expired.ts'
import { createHttpServer, type ServerDeps } from './http-server.ts'
import { StartupError } from './lib/errors.ts'
import { inventoryRoutes } from './http/admin/routes.ts'
import { createBeatLimits } from './http/ingest/beat-limits.ts'
import { endpointId } from './inventory/route-catalog.ts'
import { startChangeFeed } from './change-feed.ts'
import { syncRoutes } from './inventory/sync-routes.ts'
import { createInventoryMatcher, type ReadEndpointMatcher } from './inventory/endpoint-matcher.ts'
import { createInventory } from './inventory/inventory.ts'
import { createChangeBus, memoizeByGeneration, type ChangeBus } from './lib/change-bus.ts'
import { resolveRemoved } from './monitoring/incidents/persist-verdict.ts'
import { readPanel } from './monitoring/notifications/notifications.ts'
import { forgetSharedSource } from './monitoring/telemetry/sources/source-queries.ts'
import { startPipeline, type Pipeline } from './monitoring/pipeline.ts'
import { createMailboxObserver, createOutcomeRecorder } from './monitoring/intake/trade-outcomes.ts'
import { startProbes, type ProbeCounts } from './monitoring/probes.ts'
import { systemResolveMx, type ResolveMx } from './onboarding/check-mx.ts'
import { createClientAddress } from './request/client-address.ts'
import { createRequestTraces } from './request/request-traces.ts'
import { createTokenRate } from './request/token-rate.ts'
import { startInbox } from './trade/inbound/inbox.ts'
import { startMailbox } from './trade/mailbox/mailbox.ts'
import { ensureIntegrations } from './trade/records/integrations.ts'
import { createReplayRunner } from './trade/replay/replay-runner.ts'
import { closeAllInterrupted } from './trade/replay/replay-run.ts'
import { seedSampleData } from './trade/records/seed-data.ts'

const deleteExpiredEveryMs = 60_000
const probedRoutes = inventoryRoutes.filter((route) => route.probe)

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
  resolveMx: ResolveMx = systemResolveMx,
): Promise<RunningGateway> {
  const firstOperator = await prepareData(config, opened.db, clock)
  const gateway = await build(config, opened, clock, resolveMx)
  const url = await listen(gateway.httpServer.server, config).catch(async (error: unknown) => {
    await gateway.stop()
    throw error
  })
  const stopProbes = await startProbing(gateway.deps, gateway.pipeline, { url, probes: gateway.httpServer.probes })
  const stopDeleting = clock.every(deleteExpiredEveryMs, (at) => void deleteExpired(opened.db, at))

  return {
    url,
    firstOperator,
    settled: () => gateway.pipeline.settled().then(gateway.deps.alerting.settled),
    async stop() {
      stopProbes()
      stopDeleting()
      await gateway.stop()
    },
  }
}

/** The composition root: builds all parts in order of dependency. The server does not listen yet. */
async function build(config: Config, opened: Omit<OpenDatabase, 'close'>, clock: Clock, resolveMx: ResolveMx) {
  const { db } = opened
  const changeBus = createChangeBus()
  let stopping = false
  const readInventory = createInventory(db, changeBus)
  const readEndpointMatcher = createInventoryMatcher(readInventory)
  const canContinue = () => !stopping
  const work = await startWork(config, opened, { clock, changeBus, canContinue, readEndpointMatcher })
  const { pipeline, replays, stop: stopWork, ...parts } = work
  const clientAddress = createClientAddress(config.trustProxy)
  const slowBudgetOf = (id: string) => pipeline.registry.find('ENDPOINTS', id)?.budget.budgetMs ?? null
  const requestTraces = createRequestTraces({ db, clock, clientAddress, slowBudgetOf })
  const deps: ServerDeps = {
    ...pipeline,
    ...parts,
    db,
    config,
    clock,
    changeBus,
    probe: createProbe(),
    oidc: await createOidcIfConfigured(config, db, clock),
    clientAddress,
    requestTraces,
    checkTokenRate: createTokenRate(config, clock),
    beatLimits: createBeatLimits(clock),
    resolveMx,
    readPanel: memoizeByGeneration(changeBus, 'panel', () => readPanel(db)),
    readInventory,
    readEndpointMatcher,
    isStopping: () => stopping,
  }
  const httpServer = await createHttpServer(deps, pipeline, replays.start)
  const stop = async () => {
    stopping = true
    await stopWork(() => httpServer.stop().then(requestTraces.stop))
  }
  return { deps, pipeline, httpServer, stop }
}

type WorkDeps = {
  clock: Clock
  changeBus: ChangeBus
  canContinue: () => boolean
  readEndpointMatcher: ReadEndpointMatcher
}

/** Starts the work that no request waits for. `stop` also stops the server that it is given. */
async function startWork(
  config: Config,
  { db, openCoordination }: Omit<OpenDatabase, 'close'>,
  { clock, changeBus, canContinue, readEndpointMatcher }: WorkDeps,
) {
  const secrets = createSecrets(await loadSecretsKey(config))
  const coordination = await startChangeFeed({ db, changeBus, clock, openCoordination })
  const pipeline = await startPipeline({
    db,
    clock,
    probed: new Set(probedRoutes.map(endpointId)),
    environment: config.environment,
    readEndpointMatcher,
    coordination,
    notifySubscribers: coordination.pollRevisions,
  })
  const recordOutcome = createOutcomeRecorder(pipeline.accept, clock)
  const inbox = startInbox({ db, clock, recordOutcome, changeBus, coordination })
  const replays = createReplayRunner({ db, clock, recordOutcome, canContinue })
  const { accept, evaluated } = pipeline
  const alerting = await startAlerting({ db, clock, config, secrets, coordination, accept, evaluated })
  const observe = createMailboxObserver(pipeline.accept, clock)
  const mailbox = await startMailbox({ db, clock, settings: config.sinliMailbox, coordination, observe })
  const stop = async (stopServer: () => Promise<void>) => {
    // Each waits for work in progress, so stop them in parallel.
    await Promise.all([stopServer(), inbox.stop(), mailbox.stop(), replays.settled(), alerting.stop()])
    await pipeline.stop()
    await coordination.close()
  }
  return { secrets, pipeline, recordOutcome, inbox, replays, alerting, stop }
}

/** Signing in with the identity provider; null if it is not configured. The settings require PUBLIC_ORIGIN with it. */
async function createOidcIfConfigured(config: Config, db: RootDatabase, clock: Clock) {
  const { oidc: settings, publicOrigin, sessionIdleMinutes: idleMinutes } = config
  if (!settings || publicOrigin === null) return null
  const { createOidc } = await import('./auth/oidc/oidc.ts')
  return createOidc({ db, clock, settings, publicOrigin, idleMinutes })
}

/** Writes the data that must be in the database before the first request, and prepares the password hash. */
async function prepareData(config: Config, db: RootDatabase, clock: Clock) {
  const at = clock.now()
  await syncRoutes(db, inventoryRoutes, new Date(at))
  await resolveRemoved(db, at)
  await ensureIntegrations(db)
  if (config.ingestToken === null) await forgetSharedSource(db)
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
    const problem = code === 'EADDRINUSE' ? 'is taken by another process' : `cannot be listened on (${message})`
    throw new StartupError(`Port ${port} of ${host} ${problem}. Set PORT or HOST, or stop the other process.`)
  })
  const { address, port: actual, family } = server.address() as AddressInfo
  const isAnyAddress = address === '0.0.0.0' || address === '::'
  return `http://${isAnyAddress ? 'localhost' : family === 'IPv6' ? `[${address}]` : address}:${actual}`
}

/** Starts calling quiet routes over HTTP, as an operator would. Returns the function that stops it. */
async function startProbing(
  { clock, probe, readInventory }: ServerDeps,
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
