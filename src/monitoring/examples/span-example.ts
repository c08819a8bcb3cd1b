import type { Span } from '../../otlp/telemetry-data.ts'
import { toStoredText, type RequestExample } from './request-example.ts'
import { textOf } from '../telemetry/otlp/metric-targets.ts'
import { storableText } from '../../lib/postgres-values.ts'

const traceIdForm = /^(?!0+$)[0-9a-f]{32}$/u
const spanIdForm = /^(?!0+$)[0-9a-f]{16}$/u
const nanosForm = /^[1-9]\d{0,19}$/u

/** A span as an example, and whether its request failed; null for ids or times that OpenTelemetry does not allow. */
export function toExample(span: Span): { example: RequestExample; isFailed: boolean } | null {
  const { traceId, spanId, attributes } = span
  const times = timesOf(span)
  if (!traceIdForm.test(traceId) || !spanIdForm.test(spanId) || !times) return null
  const status = statusOf(span)
  const errorType = textOf(attributes, 'error.type', 'exception.type')
  return {
    example: {
      ...{ traceId, spanId, status, ...times },
      errorType: toStoredText(errorType ?? ''),
      name: toStoredText(withoutQuery(storableText(span.name, 1_000))),
    },
    // As for metrics, the status decides; without one, the error.
    isFailed: status === null ? span.isError || errorType !== null : status >= 500,
  }
}

/** The name without the query string of a path in it, which may contain what people searched for. */
const withoutQuery = (name: string) => name.replace(/(\/[^\s?#]*)[?#].*$/su, '$1')

function timesOf({ startNanos, endNanos }: Span): Pick<RequestExample, 'at' | 'durationMs'> | null {
  if (!nanosForm.test(startNanos) || !nanosForm.test(endNanos)) return null
  const end = BigInt(endNanos)
  const durationMs = Number(end - BigInt(startNanos)) / 1e6
  return durationMs < 0 ? null : { at: Number(end / 1_000_000n), durationMs }
}

function statusOf({ attributes }: Span): number | null {
  const status = Number(attributes.get('http.response.status_code') ?? attributes.get('http.status_code'))
  return Number.isInteger(status) && status >= 100 && status <= 599 ? status : null
}
