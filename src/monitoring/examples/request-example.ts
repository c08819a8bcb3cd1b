import { storableText } from '../../lib/postgres-values.ts'

/** A failed or slow request of a subject, only for display: health is computed from samples, never from examples. */
export type RequestExample = {
  /** 32 hexadecimal digits. */
  traceId: string
  /** 16 hexadecimal digits; empty for an example from an observation. */
  spanId: string
  /** End of the request, in milliseconds since 1970. */
  at: number
  durationMs: number
  /** The HTTP status; null without one. */
  status: number | null
  /** The kind of failure, like `error.type` of OpenTelemetry; null if the sender did not state it. */
  errorType: string | null
  /** The sender's name of the request; null without one. */
  name: string | null
}

/** Maximum examples of a subject in an hour; the newest are kept. Source: docs/examples.md. */
export const keptPerHour = 20

/** Maximum length of `errorType` and `name`. */
const maxTextLength = 200

const hourMs = 60 * 60_000

/** The hour of a time in milliseconds since 1970, as a number since 1970. */
export const hourOf = (at: number): number => Math.floor(at / hourMs)

/** A text that PostgreSQL can store, cut to 200 characters; null if it is blank. */
export const toStoredText = (text: string): string | null => storableText(text, maxTextLength).trim() || null

/**
 * Adds an example to those of one subject and hour, and keeps only the newest 20. Adding the same example again changes
 * nothing.
 */
export function keepNewest(examples: RequestExample[], example: RequestExample): void {
  if (examples.some(({ traceId, spanId }) => traceId === example.traceId && spanId === example.spanId)) return
  if (examples.length < keptPerHour) {
    examples.push(example)
    return
  }
  const oldest = examples.reduce((least, { at }, index) => (at < (examples[least]?.at ?? 0) ? index : least), 0)
  if (example.at > (examples[oldest]?.at ?? 0)) examples[oldest] = example
}
