/**
 * How the bytes of a field are read. An `integer`, amounts and dates have to be readable where there is something; a
 * `number` only describes (a weight, a code), so that an unreadable one costs its value and not the record. Amounts have
 * two implied decimals: `cents`, and for percentages `basisPoints`. A `looseDate` may be words instead; a `month` is MMAAAA.
 */
export type FieldType = 'text' | 'integer' | 'number' | 'cents' | 'basisPoints' | 'date' | 'looseDate' | 'month'

/** One field: our name, how it is read, where it begins (from 0), how many bytes it has, whether it has to be there, its Spanish name. */
export type FieldRow = readonly [
  name: string,
  type: FieldType,
  offset: number,
  length: number,
  presence: 'required' | 'optional',
  spanish: string,
]

/** The records that are neither the header, nor lines, nor totals; they stand under these names. */
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

/** The name under which a kind of record other than header, lines and totals stands. */
export type OtherKind = (typeof otherKinds)[number]

/** What a record is for. */
export type RecordKind = 'identification' | 'header' | 'lines' | 'totals' | OtherKind

/** The fields of one type of record, and how many bytes they take together. */
export type RecordLayout = { kind: RecordKind; fields: readonly FieldRow[]; length: number }

/** The records of a document by their first byte; '' are those that have no type. */
export type RecordLayouts = Partial<Record<string, RecordLayout>>

/** The records from one version on, until the next. A partial one is known only up to its last field. */
export type VersionLayout = { from: number; partial?: boolean; records: RecordLayouts }

/** All we know of one type of document: the newest version, the type of its lines, and the layouts, oldest first. */
export type DocumentLayouts = { latest: number; detail: string; layouts: readonly VersionLayout[] }

type Records = Record<string, readonly [RecordKind, readonly FieldRow[]]>

/** A type of document whose older versions are prefixes of the newest. */
export function singleLayout(latest: number, detail: string, records: Records): DocumentLayouts {
  return { latest, detail, layouts: [{ from: 0, records: recordsOf(records) }] }
}

/** The layouts of records, by type, of what they are for and their fields. */
export function recordsOf(records: Records): RecordLayouts {
  return Object.fromEntries(Object.entries(records).map(([type, [kind, fields]]) => [type, recordOf(kind, fields)]))
}

/** The layout of a record with these fields. */
export function recordOf(kind: RecordKind, fields: readonly FieldRow[]): RecordLayout {
  return { kind, fields, length: Math.max(...fields.map(([, , offset, length]) => offset + length)) }
}
