import { type FieldRow, type FieldType, type RecordLayout } from './layouts/layout.ts'
import { type Fields, readValue } from './values.ts'

/** What reading a record gave: its fields, and the names of those that are not as they should be. */
export type RecordReading = {
  fields: Fields
  /** A number, amount or date is there and cannot be read: what the record says is not known. */
  unreadable: string[]
  /** The same of a field that only describes; it is null. */
  doubtful: string[]
  /** Required, within the record, blank. */
  blank: string[]
  /** Required, behind the end of the record. */
  absent: string[]
  /** Amounts written with the separator that is implied. */
  separated: string[]
}

/** Cuts a record into its fields. What is missing at its end is as blank. */
export function readRecord(layout: RecordLayout, text: string): RecordReading {
  const reading: RecordReading = { fields: {}, unreadable: [], doubtful: [], blank: [], absent: [], separated: [] }
  for (const row of layout.fields) readField(row, text, reading)
  return reading
}

function readField(row: FieldRow, record: string, reading: RecordReading): void {
  const [name, type, offset, length] = row
  const text = record.slice(offset, offset + length).trim()
  const value = readValue(type, text)
  reading.fields[name] = value ?? null
  if (value === undefined) (type === 'number' ? reading.doubtful : reading.unreadable).push(name)
  if (text === '') noteMissing(row, record, reading)
  else if (isAmount(type) && /[.,]/.test(text)) reading.separated.push(name)
}

function noteMissing([name, , offset, , presence]: FieldRow, record: string, reading: RecordReading): void {
  if (presence === 'required') (offset < record.length ? reading.blank : reading.absent).push(name)
}

const isAmount = (type: FieldType) => type === 'cents' || type === 'basisPoints'
