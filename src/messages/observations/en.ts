import { anyNoun, kinds } from '../../lib/kinds.ts'
import type { enumerations } from '../../generated/contract.ts'
import type { Numbers, Values } from '../catalogue.ts'

type Field = Values<'field'>

/** A subject that is not registered, or no longer; `put` is the request that registers it. */
type Unregistered = Values<'key' | 'put'> & Readonly<{ kind: (typeof enumerations.Kind)[number] }>

const nounOf = ({ kind }: Pick<Unregistered, 'kind'>) => kinds[kind].noun

/** Sentences about reported observations that are not taken. */
export const observationsInEnglish = {
  OBSERVED_TEXT_INVALID: ({ field }: Field) => `"${field}" is a text.`,
  OBSERVED_TEXT_EMPTY: ({ field }: Field) => `"${field}" is not empty.`,
  OBSERVED_TEXT_TOO_LONG: ({ field, max }: Field & Numbers<'max'>) => `"${field}" has at most ${max} characters.`,
  OBSERVED_TEXT_NOT_STORABLE: ({ field }: Field) => `"${field}" has no NUL and no half of a character.`,
  OBSERVED_TIME_INVALID: ({ field }: Field) => `"${field}" is ISO 8601 with a time zone, e.g. 2026-01-01T00:00:00Z.`,
  OBSERVED_NUMBER_NOT_WHOLE: ({ field }: Field) => `"${field}" is a whole number.`,
  OBSERVED_NUMBER_TOO_SMALL: ({ field, min }: Field & Numbers<'min'>) => `"${field}" is ${min} or more.`,
  OBSERVED_NUMBER_TOO_LARGE: ({ field, max }: Field & Numbers<'max'>) => `"${field}" is at most ${max}.`,
  OBSERVED_LIST_INVALID: ({ field }: Field) => `"${field}" is a list.`,
  OBSERVED_LIST_TOO_LONG: ({ field, max }: Field & Numbers<'max'>) => `"${field}" has at most ${max} entries.`,
  OBSERVED_KIND_UNKNOWN: () => `"kind" is ${anyNoun}.`,
  OBSERVED_OK_INVALID: () => '"ok" is true or false.',
  OBSERVED_STATUS_INVALID: () => '"status" is an HTTP status.',
  OBSERVED_ERROR_UNKNOWN: () => '"error" is timeout or connection.',
  OBSERVED_STATUS_OR_ERROR: () => 'An endpoint has either "status" or, where there was no answer, "error".',
  OBSERVED_TRACE_INVALID: () => '"traceId" is 32 hexadecimal digits, not all of them 0.',
  OBSERVED_DURATION_INVALID: () => '"durationMs" is a number of milliseconds.',
  OBSERVED_DURATION_TOO_LONG: () => '"durationMs" is at most a day.',
  OBSERVED_BOUND_INVALID: () => 'A bound is a number of milliseconds.',
  OBSERVED_BOUND_NOT_POSITIVE: () => 'A bound is more than 0.',
  OBSERVED_BOUND_TOO_LARGE: () => 'A bound is at most a day.',
  OBSERVED_BOUNDS_NOT_ASCENDING: () => '"durations.bounds" ascend.',
  OBSERVED_DURATIONS_INVALID: () => '"durations" has bounds and counts.',
  OBSERVED_COUNTS_NOT_OF_BOUNDS: () => '"durations" has one more count than bounds.',
  OBSERVED_COUNTS_NOT_OF_COUNT: () => 'The counts of "durations" add up to "count".',
  OBSERVED_BAD_OVER_COUNT: () => '"bad" is at most "count".',
  OBSERVED_PERIOD_NOT_ORDERED: () => '"from" is before "to".',
  OBSERVED_PERIOD_TOO_LONG: () => 'From "from" to "to" it is at most 60 minutes.',
  OBSERVATIONS_TOO_MANY: ({ max }: Numbers<'max'>) => `At most ${max} observations a call.`,

  SAMPLE_TOO_OLD: () => 'It is more than 60 minutes old.',
  SAMPLE_AHEAD: () => 'It is more than 1 minute in the future.',
  SUBJECT_OF_VIGIA: ({ key }: Values<'key'>) => `The key ${key} is reserved for what Vigía observes itself.`,
  ENDPOINT_NOT_LISTED: ({ key }: Values<'key'>) => `No endpoint of the inventory is ${key}.`,
  ENDPOINT_RETIRED: ({ key }: Values<'key'>) => `The endpoint ${key} was retired.`,
  SUBJECT_NOT_REGISTERED: ({ kind, key, put }: Unregistered) =>
    `There is no ${nounOf({ kind })} ${key}; register it with ${put}.`,
  SUBJECT_RETIRED: ({ kind, key, put }: Unregistered) =>
    `The ${nounOf({ kind })} ${key} was retired; ${put} brings it back.`,
}
