import type { RequestHandler } from 'express'
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { z } from 'zod'
import type { AttemptCounts } from '../../alerting/deliveries/attempt-counts.ts'
import type { Panel } from '../../monitoring/notifications/notifications.ts'
import type { ProbeCounts } from '../../monitoring/probes.ts'
import type { SubjectStats, SubjectTotals } from '../../monitoring/intake/sample-intake.ts'
import type { MailboxStatus } from '../../trade/mailbox/mailbox-state.ts'
import type { RouteDefinition } from '../routing/define-route.ts'
import type { ServiceRecord } from '../../monitoring/services/service-queries.ts'
import { createMailboxGauges } from './mailbox-metrics.ts'
import { createServiceGauges } from './service-metrics.ts'
import { subjectTotalsText } from './subject-metrics.ts'

/** Sources of the metrics, read at each scrape. */
export type MetricSources = {
  readPanel: () => Promise<Panel>
  allStats: () => SubjectStats[]
  allTotals: () => SubjectTotals[]
  /** Delay from the scheduled time of the last tick until it had written everything, in milliseconds. */
  delayMs: () => number
  /** Milliseconds by which this machine's clock is ahead of the database's; null if that is not known. */
  clockOffsetMs: () => number | null
  openSockets: () => number
  probes: Readonly<ProbeCounts>
  /** GraphQL responses over HTTP since the process started: `cached` and `executed` ones. */
  responseCounts: Readonly<{ cached: number; executed: number }>
  /** GraphQL operations since the start that select a deprecated field, by `Type.field`. */
  deprecatedFieldCounts: ReadonlyMap<string, number>
  /** Traces of requests since the process started: written to the database, or dropped. */
  traceCounts: Readonly<{ stored: number; dropped: number }>
  /** Attempts to deliver messages since the start. */
  attemptCounts: AttemptCounts
  /** The number of pending deliveries by type of destination. */
  readPendingDeliveries: () => Promise<readonly { type: string; count: number }[]>
  /** The number of failed SINLI messages whose legible content has yet to be read. */
  countUnreadFailures: () => Promise<number>
  /** The mailbox of SINLI messages; null if none is configured. */
  readMailbox: () => Promise<MailboxStatus | null>
  /** The services that have reported. */
  readServices: () => Promise<readonly ServiceRecord[]>
}

/** Declaration of `GET /metrics` for the OpenAPI document. Its response is not JSON, so `metrics` handles it. */
export const metricsDeclaration: RouteDefinition = {
  method: 'GET',
  path: '/metrics',
  operationId: 'readMetrics',
  tag: 'Supervision',
  summary: 'Get metrics for Prometheus',
  description: 'Read at the time of the scrape; each instance reports its own.',
  access: 'anybody',
  answers: {
    200: {
      description:
        "Prometheus text: the process, open sockets, open incidents, deliveries of messages, and each subject's last 5 minutes.",
      schema: z.string().meta({
        description: 'One sample per line; each name contains its unit.',
        examples: [
          '# HELP vigia_open_sockets WebSockets that listen to subscriptions.\n# TYPE vigia_open_sockets gauge\nvigia_open_sockets 3\n',
        ],
      }),
      type: 'text/plain',
    },
  },
}

/** Serves `GET /metrics` as Prometheus text. All values are read at the scrape, so other requests pay nothing. */
export function metrics(sources: MetricSources): RequestHandler {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'vigia_' })
  const gauges = createGauges(registry)
  const counters = createCounters(registry)
  const old = createDeprecatedGauges(registry)
  const deprecatedFields = createDeprecatedFieldsCounter(registry)
  const setMailboxGauges = createMailboxGauges(registry)
  const setServiceGauges = createServiceGauges(registry)

  return async (_req, res) => {
    gauges.sockets.set(sources.openSockets())
    gauges.delay.set(sources.delayMs() / 1_000)
    const clockOffsetMs = sources.clockOffsetMs()
    if (clockOffsetMs === null) gauges.clockOffset.remove()
    else gauges.clockOffset.set(clockOffsetMs / 1_000)
    setCounts(counters, old, sources)
    deprecatedFields.reset()
    for (const [field, count] of sources.deprecatedFieldCounts) deprecatedFields.inc({ field }, count)
    for (const { kind, severity, count } of (await sources.readPanel()).categories)
      gauges.incidents.set({ kind, severity }, count)
    gauges.deliveries.reset()
    for (const { type, count } of await sources.readPendingDeliveries()) gauges.deliveries.set({ type }, count)
    gauges.unread.set(await sources.countUnreadFailures())
    setMailboxGauges(await sources.readMailbox())
    setServiceGauges(await sources.readServices())
    const stats = sources.allStats()
    // Subjects without recent samples disappear, instead of keeping old values.
    gauges.errors.reset()
    for (const { kind, key, figures } of stats) gauges.errors.set({ kind, key }, figures.errorRate / 100)
    setDeprecatedGauges(old, stats)
    res.type(registry.contentType).send((await registry.metrics()) + subjectTotalsText(sources.allTotals()))
  }
}

const gaugeIn =
  (registers: Registry[]) =>
  <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers })
const createDeprecatedFieldsCounter = (registry: Registry) =>
  new Counter({
    name: 'vigia_graphql_deprecated_fields_total',
    help: 'GraphQL operations since the start that selected a deprecated field.',
    labelNames: ['field'],
    registers: [registry],
  })

function createGauges(registry: Registry) {
  const gauge = gaugeIn([registry])
  return {
    sockets: gauge('vigia_open_sockets', 'WebSockets that listen to subscriptions.', []),
    delay: gauge(
      'vigia_evaluation_delay_seconds',
      'How long after its time the last evaluation of all subjects was written.',
      [],
    ),
    clockOffset: gauge(
      'vigia_clock_offset_seconds',
      "How far the clock of this machine is ahead of the database's; absent if it is not known.",
      [],
    ),
    incidents: gauge('vigia_open_incidents', 'Incidents that are neither resolved nor suppressed.', [
      'kind',
      'severity',
    ]),
    deliveries: gauge('vigia_pending_deliveries', 'Messages that wait for their next attempt.', ['type']),
    unread: gauge(
      'vigia_sinli_unread_failed_messages',
      'Failed SINLI messages whose legible content has yet to be read, so that no search finds it.',
      [],
    ),
    errors: gauge(
      'vigia_subject_error_ratio',
      'Share of bad outcomes of the last 5 minutes on all instances, from 0 to 1.',
      ['kind', 'key'],
    ),
  }
}

function createCounters(registry: Registry) {
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers: [registry] })
  return {
    probes: counter('vigia_probes_total', 'Calls by the service itself to quiet critical routes.', ['outcome']),
    responses: counter(
      'vigia_graphql_responses_total',
      'Responses of GraphQL over HTTP: from the response cache, and executed.',
      ['source'],
    ),
    traces: counter('vigia_request_traces_total', 'Requests that wrote, failed or were slow, kept as traces.', [
      'result',
    ]),
    attempts: counter('vigia_delivery_attempts_total', 'Attempts to deliver a message, by what became of it.', [
      'type',
      'result',
    ]),
  }
}

/** The former metric names, kept for one release. */
function createDeprecatedGauges(registry: Registry) {
  const gauge = <Label extends string>(name: string, replacement: string, labelNames: Label[]) =>
    gaugeIn([registry])(name, `Deprecated, and gone in the next release: use ${replacement}.`, labelNames)
  return {
    probes: gauge('vigia_probes', 'vigia_probes_total', ['outcome']),
    responses: gauge('vigia_graphql_answers', 'vigia_graphql_responses_total', ['from']),
    latency: gauge('vigia_subject_latency_milliseconds', 'vigia_subject_duration_seconds', ['kind', 'key', 'quantile']),
    errors: gauge('vigia_subject_error_percent', 'vigia_subject_error_ratio', ['kind', 'key']),
    requests: gauge('vigia_subject_requests_per_minute', 'vigia_subject_duration_seconds_count', ['kind', 'key']),
  }
}

type Counters = ReturnType<typeof createCounters>
type DeprecatedGauges = ReturnType<typeof createDeprecatedGauges>

function setCounts({ probes, responses, attempts, traces }: Counters, old: DeprecatedGauges, sources: MetricSources) {
  probes.reset()
  responses.reset()
  attempts.reset()
  traces.reset()
  for (const result of ['stored', 'dropped'] as const) traces.inc({ result }, sources.traceCounts[result])
  for (const { type, result, count } of sources.attemptCounts) attempts.inc({ type, result }, count)
  for (const outcome of ['ok', 'bad'] as const) {
    probes.inc({ outcome }, sources.probes[outcome])
    old.probes.set({ outcome }, sources.probes[outcome])
  }
  const { cached, executed } = sources.responseCounts
  responses.inc({ source: 'cache' }, cached)
  responses.inc({ source: 'executed' }, executed)
  old.responses.set({ from: 'prepared' }, cached)
  old.responses.set({ from: 'fresh' }, executed)
}

function setDeprecatedGauges({ latency, errors, requests }: DeprecatedGauges, stats: readonly SubjectStats[]) {
  for (const gauge of [latency, errors, requests]) gauge.reset()
  for (const { kind, key, figures } of stats) {
    latency.set({ kind, key, quantile: '0.5' }, figures.p50)
    latency.set({ kind, key, quantile: '0.95' }, figures.p95)
    latency.set({ kind, key, quantile: '0.99' }, figures.p99)
    errors.set({ kind, key }, figures.errorRate)
    requests.set({ kind, key }, figures.requestsPerMinute)
  }
}
