import type { Sample } from '../monitoring/telemetry/window.ts'

/**
 * Parses one recorded observation, `{"at","ok","durationMs"}` with `at` in ISO 8601 or epoch milliseconds. Returns a
 * sentence if it is invalid.
 */
export function readObservation(line: string): Sample | string {
  const value = parse(line)
  if (typeof value !== 'object' || value === null) return 'This is not a JSON object.'
  const { at, ok, durationMs } = value as Record<string, unknown>
  const time = typeof at === 'string' ? readTime(at) : at
  if (!isFrom0(time) || time > maxTime) return '"at" is a time since 1970, in ISO 8601 or in milliseconds.'
  if (typeof ok !== 'boolean') return '"ok" is true or false.'
  if (!isFrom0(durationMs)) return '"durationMs" is a number of milliseconds, 0 or more.'
  return { at: time, ok, durationMs }
}

const isFrom0 = (value: unknown): value is number => typeof value === 'number' && value >= 0

// The latest time a Date can represent.
const maxTime = 8.64e15

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

// A time without a zone is UTC, so that a recording means the same on every machine.
const readTime = (text: string) => Date.parse(zonedTime.test(text) ? text : `${text}Z`)

const zonedTime = /(?:Z|[+-]\d\d:?\d\d|^[^T]*)$/i
