import fc from 'fast-check'
import { decode } from '../../src/sinli/decode.ts'
import { type Draft, encode } from '../../src/sinli/encode.ts'
import { type DocumentType, findDocument, layoutOf } from '../../src/sinli/layouts/documents.ts'
import { type FieldRow, type RecordKind } from '../../src/sinli/layouts/layout.ts'
import { type Value } from '../../src/sinli/values.ts'
import { readRecord } from '../../src/sinli/records/read-record.ts'
import { bookLine, file, latin1, overwrite, shipment } from '../support/sinli/sinli.ts'

const documents: [DocumentType, number][] = [
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

describe('decoding', () => {
  it('answers any bytes', () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), fc.option(fc.string(), { nil: undefined }), (some, subject) => {
        const { ok, error } = decode(some, { subject })

        expect(ok).toBe(error === null)
      }),
    ))

  it('answers any records below a good identification', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...documents),
        fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 10 }),
        ([document, version], records) => {
          const start = encode({ document, version, sender: 'LIB90001', receiver: 'L9000002' })
          const types = Object.keys(layoutOf(documentOf(document), version)?.records ?? {})
          const body = records.flatMap((record, index) => [
            (types[index % types.length] ?? '').charCodeAt(0) || 0x20,
            ...record,
            13,
            10,
          ])

          const decoded = decode(Uint8Array.from([...start, ...body]))

          expect(decoded).toMatchObject({ document, sender: 'LIB90001' })
          expect(JSON.parse(JSON.stringify(decoded))).toEqual(decoded)
        },
      ),
    ))

  it('knows a record changed in one byte', () =>
    fc.assert(
      fc.property(fc.nat(), fc.nat({ max: 255 }), (position, byte) => {
        const changed = encode(shipment)
        changed[position % changed.length] = byte

        expect(() => decode(changed)).not.toThrow()
      }),
    ))

  it.each(documents)('gives back what was written: %s %i', (document, version) =>
    fc.assert(
      fc.property(draftOf(document, version), (draft) => {
        const decoded = decode(encode(draft))

        expect(decoded).toMatchObject({
          ok: true,
          document,
          sender: draft.sender,
          receiver: draft.receiver,
          header: draft.header,
        })
        expect(decoded.lines).toMatchObject([...(draft.lines ?? [])])
        for (const kind of kindsOf(document, version).filter(isOther))
          expect(decoded[kind]).toMatchObject([...(draft[kind] ?? [])])
      }),
      { numRuns: 25 },
    ),
  )

  it('reads a card of LIBROS 08 that is readable as its version has it, whatever text stands in it', () => {
    const layout = layoutOf(documentOf('LIBROS'), 8)?.records['']
    const somewhere = fc.oneof(fc.integer({ min: 101, max: 2900 }), fc.integer({ min: 1600, max: 1680 }))
    const text = fc.oneof(fc.string({ maxLength: 60 }), fc.webUrl())
    fc.assert(
      fc.property(draftOf('LIBROS', 8), fc.array(fc.tuple(somewhere, text), { maxLength: 3 }), (draft, changes) => {
        const changed = file({ ...draft, lines: draft.lines?.slice(0, 1) ?? [] }, (record, line) =>
          line === 4 ? changes.reduce((before, [at, some]) => overwrite(before, at, some), record) : record,
        )
        const record = latin1(changed).split('\r\n')[3] ?? ''
        fc.pre(layout !== undefined && !record.includes('\\'))
        const expected = layout && readRecord(layout, record)
        const { lines, warnings } = decode(changed)

        const isShifted = warnings.some(({ code }) => code === 'REGISTRO_DESPLAZADO')
        if (expected?.unreadable.length === 0) {
          expect(lines).toMatchObject([expected.fields])
          expect(isShifted).toBe(false)
        } else expect(lines).toHaveLength(isShifted ? 1 : 0)
      }),
    )
  })

  // Sixteen times as much would take 256 times as long if each line read all lines before it.
  it('takes twice as long for twice as much', () => {
    const ofLines = (count: number) => encode({ ...shipment, lines: Array.from({ length: count }, () => bookLine({})) })
    const [once, sixteenTimes] = [ofLines(1250), ofLines(20_000)]
    decode(once)

    const ratio = fastest(() => decode(sixteenTimes)) / fastest(() => decode(once))

    expect(ratio).toBeLessThan(16 * 4)
  })

  it('takes twice as long for twice as many records of nothing', () => {
    const ofNothing = (count: number) =>
      Uint8Array.from([...encode({ ...shipment, lines: [] }), ...new TextEncoder().encode('x\n'.repeat(count))])
    const [once, sixteenTimes] = [ofNothing(10_000), ofNothing(160_000)]
    decode(once)

    expect(fastest(() => decode(sixteenTimes)) / fastest(() => decode(once))).toBeLessThan(16 * 4)
  })
})

function draftOf(document: DocumentType, version: number): fc.Arbitrary<Draft> {
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
          .map((day) => day.toISOString().slice(0, 10)),
      )
    case 'month':
      return fc.option(
        fc
          .tuple(fc.integer({ min: 1500, max: 2069 }), fc.integer({ min: 1, max: 12 }))
          .map(([year, month]) => `${year}-${String(month).padStart(2, '0')}`),
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

function documentOf(document: DocumentType) {
  const layouts = findDocument(document)
  if (layouts === undefined) throw new Error(`${document} is not decoded.`)
  return layouts
}

const recordsIn = (document: DocumentType, version: number) =>
  Object.values(layoutOf(documentOf(document), version)?.records ?? {})

const kindsOf = (document: DocumentType, version: number) =>
  recordsIn(document, version).flatMap((record) => (record ? [record.kind] : []))

const isOther = (kind: RecordKind) =>
  kind !== 'header' && kind !== 'lines' && kind !== 'totals' && kind !== 'identification'

const fieldsOf = (document: DocumentType, version: number, kind: RecordKind) =>
  recordsIn(document, version).find((record) => record?.kind === kind)?.fields ?? []

/** The least processor time of several runs, which other work on the machine does not lengthen. */
function fastest(work: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const start = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(start)
    return user + system
  })
  return Math.min(...times)
}
