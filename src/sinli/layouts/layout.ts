/**
 * How the bytes of a field are parsed. An unreadable `integer`, amount or date invalidates its record, unless that is a
 * header; an unreadable `number`, which is only descriptive (a weight, a code), becomes null. Amounts have two implied
 * decimals: `cents`, and `basisPoints` for percentages. A `looseDate` may be words instead; a `month` is MMAAAA.
 */
export type FieldType = 'text' | 'integer' | 'number' | 'cents' | 'basisPoints' | 'date' | 'looseDate' | 'month'

/**
 * One field: its name here, type, offset (from 0) and length in bytes, whether it is required, and its Spanish name.
 */
export type FieldRow = readonly [
  name: string,
  type: FieldType,
  offset: number,
  length: number,
  presence: 'required' | 'optional',
  spanish: string,
]

/** The kinds of records besides header, lines and totals; also their names in a decoded document. */
export const otherKinds = [
  'furtherHeaders',
  'texts',
  'vat',
  'deliveryPoints',
  'dropshipments',
  'statuses',
  'rejections',
  'deliveryNoteVat',
  'dueDates',
  'tickets',
] as const

/** A kind of record besides header, lines and totals. */
export type OtherKind = (typeof otherKinds)[number]

/** The purpose of a record. */
export type RecordKind = 'identification' | 'header' | 'lines' | 'totals' | OtherKind

/**
 * The fields of one record type and their total length in bytes. `shifts` are known variants with missing fields, tried
 * on a record in which these fields cannot be read.
 */
export type RecordLayout = {
  kind: RecordKind
  fields: readonly FieldRow[]
  length: number
  shifts?: readonly ShiftedLayout[]
}

/** A variant of a record without the `missing` fields, so that the fields after them have smaller offsets. */
export type ShiftedLayout = { missing: readonly string[]; record: RecordLayout }

/** The records of a document by their first byte; '' for records without a type. */
export type RecordLayouts = Partial<Record<string, RecordLayout>>

/** The records from one version until the next. If `partial`, later fields are unknown. */
export type VersionLayout = { from: number; partial?: boolean; records: RecordLayouts }

/** A document type: its newest version, the record type of its lines, and its layouts, oldest first. */
export type DocumentLayouts = { latest: number; detail: string; layouts: readonly VersionLayout[] }

type Records = Record<string, readonly [RecordKind, readonly FieldRow[]]>

/** A document type whose older versions are prefixes of the newest. */
export function singleLayout(latest: number, detail: string, records: Records): DocumentLayouts {
  return { latest, detail, layouts: [{ from: 0, records: recordsOf(records) }] }
}

/** Builds record layouts, by record type, from kinds and fields. */
export function recordsOf(records: Records): RecordLayouts {
  return Object.fromEntries(Object.entries(records).map(([type, [kind, fields]]) => [type, recordOf(kind, fields)]))
}

/** Builds the layout of a record; its length is the end of its last field. */
export function recordOf(kind: RecordKind, fields: readonly FieldRow[]): RecordLayout {
  return { kind, fields, length: Math.max(...fields.map(([, , offset, length]) => offset + length)) }
}
