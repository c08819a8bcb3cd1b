import { identifyArticle } from '../article.ts'
import { unescapeRecord } from './escapes.ts'
import { identificationKind } from '../identification/identification.ts'
import { otherKinds, type OtherKind, type RecordLayout, type VersionLayout } from '../layouts/layout.ts'
import { readRecord } from './read-record.ts'
import { type SourceRecord } from './records.ts'
import { warnOfEscapes, warnOfIdentity, warnOfReading, warnOfShift } from './reading-warnings.ts'
import { type RecordLengthStats } from './record-lengths.ts'
import { readShifted } from './shifted-record.ts'
import { layoutByContent } from './untyped.ts'
import { type Encoding } from '../encoding.ts'
import { type Fields } from '../values.ts'
import { type Warnings } from '../warnings.ts'
import { storableText } from '../../lib/postgres-values.ts'

/** The records of a document, grouped by purpose. */
export type ParsedRecords = {
  header: Fields | null
  lines: Fields[]
  totals: Fields[]
  others: Partial<Record<OtherKind, Fields[]>>
  /** Counts of records; `content` are all but the identification. */
  counts: { identification: number; content: number; unknown: number; rejectedLines: number }
}

/** The settings for reading the records of a file. */
export type RecordReader = {
  layout: VersionLayout
  latest: boolean
  detail: string
  encoding: Encoding
  sender: string | null
  lengths: RecordLengthStats
  identificationTexts: ReadonlySet<string>
  /** Whether a record with unreadable fields keeps the others, instead of being left out. */
  keepsUnreadable: boolean
  warnings: Warnings
}

/** Reads the records after the identification. An unreadable record is left out with a warning. */
export function readRecords(records: Iterable<SourceRecord>, reader: RecordReader): ParsedRecords {
  const counts = { identification: 0, content: 0, unknown: 0, rejectedLines: 0 }
  const body: ParsedRecords = { header: null, lines: [], totals: [], others: emptyKinds(reader.layout), counts }
  const headers = new Set<string>()
  for (const record of records) addRecord(body, record, headers, reader)
  return body
}

function emptyKinds(layout: VersionLayout): ParsedRecords['others'] {
  const kinds = new Set(Object.values(layout.records).map((record) => record?.kind))
  return Object.fromEntries(otherKinds.filter((kind) => kinds.has(kind)).map((kind) => [kind, []]))
}

function addRecord(body: ParsedRecords, record: SourceRecord, headers: Set<string>, reader: RecordReader): void {
  if (isIdentification(record, reader)) {
    countIdentification(record, body, reader)
    return
  }
  body.counts.content++
  const layout = layoutFor(record, headers.size > 0, reader)
  if (layout === undefined) rejectUnknown(record, body, reader)
  else if (layout.kind === 'header') addHeader(record, layout, headers, { body, reader })
  else addContent(record, layout, body, reader)
}

function isIdentification(record: SourceRecord, { identificationTexts }: RecordReader): boolean {
  if (!record.text.startsWith('I')) return false
  return identificationTexts.has(record.text.trimEnd()) || identificationKind(record) !== null
}

// Line 1 and line 2 make two; any further one is a repetition.
function countIdentification({ line }: SourceRecord, { counts }: ParsedRecords, { warnings }: RecordReader): void {
  counts.identification++
  if (counts.identification > 2)
    warnings.countOnce('CABECERA_REPETIDA', line, { code: 'IDENTIFICATION_REPEATED', parameters: {} })
}

function layoutFor(
  record: SourceRecord,
  hasHeader: boolean,
  { layout, detail }: RecordReader,
): RecordLayout | undefined {
  return detail === '' ? layoutByContent(record, hasHeader, layout) : layout.records[record.text.charAt(0)]
}

function rejectUnknown({ line, text }: SourceRecord, body: ParsedRecords, { warnings }: RecordReader): void {
  body.counts.unknown++
  warnings.add('REGISTRO_DESCONOCIDO', line, {
    code: 'RECORD_UNKNOWN',
    parameters: { text: storableText(text, 20).trim() },
  })
}

function addHeader(
  record: SourceRecord,
  layout: RecordLayout,
  headers: Set<string>,
  target: { body: ParsedRecords; reader: RecordReader },
) {
  const { warnings } = target.reader
  const text = record.text.trimEnd()
  if (headers.has(text)) {
    warnings.countOnce('CABECERA_REPETIDA', record.line, { code: 'HEADER_REPEATED', parameters: {} })
    return
  }
  if (headers.size > 0) warnings.countOnce('VARIAS_CABECERAS', record.line, { code: 'HEADER_FURTHER', parameters: {} })
  headers.add(text)
  addContent(record, layout, target.body, target.reader)
}

function addContent(record: SourceRecord, layout: RecordLayout, body: ParsedRecords, reader: RecordReader): void {
  const fields = readFields(record, layout, reader)
  if (fields !== null) addFields(fields, layout.kind, body)
  else if (layout.kind === 'lines') body.counts.rejectedLines++
}

// A header is kept even with unreadable fields: without it the lines have no context.
function readFields(record: SourceRecord, layout: RecordLayout, reader: RecordReader): Fields | null {
  const { warnings, encoding, lengths, detail, keepsUnreadable } = reader
  const { text, outcome } = unescapeRecord(
    record.text,
    layout,
    lengths(detail === '' ? '' : record.text.charAt(0)),
    encoding,
  )
  warnOfEscapes(outcome, record.line, warnings)
  const isKept = keepsUnreadable || layout.kind === 'header'
  if (outcome === 'shifted' && !isKept) return null
  const { reading, usedLayout } = readAny(text, record.line, layout, warnings)
  warnOfReading(reading, { ...record, text }, usedLayout, reader)
  return reading.unreadable.length > 0 && !isKept ? null : withArticle(reading.fields, record.line, reader)
}

function readAny(text: string, line: number, layout: RecordLayout, warnings: Warnings) {
  const reading = readRecord(layout, text)
  const shifted = readShifted(reading, layout, text)
  if (!shifted) return { reading, usedLayout: layout }
  warnOfShift(shifted, line, warnings)
  return { reading: shifted.reading, usedLayout: shifted.layout }
}

function withArticle(fields: Fields, line: number, { sender, warnings }: RecordReader): Fields {
  fields.line = line
  if (!('isbn' in fields)) return fields
  const identity = identifyArticle(fields, sender)
  warnOfIdentity(identity, line, warnings)
  fields.article = identity.article
  fields.identifiedBy = identity.identifiedBy
  return fields
}

function addFields(fields: Fields, kind: RecordLayout['kind'], body: ParsedRecords): void {
  if (kind === 'lines') body.lines.push(withTicket(fields, body.others.tickets))
  else if (kind === 'totals') body.totals.push(fields)
  else if (kind === 'header') keepHeader(fields, body)
  else if (kind !== 'identification') body.others[kind]?.push(fields)
}

// The lines of a ticket follow it.
function withTicket(fields: Fields, tickets: Fields[] | undefined): Fields {
  if (tickets !== undefined) fields.ticketNumber = tickets.at(-1)?.number ?? null
  return fields
}

function keepHeader(fields: Fields, body: ParsedRecords): void {
  if (body.header === null) body.header = fields
  else (body.others.furtherHeaders ??= []).push(fields)
}
