// cspell:ignore byday wkst
import { language, localize } from '../../i18n.ts'
import { timeZone } from '../../format/madridTime.ts'

/** Days of the week as RFC 5545 writes them, Monday first. */
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof weekdays)[number]

/** The frequencies of maintenance that the form offers. */
type Frequency = 'once' | 'daily' | 'weekly'

/** A recurrence as the form edits it. `until` is the last day, as `YYYY-MM-DD`; empty for no end. */
export type Recurrence = { frequency: Frequency; days: Weekday[]; until: string }

const text = localize(
  {
    daily: 'cada día',
    weekly: (days: string) => `cada semana: ${days}`,
    until: (date: string) => `hasta el ${date}`,
    zone: (zone: string) => `hora de ${zone}`,
  },
  {
    daily: 'every day',
    weekly: (days) => `every week: ${days}`,
    until: (date) => `until ${date}`,
    zone: (zone) => `time of ${zone}`,
  },
)

const weekdayFormat = new Intl.DateTimeFormat(language, { timeZone: 'UTC', weekday: 'long' })
const dayFormat = new Intl.DateTimeFormat(language, { timeZone: 'UTC', dateStyle: 'medium' })
const list = new Intl.ListFormat(language, { type: 'conjunction' })

// 1 January 2024 was a Monday.
/** The name of a day of the week. */
export const weekdayName = (day: Weekday): string => weekdayFormat.format(Date.UTC(2024, 0, 1 + weekdays.indexOf(day)))

/** The day of the week of a local date and time; undefined while it is incomplete. */
export function weekdayOf(local: string): Weekday | undefined {
  const ms = Date.parse(`${local.slice(0, 10)}T00:00Z`)
  return Number.isNaN(ms) ? undefined : weekdays[(new Date(ms).getUTCDay() + 6) % 7]
}

/** The RFC 5545 rule of a recurrence whose first day is `firstDay`; null for a single maintenance. */
export function toRule({ frequency, days, until }: Recurrence, firstDay: Weekday | undefined): string | null {
  if (frequency === 'once') return null
  const allDays = weekdays.filter((day) => days.includes(day) || day === firstDay)
  return [
    `FREQ=${frequency.toUpperCase()}`,
    ...(frequency === 'weekly' ? [`BYDAY=${allDays.join(',')}`] : []),
    ...(until === '' ? [] : [`UNTIL=${until.replaceAll('-', '')}`]),
  ].join(';')
}

/**
 * A rule in words, with its zone unless it is the platform's. A rule that the form cannot produce is shown unchanged.
 */
export function recurrenceText(rule: string, zone: string): string {
  const parts = new Map(rule.split(';').map((part) => part.split('=') as [string, string]))
  const until = dayIn(parts.get('UNTIL'))
  return [
    frequencyText(rule, parts),
    ...(until === undefined ? [] : [text.until(until)]),
    ...(zone === timeZone ? [] : [text.zone(zone)]),
  ].join(', ')
}

const known = new Set(['FREQ', 'BYDAY', 'UNTIL', 'WKST'])

function frequencyText(rule: string, parts: ReadonlyMap<string, string>): string {
  const days = parts.get('BYDAY')
  const frequency = parts.get('FREQ')
  if ([...parts.keys()].some((name) => !known.has(name))) return rule
  if (frequency === 'DAILY' && days === undefined) return text.daily
  const named = weekdays.filter((day) => days?.split(',').includes(day))
  return frequency === 'WEEKLY' && named.length > 0 ? text.weekly(list.format(named.map(weekdayName))) : rule
}

function dayIn(until: string | undefined): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)/u.exec(until ?? '') ?? []
  return year === undefined ? undefined : dayFormat.format(Date.UTC(Number(year), Number(month) - 1, Number(day)))
}
