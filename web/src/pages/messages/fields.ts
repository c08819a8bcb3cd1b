import { words } from '../../language.ts'
import { showCents, showPercent, showWhole } from '../../ui/numbers.ts'
import { showDate } from '../../ui/times.ts'
import { common, UNKNOWN } from '../../ui/words.ts'

/** The fields of one record by name, as the server decoded them. */
export type Fields = Record<string, unknown>

/** The fields in a JSON object; none for any other JSON. */
export const asFields = (json: unknown): Fields =>
  typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Fields) : {}

/** The records in a JSON array; none for any other JSON. */
export const asRecords = (json: unknown): Fields[] => (Array.isArray(json) ? json.map(asFields) : [])

/** The number in a field; null if it is not a number. */
export const numberIn = (fields: Fields, name: string): number | null => {
  const value = fields[name]
  return typeof value === 'number' ? value : null
}

const currencies: Partial<Record<string, string>> = words(
  { E: 'euro (E)', P: 'peseta (P)' },
  { E: 'euro (E)', P: 'peseta (P)' },
)

// The specification phrases these fields as questions.
const questions = new Set(['bookFair', 'acceptsPending', 'cancelsPending'])
const answers: Partial<Record<string, string>> = { S: common.yes, N: common.no }

/** Formats a field: cents as euros, hundredths of a percent as percent, dates as dates. */
export function showField(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return UNKNOWN
  if (typeof value === 'number') return showNumber(name, value)
  if (typeof value !== 'string') return JSON.stringify(value)
  if (/^\d{4}-\d\d-\d\d$/u.test(value)) return showDate(`${value}T12:00:00Z`)
  if (name === 'currency') return currencies[value] ?? value
  if (name === 'identifiedBy') return value === 'reference' ? value : value.toUpperCase()
  return (questions.has(name) ? answers[value] : undefined) ?? value
}

function showNumber(name: string, value: number): string {
  if (name.endsWith('Cents')) return showCents(value)
  return name.endsWith('BasisPoints') ? `${showPercent(value / 100)} %` : showWhole(value)
}
