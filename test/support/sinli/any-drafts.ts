// cspell:ignore Cabcáíóñ
import fc from 'fast-check'
import { type Draft } from '../../../src/sinli/encode.ts'
import { type DocumentType, findDocument, layoutOf } from '../../../src/sinli/layouts/documents.ts'
import { type FieldRow, type RecordKind } from '../../../src/sinli/layouts/layout.ts'
import { type Value } from '../../../src/sinli/values.ts'

/** Every layout, as a document type and its version. */
export const allLayouts: [DocumentType, number][] = [
  ['PEDIDO', 7],
  ['ENVIO', 8],
  ['DEVOLU', 2],
  ['DEVOLU', 3],
  ['ABONO', 2],
  ['FACTUL', 1],
  ['CAMPRE', 2],
  ['CAMPRE', 3],
  ['ESTADO', 4],
  ['MENSAJ', 1],
  ['VALPED', 4],
  ['CEGALD', 2],
  ['CEGALV', 3],
  ['LIBROS', 5],
  ['LIBROS', 7],
  ['LIBROS', 8],
  ['LIBROS', 9],
]

/** Documents of this layout with any values. */
export function draftOf(document: DocumentType, version: number): fc.Arbitrary<Draft> {
  const records = (kind: RecordKind) =>
    fc.array(recordOf(fieldsOf(document, version, kind)), { minLength: 1, maxLength: 3 })
  const others = Object.fromEntries(
    kindsOf(document, version)
      .filter(isOther)
      .map((kind) => [kind, records(kind)]),
  )
  return fc
    .record({
      header: recordOf(fieldsOf(document, version, 'header')),
      lines: records('lines'),
      totals: recordOf(fieldsOf(document, version, 'totals')),
      ...others,
    })
    .map((parts) => ofTickets({ document, version, sender: 'LIB90001', receiver: 'L9000002', ...parts }))
}

// Every line needs a ticket above it, and every ticket a number of its own.
function ofTickets(draft: Draft): Draft {
  if (draft.tickets === undefined) return draft
  const tickets = draft.tickets.map((ticket, index) => ({ ...ticket, number: `T${index}` }))
  return {
    ...draft,
    tickets,
    lines: (draft.lines ?? []).map((line) => ({ ...line, ticketNumber: tickets.at(-1)?.number ?? null })),
  }
}

const recordOf = (fields: readonly FieldRow[]) =>
  fc.record(Object.fromEntries(fields.map((row) => [row[0], valueOf(row)])))

// They mean no date.
const firstDays = new Set(['1970-01-01', '1970-01', '1969-12-31'])

// Letters that Windows-1252 spells and CP850 does not, so that the encoding is never in doubt; codes without blanks.
function valueOf([name, type, , length]: FieldRow): fc.Arbitrary<Value> {
  const letters = /isbn|ean|reference/i.test(name) ? 'ABC0123456789-' : 'ABCabcáíóñÁÍÑç 0123456789.,-'
  const size = 10 ** Math.min(length - 1, 9) - 1
  switch (type) {
    case 'text':
    case 'looseDate':
      return fc.string({ unit: fc.constantFrom(...letters), maxLength: length - 1 }).map((text) => `A${text}`.trim())
    case 'date':
      return fc.option(
        fc
          .date({ min: new Date('1901-01-01'), max: new Date('2069-12-31'), noInvalidDate: true })
          .map((day) => day.toISOString().slice(0, 10))
          .filter((day) => !firstDays.has(day)),
      )
    case 'month':
      return fc.option(
        fc
          .tuple(fc.integer({ min: 1500, max: 2069 }), fc.integer({ min: 1, max: 12 }))
          .map(([year, month]) => `${year}-${String(month).padStart(2, '0')}`)
          .filter((month) => !firstDays.has(month)),
      )
    case 'integer':
    case 'number':
    case 'cents':
    case 'basisPoints':
      return length === 1
        ? fc.nat({ max: 9 })
        : fc.integer({ min: -size, max: size }).map((value) => (type === 'number' ? Math.abs(value) : value))
  }
}

/** The layouts of a document type. */
export function documentOf(document: DocumentType) {
  const layouts = findDocument(document)
  if (layouts === undefined) throw new Error(`${document} is not decoded.`)
  return layouts
}

const recordsIn = (document: DocumentType, version: number) =>
  Object.values(layoutOf(documentOf(document), version)?.records ?? {})

/** The kinds of records of a layout. */
export const kindsOf = (document: DocumentType, version: number) =>
  recordsIn(document, version).flatMap((record) => (record ? [record.kind] : []))

/** Whether a kind is neither header, lines, totals nor identification. */
export const isOther = (kind: RecordKind) =>
  kind !== 'header' && kind !== 'lines' && kind !== 'totals' && kind !== 'identification'

const fieldsOf = (document: DocumentType, version: number, kind: RecordKind) =>
  recordsIn(document, version).find((record) => record?.kind === kind)?.fields ?? []
