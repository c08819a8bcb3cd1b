import type { RequestHandler } from 'express'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { z } from 'zod'
import type { Panel } from '../monitoring/notifications/notifications.ts'
import type { ProbeCounts } from '../monitoring/probes.ts'
import type { SubjectStats } from '../monitoring/sample-intake.ts'
import type { RouteDefinition } from './define-route.ts'

/** Sources of the metrics, read at each scrape. */
export type MetricSources = {
  readPanel: () => Promise<Panel>
  allStats: () => SubjectStats[]
  /** Delay from the scheduled time of the last tick until it had written everything, in milliseconds. */
  delayMs: () => number
  openSockets: () => number
  probes: Readonly<ProbeCounts>
  /** GraphQL responses over HTTP since the start: from the response cache (`prepared`) and executed (`fresh`). */
  answered: Readonly<{ prepared: number; fresh: number }>
}

/** Declaration of `GET /metrics` for the OpenAPI document. Its response is not JSON, so `metrics` handles it. */
export const metricsDeclaration: RouteDefinition = {
  method: 'GET',
  path: '/metrics',
  operationId: 'readMetrics',
  tag: 'Supervision',
  summary: 'Metrics for Prometheus',
  access: 'anybody',
  answers: {
    200: {
      description: "Prometheus text: the process, open sockets, open incidents, and each subject's last 5 minutes.",
      schema: z.string().describe('One sample a line, with its unit in its name.'),
      type: 'text/plain',
    },
  },
}

/** Serves `GET /metrics` as Prometheus text. All values are read at the scrape, so other requests pay nothing. */
export function metrics(sources: MetricSources): RequestHandler {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'vigia_' })
  const gauges = createGauges(registry)

  return async (_req, res) => {
    gauges.sockets.set(sources.openSockets())
    gauges.delay.set(sources.delayMs() / 1_000)
    gauges.probes.set({ outcome: 'ok' }, sources.probes.ok)
    gauges.probes.set({ outcome: 'bad' }, sources.probes.bad)
    gauges.answers.set({ from: 'prepared' }, sources.answered.prepared)
    gauges.answers.set({ from: 'fresh' }, sources.answered.fresh)
    for (const { kind, severity, count } of (await sources.readPanel()).categories)
      gauges.incidents.set({ kind, severity }, count)
    fill(gauges, sources.allStats())
    res.type(registry.contentType).send(await registry.metrics())
  }
}

function createGauges(registry: Registry) {
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  return {
    probes: gauge('vigia_probes', 'Calls by the service itself to quiet critical routes since it started.', [
      'outcome',
    ]),
    answers: gauge('vigia_graphql_answers', 'Answers of GraphQL over HTTP since the start.', ['from']),
    sockets: gauge('vigia_open_sockets', 'WebSockets that listen to subscriptions.', []),
    delay: gauge(
      'vigia_evaluation_delay_seconds',
      'How long after its time the last evaluation of all subjects was written.',
      [],
    ),
    incidents: gauge('vigia_open_incidents', 'Incidents that are not resolved.', ['kind', 'severity']),
    latency: gauge('vigia_subject_latency_milliseconds', 'Percentiles of the durations of the last 5 minutes.', [
      'kind',
      'key',
      'quantile',
    ]),
    errors: gauge('vigia_subject_error_percent', 'Share of bad outcomes of the last 5 minutes, in percent.', [
      'kind',
      'key',
    ]),
    requests: gauge(
      'vigia_subject_requests_per_minute',
      'Finished requests or operations a minute, over the last 5 minutes.',
      ['kind', 'key'],
    ),
  }
}

function fill({ latency, errors, requests }: ReturnType<typeof createGauges>, stats: readonly SubjectStats[]) {
  // Subjects without recent samples disappear, instead of keeping old values.
  for (const gauge of [latency, errors, requests]) gauge.reset()
  for (const { kind, key, figures } of stats) {
    latency.set({ kind, key, quantile: '0.5' }, figures.p50)
    latency.set({ kind, key, quantile: '0.95' }, figures.p95)
    latency.set({ kind, key, quantile: '0.99' }, figures.p99)
    errors.set({ kind, key }, figures.errorRate)
    requests.set({ kind, key }, figures.requestsPerMinute)
  }
}
