import { startAlerting } from './alerting/alerting.ts'
import { createSecrets, loadSecretsKey } from './alerting/secrets.ts'
import { createProbe } from './auth/probe-identity.ts'
import { systemClock, type Clock, type TimerClock } from './lib/clock.ts'
import type { Config } from './config.ts'
import { withKnownTime, type Coordination } from './database/coordination/coordination.ts'
import {
  startDatabaseClock,
  type DatabaseClock,
  type ReadDatabaseTime,
} from './database/coordination/database-clock.ts'
import { startConversions } from './database/conversions.ts'
import type { RootDatabase } from './database/database.ts'
import type { OpenDatabase } from './database/open.ts'
import { startDeleting } from './delete-expired.ts'
import { createHttpServer, listen, type ServerDeps } from './http-server.ts'
import { inventoryRoutes } from './http/admin/routes.ts'
import { createBeatLimits } from './http/ingest/beat-limits.ts'
import { endpointId } from './inventory/route-catalog.ts'
import { startChangeFeed } from './change-feed.ts'
import { createInventoryMatcher, type ReadEndpointMatcher } from './inventory/endpoint-matcher.ts'
import { createInventory } from './inventory/inventory.ts'
import { createChangeBus, memoizeByGeneration, type ChangeBus } from './lib/change-bus.ts'
import { readPanel } from './monitoring/notifications/notifications.ts'
import { startPipeline, type Pipeline } from './monitoring/pipeline.ts'
import { createMailboxObserver, createOutcomeRecorder } from './monitoring/intake/trade-outcomes.ts'
import { startProbes, type ProbeCounts, type Probing } from './monitoring/probes.ts'
import { systemResolveMx, type ResolveMx } from './onboarding/check-mx.ts'
import { createClientAddress } from './request/client-address.ts'
import { createRequestTraces } from './request/request-traces.ts'
import { createTokenRate } from './request/token-rate.ts'
import { startInbox } from './trade/inbound/inbox.ts'
import { startMailbox } from './trade/mailbox/mailbox.ts'
import { prepareData } from './prepare-data.ts'
import { createReplayRunner } from './trade/replay/replay-runner.ts'

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

/** The parts that tests replace: the name service, and the reader of the database's time. */
export type Surroundings = { resolveMx?: ResolveMx; readDatabaseTime?: ReadDatabaseTime }

/**
 * Builds the gateway on an open database and starts it. On a server it uses the time of the database, whatever `clock`
 * shows.
 * @throws StartupError when it cannot listen, or read the time of the database.
 */
export async function startGateway(
  config: Config,
  { db, openCoordination }: Omit<OpenDatabase, 'close'>,
  system: TimerClock = systemClock,
  { resolveMx = systemResolveMx, readDatabaseTime }: Surroundings = {},
): Promise<RunningGateway> {
  const changeBus = createChangeBus()
  const coordination = await openCoordination((...topics) => {
    changeBus.publish(...topics)
  })
  const running = startDatabaseClock(system, readDatabaseTime ?? coordination.readTime).then((time) =>
    start(config, db, { changeBus, coordination: withKnownTime(coordination, time.isKnown), time, resolveMx }),
  )
  return running.catch(async (error: unknown) => {
    await coordination.close()
    throw error
  })
}

type BuildDeps = Required<Pick<Surroundings, 'resolveMx'>> & {
  changeBus: ChangeBus
  coordination: Coordination
  time: DatabaseClock
}

async function start(config: Config, db: RootDatabase, deps: BuildDeps): Promise<RunningGateway> {
  const { clock, settled } = deps.time
  const firstOperator = await prepareData(config, db, clock)
  const gateway = await build(config, db, deps)
  const url = await listen(gateway.httpServer.server, config).catch(async (error: unknown) => {
    await gateway.stop()
    throw error
  })
  const probing = await startProbing(gateway.deps, gateway.pipeline, { url, probes: gateway.httpServer.probes })
  const stopDeleting = startDeleting(db, deps.time)
  const conversions = startConversions(db, clock, deps.coordination.readTime !== null)

  return {
    url,
    firstOperator,
    settled: () =>
      settled()
        .then(gateway.pipeline.settled)
        .then(gateway.deps.alerting.settled)
        .then(probing.settled)
        .then(conversions.settled),
    async stop() {
      probing.stop()
      stopDeleting()
      await conversions.stop()
      await gateway.stop()
    },
  }
}

/** The composition root: builds all parts in order of dependency. The server does not listen yet. */
export async function build(config: Config, db: RootDatabase, { changeBus, coordination, time, resolveMx }: BuildDeps) {
  const { clock } = time
  let stopping = false
  const readInventory = createInventory(db, changeBus)
  const readEndpointMatcher = createInventoryMatcher(readInventory)
  const canContinue = () => !stopping
  const work = await startWork(config, db, { coordination, clock, changeBus, canContinue, readEndpointMatcher })
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
    clockOffsetMs: time.offsetMs,
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
  coordination: Coordination
  clock: Clock
  changeBus: ChangeBus
  canContinue: () => boolean
  readEndpointMatcher: ReadEndpointMatcher
}

/** Starts the background work. The returned `stop` also stops the server. */
async function startWork(
  config: Config,
  db: RootDatabase,
  { clock, changeBus, canContinue, readEndpointMatcher, ...shared }: WorkDeps,
) {
  const secrets = createSecrets(await loadSecretsKey(config))
  const coordination = startChangeFeed({ db, changeBus, clock, coordination: shared.coordination })
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

/** Starts calling quiet routes over HTTP, as an operator would. */
async function startProbing(
  { clock, probe, readInventory }: ServerDeps,
  pipeline: Pipeline,
  { url, probes }: { url: string; probes: ProbeCounts },
): Promise<Probing> {
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
