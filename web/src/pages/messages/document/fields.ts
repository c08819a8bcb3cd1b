import { formatCents, formatPercent, formatInteger } from '../../../format/formatNumber.ts'
import { formatDate } from '../../../format/formatTime.ts'
import { commonLabels } from '../../../ui/labels.ts'
import { NO_VALUE } from '../../../format/noValue.ts'
import { codeMeaning } from './codedFields.ts'

/** The fields of one record by name, as the server decoded them. */
export type RecordFields = Record<string, unknown>

/** The fields in a JSON object; none for any other JSON. */
export const toFields = (json: unknown): RecordFields =>
  typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as RecordFields) : {}

/** The records in a JSON array; none for any other JSON. */
export const toRecords = (json: unknown): RecordFields[] => (Array.isArray(json) ? json.map(toFields) : [])

/** The number in a field; null if it is not a number. */
export const numberField = (fields: RecordFields, name: string): number | null => {
  const value = fields[name]
  return typeof value === 'number' ? value : null
}

// Fields whose codes are S (yes) and N (no).
const questions = new Set([
  'acceptsPending',
  'bookFair',
  'cancelsPending',
  'latestDeliveryExpires',
  'novelty',
  'printOnDemand',
  'urgent',
])
const yesOrNo: Partial<Record<string, string>> = { S: commonLabels.yes, N: commonLabels.no }

/** Formats a field: cents as euros, hundredths of a percent as percent, dates as dates. */
export function formatField(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return NO_VALUE
  const meaning = codeMeaning(name, value)
  if (meaning !== undefined) return meaning
  if (typeof value === 'number') return formatNumberField(name, value)
  if (typeof value !== 'string') return JSON.stringify(value)
  if (/^\d{4}-\d\d-\d\d$/u.test(value)) return formatDate(`${value}T12:00:00Z`)
  if (name === 'identifiedBy') return value === 'reference' ? value : value.toUpperCase()
  return (questions.has(name) ? yesOrNo[value] : undefined) ?? value
}

function formatNumberField(name: string, value: number): string {
  if (name.endsWith('Cents')) return formatCents(value)
  return name.endsWith('BasisPoints') ? `${formatPercent(value / 100)} %` : formatInteger(value)
}
