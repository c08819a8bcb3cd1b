import {
  mayLoseRequests,
  nothingExplained,
  type ExplanationOf,
} from '../../../src/monitoring/suppression/explained-traffic.ts'
import { createSnapshot } from '../../../src/monitoring/evaluate-subjects.ts'
import { budgetInForce } from '../../../src/monitoring/health/learned-budget/slow-budget.ts'
import { evaluate } from '../../../src/monitoring/health/rule/evaluate.ts'
import type { Pauses } from '../../../src/monitoring/health/rule/pauses.ts'
import { policyFor, type Policy } from '../../../src/monitoring/health/rule/policy.ts'
import { mustWrite } from '../../../src/monitoring/health/rule-state-store.ts'
import { createRuleState } from '../../../src/monitoring/health/rule/rule-state.ts'
import type { LearnedTraffic } from '../../../src/monitoring/health/traffic/expected-traffic.ts'
import type { State } from '../../../src/monitoring/health/rule/state.ts'
import type { Evaluation } from '../../../src/monitoring/health/rule/transition.ts'
import type { SubjectService } from '../../../src/monitoring/health/rule/window-summary.ts'
import { beatOverrides } from '../../../src/monitoring/heartbeats/schedule.ts'
import { judgeEach } from '../../../src/monitoring/services/judge-each.ts'
import { policyWithInterval } from '../../../src/monitoring/services/service-interval.ts'
import { telemetryPolicy } from '../../../src/monitoring/services/telemetry-subject.ts'
import { isLate, type ReportingService } from '../../../src/monitoring/services/watched-services.ts'
import { bucketMs } from '../../../src/monitoring/telemetry/buckets.ts'
import { createTelemetry, type Telemetry } from '../../../src/monitoring/telemetry/telemetry.ts'
import { createSimulatedTraffic } from './simulated-traffic.ts'

/** A report, and the good samples of an endpoint in it, by their times: in milliseconds since 1970. */
export type SimulatedReport = { at: number; samples: readonly number[] }

/** A service whose reports are in order of time. */
export type SimulatedService = { name: string; intervalSeconds: number | null; reports: Iterable<SimulatedReport> }

/** A change of state of a service, of the endpoint that it reports, or of the reception. */
export type SimulatedChange = { name: string; at: number; to: State }

type Period = {
  from: number
  until: number
  pauses?: Pauses
  everyTick?: boolean
  /** At a tick the reports of until so long after it are known: of before it if an instance has not written them. */
  knownMs?: number
  /** From here on services are known, and traffic is learned; by default services are always, and traffic never. */
  upgradedAt?: number
}

/** How long nothing is silent, in milliseconds: the shortest limit of what has no schedule. */
const neverSilentMs = 15 * 60_000

/** How long samples matter to the state, in milliseconds. */
const keptMs = 6.5 * 3_600_000

/**
 * The changes of state of services and of their endpoints, and of the reception from the second watched one on, by the
 * functions of production without a database. Ticks at which nothing can change are left out, unless every one is wanted.
 */
export function simulateServices(
  simulated: readonly SimulatedService[],
  { from, until, pauses = [], everyTick = false, knownMs = 0, upgradedAt }: Period,
): SimulatedChange[] {
  const telemetry = createTelemetry()
  const services = simulated.map((one, index) => createService(one, 2 * index + 1, from))
  const watched = services.filter(({ intervalMs }) => intervalMs !== null)
  const reception = watched.length < 2 ? undefined : createSubject('reception', 0, telemetryPolicy, from)
  const bySubject = new Map<number, Subject>(
    [...services, ...(reception ? [reception] : [])].map((one) => [one.subject.id, one]),
  )
  const changes: SimulatedChange[] = []
  const apply = ({ subject, name }: Subject, { memory, transition }: Evaluation) => {
    if (mustWrite(subject, memory)) subject.memory = memory
    if (transition) changes.push({ name, at: transition.at, to: transition.to })
  }

  for (let at = Math.ceil(from / bucketMs) * bucketMs; at < until; at += bucketMs) {
    const hasReports = services.map((service) => takeReports(service, telemetry, at + knownMs)).some(Boolean)
    if (hasReports) telemetry.drainAll()
    const isLearned = upgradedAt !== undefined && at >= upgradedAt
    if (
      !everyTick &&
      !isLearned &&
      reception?.subject.memory.state !== 'FALLANDO' &&
      services.every((one) => isQuiet(one, hasReports, at))
    )
      continue
    const snapshotOf = (one: Subject, service?: SubjectService, explanationOf: ExplanationOf = nothingExplained) =>
      createSnapshot(one, { telemetry, pauses, serviceOf: () => service, explanationOf }, at)
    const reporting = services.filter(({ lastReportAt }) => lastReportAt > 0)
    const known = upgradedAt === undefined || isLearned ? reporting : []
    const snapshots = new Map(reporting.map((one) => [one.subject.id, snapshotOf(one)]))
    const tick = { at, flushedAt: at + Math.min(0, knownMs), tellFrom: from }
    for (const { subject, evaluation } of judgeEach(
      known.map(asReporting),
      snapshots,
      reception && snapshotOf(reception),
      tick,
    ))
      apply(bySubject.get(subject.id) as Subject, evaluation)
    for (const service of reporting) {
      const { endpoint, traffic } = service
      const { memory, summary, policy } = snapshotOf(endpoint, subjectServiceOf(service), () =>
        isTold(service) ? 'AWAY' : mayLoseRequests(service, at) ? 'LATE' : null,
      )
      const evaluation = evaluate(memory, summary, policy, at)
      apply(endpoint, evaluation)
      if (isLearned) endpoint.subject.traffic = traffic.learn(memory, evaluation.memory, at)
    }
  }
  return changes
}

function createSubject(name: string, id: number, overrides: Partial<Policy>, at: number) {
  const policy = policyFor({ kind: 'INTEGRACIONES', critical: false, probed: false, overrides })
  const columns = {
    kind: 'INTEGRACIONES',
    key: name,
    critical: false,
    policy: {},
    latency: null,
    version: 0,
  } as const
  const subject = { id, ...columns, memory: createRuleState(at), traffic: null as LearnedTraffic | null }
  return { name, subject, policy, budget: budgetInForce(policy, null) }
}

type Subject = ReturnType<typeof createSubject>

function createService({ name, intervalSeconds, reports }: SimulatedService, id: number, at: number) {
  const iterator = reports[Symbol.iterator]()
  return {
    ...createSubject(name, id, policyWithInterval(beatOverrides, intervalSeconds), at),
    endpoint: createSubject(`endpoint of ${name}`, id + 1, {}, at),
    traffic: createSimulatedTraffic(),
    // Earlier samples are not in the windows any more.
    keptFrom: at - keptMs,
    intervalMs: intervalSeconds === null ? null : intervalSeconds * 1_000,
    iterator,
    next: iterator.next(),
    lastReportAt: 0,
  }
}

type Service = ReturnType<typeof createService>

/** Takes the reports before a tick; returns whether there are any. */
function takeReports(service: Service, telemetry: Telemetry, before: number): boolean {
  const { subject, endpoint, traffic, keptFrom, lastReportAt } = service
  for (; !service.next.done && service.next.value.at < before; service.next = service.iterator.next()) {
    const { at, samples } = service.next.value
    service.lastReportAt = at
    traffic.count(samples)
    if (at < keptFrom) continue
    telemetry.record(subject.id, { at, ok: true, durationMs: 0 }, Infinity)
    for (const sample of samples)
      telemetry.record(endpoint.subject.id, { at: sample, ok: true, durationMs: 20 }, Infinity)
  }
  return service.lastReportAt > lastReportAt
}

const subjectServiceOf = (service: Service): SubjectService => ({
  ...{ isTold: isTold(service), isWatched: service.intervalMs !== null },
  ...{ hasReported: true, isOnlySubject: true },
})

const isTold = ({ intervalMs, subject }: Service) => intervalMs !== null && subject.memory.state === 'FALLANDO'

const asReporting = (service: Service): ReportingService => ({
  ...{ id: service.name, name: service.name, subjectId: service.subject.id, refusal: null },
  ...{ intervalMs: service.intervalMs, lastReportAt: service.lastReportAt, isTold: isTold(service) },
})

/** Whether nothing can change: all is well and nothing is late, or nothing is known and nothing comes. */
function isQuiet(service: Service, hasReports: boolean, at: number): boolean {
  const states = [service, service.endpoint].map(({ subject }) => subject.memory.state)
  if (states.every((state) => state === 'DESCONOCIDO')) return !hasReports
  return (
    states.every((state) => state === 'OPERATIVO') &&
    !isLate(service, at) &&
    at - service.lastReportAt < neverSilentMs - bucketMs
  )
}
