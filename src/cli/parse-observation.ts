import type { Sample } from '../monitoring/telemetry/window.ts'

/** A recorded observation; `subject` is null where it names none. */
export type Observation = Sample & { subject: string | null }

/**
 * Parses one recorded observation, `{"at","ok","durationMs"}` with `at` in ISO 8601 or epoch milliseconds, and
 * optionally its `subject`. Returns a sentence if it is invalid.
 */
export function readObservation(line: string): Observation | string {
  const value = parse(line)
  if (typeof value !== 'object' || value === null) return 'This is not a JSON object.'
  const { at, ok, durationMs, subject = null } = value as Record<string, unknown>
  const time = readTime(at)
  if (!isTime(time)) return '"at" is a time since 1970, in ISO 8601 or in milliseconds.'
  if (typeof ok !== 'boolean') return '"ok" is true or false.'
  if (!isFrom0(durationMs)) return '"durationMs" is a number of milliseconds, 0 or more.'
  if (!isTextOrNull(subject)) return '"subject" is a text.'
  return { at: time, ok, durationMs, subject }
}

const isFrom0 = (value: unknown): value is number => typeof value === 'number' && value >= 0

// The latest time a Date can represent.
const maxTime = 8.64e15

const isTime = (value: unknown): value is number => isFrom0(value) && value <= maxTime

const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string'

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

// A time without a zone is UTC, so that a recording means the same on every machine.
function readTime(at: unknown): unknown {
  if (typeof at !== 'string') return at
  const iso = at.replace(/^(\d{4}-\d\d-\d\d) /, '$1T')
  return Date.parse(zonedTime.test(iso) ? iso : `${iso}Z`)
}

const zonedTime = /(?:Z|[+-]\d\d:?\d\d|^[^T]*)$/i
