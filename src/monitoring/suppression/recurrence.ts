import rrule from 'rrule'
import { invalidField } from '../../lib/errors.ts'
import { wallTimeOf } from '../../lib/wall-time.ts'
import type { Sentence } from '../../messages/sentences.ts'

const { RRule } = rrule

const maxLength = 500
const allowed = new Set(['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYDAY', 'BYMONTHDAY', 'BYMONTH'])
const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const mostTimes = 10_000

/** A recurrence rule of RFC 5545 with the wall-clock start of its first occurrence (`wallTimeOf`). */
export type Recurrence = { rule: string; firstWall: number; zone: string }

/** The wall-clock starts of the occurrences between two wall-clock times, both inclusive, in order. */
export function occurrencesBetween(recurrence: Recurrence, fromWall: number, toWall: number): number[] {
  return ruleOf(recurrence)
    .between(new Date(fromWall), new Date(toWall), true)
    .map((date) => date.getTime())
}

/**
 * Validates a recurrence rule, and returns it without the prefix `RRULE:`. The first occurrence gives the time of day,
 * so parts for hours, minutes and seconds are refused.
 * @throws DomainError INVALID_INPUT for a malformed rule, or a rule that the given first occurrence does not match.
 */
export function requireRecurrence(given: string, firstWall: number, zone: string): string {
  const rule = given
    .trim()
    .replace(/^RRULE:/i, '')
    .toUpperCase()
  if (rule.length > maxLength)
    throw invalidField('recurrence', {
      code: 'TEXT_OVER_LENGTH',
      parameters: { field: 'recurrence', max: maxLength, count: rule.length },
    })
  const problem = problemOf(rule, new Date(firstWall))
  if (problem !== null) throw invalidField('recurrence', problem)
  const [first] = occurrencesBetween({ rule, firstWall, zone }, firstWall, firstWall)
  if (first !== firstWall) throw invalidField('recurrence', anotherFirst)
  return rule
}

const anotherFirst: Sentence = { code: 'RECURRENCE_WITHOUT_FIRST', parameters: {} }

function problemOf(rule: string, first: Date): Sentence | null {
  const pairs = rule.split(';').map((part) => part.split('='))
  const parts = new Map(pairs.map(([name = '', value = '']) => [name, value]))
  if (pairs.some((pair) => pair.length !== 2 || !allowed.has(pair[0] ?? '')) || parts.size < pairs.length)
    return { code: 'RECURRENCE_PARTS_UNKNOWN', parameters: { parts: [...allowed].join(', ') } }
  const wrong = [...parts].find(([name, value]) => !isValidPart(name, value, parts.get('FREQ') ?? ''))
  if (wrong) return { code: 'RECURRENCE_PART_INVALID', parameters: { part: wrong.join('=') } }
  if (!parts.has('FREQ'))
    return { code: 'RECURRENCE_WITHOUT_FREQUENCY', parameters: { frequencies: frequencies.join(', ') } }
  if (parts.has('COUNT') && parts.has('UNTIL')) return { code: 'RECURRENCE_ENDS_TWICE', parameters: {} }
  return includesDay(parts, first) ? null : anotherFirst
}

const validParts: Readonly<Record<string, (value: string, frequency: string) => boolean>> = {
  FREQ: (value) => frequencies.includes(value),
  INTERVAL: (value) => isBetween(value, 1, mostTimes),
  COUNT: (value) => isBetween(value, 1, mostTimes),
  UNTIL: (value) => untilPattern.test(value) && !Number.isNaN(parseUntil(value)),
  WKST: (value) => weekdays.includes(value),
  BYDAY: (value, frequency) => value.split(',').every((day) => isDay(day, /^(MONTHLY|YEARLY)$/.test(frequency))),
  BYMONTHDAY: (value) => value.split(',').every((day) => isBetween(day.replace('-', ''), 1, 31)),
  BYMONTH: (value) => value.split(',').every((month) => isBetween(month, 1, 12)),
}

const isValidPart = (name: string, value: string, frequency: string) => validParts[name]?.(value, frequency) ?? false

const isBetween = (value: string, least: number, most: number) =>
  /^\d{1,5}$/.test(value) && Number(value) >= least && Number(value) <= most

const isDay = (day: string, isNumbered: boolean) =>
  weekdays.includes(day) || (isNumbered && /^[+-]?[1-5]$/.test(day.slice(0, -2)) && weekdays.includes(day.slice(-2)))

// Checked before the rule is expanded: the library looks for a first occurrence until the year 9999.
function includesDay(parts: ReadonlyMap<string, string>, first: Date): boolean {
  const [month, day] = [first.getUTCMonth() + 1, first.getUTCDate()]
  const fromEnd = day - 1 - new Date(Date.UTC(first.getUTCFullYear(), month, 0)).getUTCDate()
  const weekday = weekdays[(first.getUTCDay() + 6) % 7] ?? ''
  const has = (name: string, fits: (value: string) => boolean) => parts.get(name)?.split(',').some(fits) ?? true
  return (
    has('BYMONTH', (value) => Number(value) === month) &&
    has('BYMONTHDAY', (value) => [day, fromEnd].includes(Number(value))) &&
    has('BYDAY', (value) => value.endsWith(weekday))
  )
}

const untilPattern = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/

/** The time of an UNTIL as if it were UTC. A date without a time includes the whole day. */
function parseUntil(value: string): number {
  const [, year, month, day, hour = '23', minute = '59', second = '59'] = untilPattern.exec(value) ?? []
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

function ruleOf({ rule, firstWall, zone }: Recurrence) {
  const until = /UNTIL=([^;]+)/.exec(rule)?.[1]
  // The library knows no time zones: everything it computes is wall-clock time, written as if it were UTC.
  const untilWall =
    until === undefined ? null : new Date(until.endsWith('Z') ? wallTimeOf(parseUntil(until), zone) : parseUntil(until))
  return new RRule({ ...RRule.parseString(rule), dtstart: new Date(firstWall), until: untilWall }, true)
}
