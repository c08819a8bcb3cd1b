import type { Actor } from '../audit/actor.ts'
import type { Config } from '../config.ts'
import type { Coordination } from '../database/coordination/coordination.ts'
import type { RootDatabase } from '../database/database.ts'
import { maxAheadMs, type Clock } from '../lib/clock.ts'
import { log } from '../lib/log.ts'
import { createSerialQueue } from '../lib/serial-queue.ts'
import { recordOutcomes, type AcceptReports } from '../monitoring/intake/record-outcomes.ts'
import { createSender } from './channels/sender.ts'
import { createAttemptCounter, type AttemptCounts } from './deliveries/attempt-counts.ts'
import type { ObserveAttempt } from './deliveries/attempt-delivery.ts'
import { releaseAllLeases } from './deliveries/claim-deliveries.ts'
import type { Delivery } from './deliveries/delivery-queries.ts'
import { testDestination } from './deliveries/operator-deliveries.ts'
import { startWorker, type DeliveryWorker } from './deliveries/worker.ts'
import { createOutbound, type Outbound } from './outbound/outbound.ts'
import { createPlanner, type Planner } from './planning/planner.ts'
import type { Secrets } from './secrets.ts'
import { newTrace, traceHeaders } from '../lib/trace-context.ts'

const planEveryMs = 10_000
const heartbeatEveryMs = 60_000

/** Dependencies of alerting. */
export type AlertingDeps = {
  db: RootDatabase
  clock: Clock
  config: Config
  secrets: Secrets
  coordination: Pick<Coordination, 'tryLead'>
  /** Accepts the attempts as samples of the destinations' integrations. */
  accept: AcceptReports
  /** Resolves once the evaluation that is due is done, so that its incidents are reported at once. */
  evaluated: () => Promise<void>
}

/** Alerting of this instance. */
export type Alerting = {
  /**
   * Sends a test message at once and returns the delivery.
   * @throws DomainError NOT_FOUND for an unknown destination.
   */
  testDestination: (id: string, by: Actor) => Promise<Delivery>
  /** Looks for deliveries that are due. */
  deliverNow: () => void
  /** The attempts of this instance since it started. */
  attemptCounts: AttemptCounts
  /** Resolves once all planning due by now is done; attempts may still be in progress. */
  settled: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Starts alerting: at every tick the leader writes the messages that are due, and every instance delivers what is
 * pending.
 */
export async function startAlerting(deps: AlertingDeps): Promise<Alerting> {
  const { db, clock, config, secrets } = deps
  // One process uses the embedded database, so any lease found at startup belongs to a dead process.
  if (config.databaseUrl === null) await releaseAllLeases(db)
  const outbound = createOutbound({ allowed: config.outboundAllow, clock })
  const sender = createSender({ settings: config, outbound, clock })
  const observe: ObserveAttempt = (key, sample) => {
    recordOutcomes(deps.accept, [{ kind: 'INTEGRACIONES', key, ...sample }], 'an attempt to deliver')
  }
  const counter = createAttemptCounter()
  const attempts = { db, clock, config, secrets, sender, observe, count: counter.count, random: () => Math.random() }
  const worker = startWorker(attempts)
  const ticks = createSerialQueue()

  const tick = createTick(deps, createPlanner(db, config), worker)
  const stopPlanning = clock.every(planEveryMs, (at) => void ticks(() => tick(at)))
  const stopBeating = startHeartbeat(deps, outbound)

  return {
    testDestination: (id, by) => testDestination({ db, clock, config, attempt: worker.attempt }, id, by),
    deliverNow: worker.wake,
    attemptCounts: counter.counts,
    settled: () => ticks(() => Promise.resolve()).then(worker.settled),
    async stop() {
      stopPlanning()
      stopBeating()
      await ticks(() => Promise.resolve())
      await worker.stop()
    },
  }
}

/** The tick: writes the messages that are due, on the leader, and wakes the deliveries of this instance. */
function createTick({ coordination, evaluated }: AlertingDeps, planner: Planner, worker: DeliveryWorker) {
  return async (at: number): Promise<void> => {
    await evaluated()
    try {
      const destinations = await planner.readDestinations()
      if (await coordination.tryLead()) await planner.plan(destinations, at)
      if (destinations.length > 0) worker.wake()
    } catch (error) {
      log.warn({ err: error }, 'alerts could not be planned; trying again at the next tick')
    }
  }
}

/**
 * Sends a heartbeat every minute while this instance is the leader and states are evaluated. Returns the function that
 * stops it.
 */
function startHeartbeat({ db, clock, config, coordination, evaluated }: AlertingDeps, outbound: Outbound): () => void {
  const url = config.heartbeatUrl
  if (url === null) return () => undefined
  const beat = async (at: number) => {
    await evaluated()
    if ((await areAllEvaluated(db, at)) && (await coordination.tryLead())) await sendHeartbeat(outbound, url)
  }
  return clock.every(heartbeatEveryMs, (at) => {
    beat(at).catch((error: unknown) => {
      log.warn({ err: error }, 'the heartbeat was not sent; trying again in a minute')
    })
  })
}

/**
 * Whether the leader had a tick, and each shard was evaluated by some instance, in the minute before `at` (milliseconds
 * since 1970).
 */
async function areAllEvaluated(db: RootDatabase, at: number): Promise<boolean> {
  // Later times are from before the clock was set back.
  const [since, until] = [new Date(at - heartbeatEveryMs), new Date(at + maxAheadMs)]
  const last = await db.judgement.findUnique({ where: { id: 1 } })
  const isLate = await db.shard.findFirst({ where: { OR: [{ tickAt: { lte: since } }, { tickAt: { gt: until } }] } })
  return last !== null && last.at > since && last.at <= until && isLate === null
}

/** Requests a URL, so that its monitor detects when this service stops. A failure is logged. */
async function sendHeartbeat(outbound: Outbound, url: string): Promise<void> {
  const { error } = await outbound.send(url, { method: 'GET', headers: traceHeaders(newTrace()) })
  if (error !== null) log.warn({ error }, 'the heartbeat was not received; trying again in a minute')
}
