import { toBytes, type Encoding } from './encoding.ts'
import { type DocumentType, findDocument, layoutOf } from './layouts/documents.ts'
import { line1, line2 } from './layouts/identification.ts'
import { type FieldRow, type FieldType, type OtherKind, type RecordKind, type RecordLayout } from './layouts/layout.ts'
import { type Fields, type Value } from './values.ts'

/** A document to encode. Fields have the names that decoding gives them; missing fields are blank. */
export type Draft = {
  document: DocumentType
  /** Defaults to the newest version. */
  version?: number
  sender: string
  receiver: string
  senderAddress?: string
  receiverAddress?: string
  /** Defaults to Windows-1252. */
  encoding?: Encoding
  header?: Fields
  lines?: readonly Fields[]
  totals?: Fields
} & Partial<Record<OtherKind, readonly Fields[]>>

/**
 * Encodes a document as a SINLI file: two identifying records, then the header and the others in the order of the
 * specification, each ended by CR LF. Lines of sales follow the ticket with their `ticketNumber`.
 * @throws RangeError if a value does not fit its field, or the version is unknown.
 */
export function encode(draft: Draft): Uint8Array {
  const layouts = findDocument(draft.document)
  const version = draft.version ?? layouts?.latest ?? 0
  const layout = layouts && layoutOf(layouts, version)?.records
  if (layout === undefined) throw new RangeError(`Version ${version} of ${draft.document} cannot be written.`)
  const content = writeContent(Object.entries(layout), draft)
  const records = [...writeIdentification(draft, version, content.length + 2), ...content]
  return toBytes(records.map((record) => `${record}\r\n`).join(''), draft.encoding ?? 'windows-1252')
}

type Records = [type: string, layout: RecordLayout | undefined][]

function writeContent(records: Records, draft: Draft): string[] {
  if (draft.tickets === undefined) return records.flatMap(([type, layout]) => writeKind(type, layout, draft))
  const writeKindOf = (kind: RecordKind, part: Partial<Draft>) =>
    records.filter(([, layout]) => layout?.kind === kind).flatMap(([type, layout]) => writeKind(type, layout, part))
  const linesOf = (ticket: Fields) => (draft.lines ?? []).filter((line) => line.ticketNumber === ticket.number)
  const tickets = draft.tickets.flatMap((ticket) => [
    ...writeKindOf('tickets', { tickets: [ticket] }),
    ...writeKindOf('lines', { lines: linesOf(ticket) }),
  ])
  return [...writeKindOf('header', draft), ...tickets]
}

function writeKind(type: string, layout: RecordLayout | undefined, draft: Partial<Draft>): string[] {
  if (layout === undefined || layout.kind === 'identification') return []
  const fields = draft[layout.kind] ?? []
  return (Array.isArray(fields) ? (fields as Fields[]) : [fields as Fields]).map((record) =>
    writeRecord(type, layout, record),
  )
}

// The record count is a field of five digits; a larger count is left out.
function writeIdentification(draft: Draft, version: number, records: number): string[] {
  const { document, sender, receiver, senderAddress = null, receiverAddress = null } = draft
  const recordCount = records > 99_999 ? null : records
  const shared = { document, version: String(version).padStart(2, '0') }
  return [
    writeRecord('I', line1, { ...shared, format: 'N', sender, receiver, recordCount, mark: 'FANDE' }),
    writeRecord('I', line2, { ...shared, senderAddress, receiverAddress }),
  ]
}

// `type` is the record's first byte, '' if it has none.
function writeRecord(type: string, layout: RecordLayout, fields: Fields): string {
  const characters = Array.from({ length: layout.length }, (_, index) => type[index] ?? ' ')
  for (const row of layout.fields) {
    const [name, , offset, length] = row
    characters.splice(offset, length, ...writeField(row, fields[name] ?? null))
  }
  return characters.join('')
}

function writeField([name, type, , length]: FieldRow, value: Value): string[] {
  const text = value === null ? '' : typeof value === 'number' ? writeNumber(value, length) : writeText(type, value)
  if (text.length > length) throw new RangeError(`${name} has ${length} characters, too few for "${value ?? ''}".`)
  return text.padEnd(length).split('')
}

function writeNumber(value: number, length: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not an integer.`)
  const digits = String(Math.abs(value))
  return value < 0 ? `-${digits.padStart(length - 1, '0')}` : digits.padStart(length, '0')
}

function writeText(type: FieldType, value: string): string {
  if (type === 'month') return value.replace(/^(\d{4})-(\d\d)$/, '$2$1')
  return type === 'date' || type === 'looseDate' ? value.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$1$2$3') : value
}
