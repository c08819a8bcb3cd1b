/** Older or later samples are rejected, in milliseconds. Source: the contract of `POST /ingest/v1/observations`. */
const maxAgeMs = 60 * 60_000
const maxAheadMs = 60_000

/** Why a sample of this time is not taken at `at`, in a sentence; null if it is. Both in milliseconds since 1970. */
export function checkSampleTime(reported: number, at: number): string | null {
  if (reported < at - maxAgeMs) return 'It is more than 60 minutes old.'
  if (reported > at + maxAheadMs) return 'It is more than 1 minute in the future.'
  return null
}
