import { type FieldRow, type FieldType, type RecordLayout } from '../layouts/layout.ts'
import { type Fields, readValue } from '../values.ts'

/** The fields of a record, and the names of those with a problem. */
export type RecordReading = {
  fields: Fields
  /** Numbers, amounts and dates that are present but unreadable, so that the meaning of the record is unknown. */
  unreadable: string[]
  /** Purely descriptive fields that are present but unreadable; their value is null. */
  doubtful: string[]
  /** Required fields inside the record that are blank. */
  blank: string[]
  /** Required fields past the end of the record. */
  absent: string[]
  /** Amounts written with the decimal separator that should be implied. */
  separated: string[]
}

/** Cuts a record into its fields. Fields past its end are blank. */
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
  if (text === '') collectMissing(row, record, reading)
  else if (isAmount(type) && /[.,]/.test(text)) reading.separated.push(name)
}

function collectMissing([name, , offset, , presence]: FieldRow, record: string, reading: RecordReading): void {
  if (presence === 'required') (offset < record.length ? reading.blank : reading.absent).push(name)
}

const isAmount = (type: FieldType) => type === 'cents' || type === 'basisPoints'
