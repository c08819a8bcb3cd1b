import { DomainError } from '../lib/errors.ts'
import { isPostgresSafe } from '../lib/postgres-values.ts'
import type { Attributes, AttributeValue } from './telemetry-data.ts'

/**
 * A decoded message. Both formats give the same names; in JSON any value can have any type, and 64-bit integers are
 * decimal text. Absent fields are undefined.
 */
export type WireMessage = Record<string, unknown>

const maxUint64 = 2n ** 64n - 1n
const noAttributes: Attributes = new Map()

/**
 * A repeated field; an absent one is empty.
 * @throws DomainError INVALID_INPUT if it is no list of messages.
 */
export function readMessages(message: WireMessage, name: string): readonly WireMessage[] {
  const list = message[name] ?? []
  if (!Array.isArray(list))
    throw new DomainError('INVALID_INPUT', { code: 'OTLP_NOT_LIST', parameters: { field: name } })
  for (const entry of list) if (!isMessage(entry)) throw notAnObject(name)
  return list as WireMessage[]
}

/**
 * A message in a field; an absent one is empty.
 * @throws DomainError INVALID_INPUT if it is no message.
 */
export function readMessage(message: WireMessage, name: string): WireMessage {
  const value = message[name] ?? {}
  if (!isMessage(value)) throw notAnObject(name)
  return value
}

const notAnObject = (name: string) =>
  new DomainError('INVALID_INPUT', { code: 'OTLP_NOT_OBJECT', parameters: { field: name } })

const isMessage = (value: unknown): value is WireMessage =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The scopes of a request, each with the attributes of its resource; they are in lists of these names. */
export function* readScopes(
  request: WireMessage,
  [resources, scopes]: readonly [resources: string, scopes: string],
): Generator<{ resource: Attributes; scope: WireMessage }> {
  for (const ofResource of readMessages(request, resources)) {
    const resource = readAttributes(readMessage(ofResource, 'resource'))
    for (const scope of readMessages(ofResource, scopes)) yield { resource, scope }
  }
}

/** A text that PostgreSQL can store; empty if the value is absent or not a text. */
export const readText = (value: unknown): string => (typeof value === 'string' ? storable(value) : '')

/** Replaces characters that PostgreSQL cannot store: NUL and lone surrogates. */
const storable = (text: string) =>
  isPostgresSafe(text) ? text : Buffer.from(text.replaceAll('\0', '\uFFFD')).toString()

/** A time in nanoseconds since 1970 as decimal text; `0` if absent, null if it is not an unsigned 64-bit integer. */
export function readNanos(value: unknown): string | null {
  if (value === undefined || value === null) return '0'
  if (typeof value === 'string' && isUint64(value)) return value
  const number = readNumber(value)
  const text = Number.isInteger(number) ? BigInt(number).toString() : ''
  return isUint64(text) ? text : null
}

const isUint64 = (text: string) => /^(?:0|[1-9]\d{0,19})$/.test(text) && (text.length < 20 || BigInt(text) <= maxUint64)

/** A count; 0 if absent, NaN if it is not a safe non-negative integer. */
export function readCount(value: unknown): number {
  const count = readNumber(value ?? 0)
  return Number.isSafeInteger(count) && count >= 0 ? count : NaN
}

/**
 * A number as both formats write it: JSON allows any number as text, with an exponent too, and "NaN", "Infinity" and
 * "-Infinity". NaN for everything else. Source: https://protobuf.dev/programming-guides/json/.
 */
function readNumber(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && numberForm.test(value) ? Number(value) : NaN
}

const numberForm = /^-?(?:(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|Infinity)$/

/** The counts of bins; empty if absent, null if the value is not a list of counts. */
export function readCounts(value: unknown): number[] | null {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) return null
  const counts = value.map(readCount)
  return counts.some(Number.isNaN) ? null : counts
}

/** A signed 32-bit integer; 0 if absent, NaN if invalid. */
export function readInteger(value: unknown): number {
  const number = readNumber(value ?? 0)
  return (number | 0) === number ? number : NaN
}

/** A finite number; null if absent, not finite or invalid. */
export function readFinite(value: unknown): number | null {
  const number = readNumber(value)
  return Number.isFinite(number) ? number : null
}

/** Attributes by name: texts, booleans and finite numbers. If a name occurs twice, the last value counts. */
export function readAttributes(message: WireMessage): Attributes {
  const list = readMessages(message, 'attributes')
  if (list.length === 0) return noAttributes
  const attributes = new Map<string, AttributeValue>()
  for (const entry of list) {
    const value = readValue(readMessage(entry, 'value'))
    if (value !== null) attributes.set(readText(entry.key), value)
  }
  return attributes
}

function readValue({ stringValue, boolValue, intValue, doubleValue }: WireMessage): AttributeValue | null {
  if (typeof stringValue === 'string') return storable(stringValue)
  if (typeof boolValue === 'boolean') return boolValue
  return readFinite(intValue ?? doubleValue)
}
