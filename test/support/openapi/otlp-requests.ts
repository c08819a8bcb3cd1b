import type { Case } from './destination-requests.ts'
import { metricsOf } from '../otlp/otlp.ts'

/** One request for each documented answer of the operations of OTLP. `now` returns milliseconds since 1970. */
export const otlpCases = (now: () => number): Case[] => [
  ['exportMetrics', 200, () => ({ body: { resourceMetrics: [] } })],
  ['exportMetrics', 200, () => ({ body: metricsOf('staging', { at: now() }) })],
  ['exportMetrics', 400, () => ({ body: { resourceMetrics: 'none' } })],
  ['exportTraces', 200, () => ({ body: { resourceSpans: [{ scopeSpans: [{ spans: [{}] }] }] } })],
  ['exportTraces', 400, () => ({ body: [] })],
  ['exportLogs', 200, () => ({ body: { resourceLogs: [{ scopeLogs: [{ logRecords: [{}] }] }] } })],
  ['exportLogs', 400, () => ({ body: { resourceLogs: [1] } })],
]
