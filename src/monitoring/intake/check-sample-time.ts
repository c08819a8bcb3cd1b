import type { Refusal } from '../telemetry/sources/refusal.ts'

/** Older or later samples are rejected, in milliseconds. Source: the contract of `POST /ingest/v1/observations`. */
const maxAgeMs = 60 * 60_000
const maxAheadMs = 60_000

/** Why a sample of this time is not taken at `at`; null if it is. Both in milliseconds since 1970. */
export function checkSampleTime(reported: number, at: number): Refusal | null {
  if (reported < at - maxAgeMs) return { reason: 'TOO_OLD', message: 'It is more than 60 minutes old.' }
  if (reported > at + maxAheadMs) return { reason: 'CLOCK_AHEAD', message: 'It is more than 1 minute in the future.' }
  return null
}
