import fc from 'fast-check'
import { decode } from '../../src/sinli/decode.ts'
import { encode } from '../../src/sinli/encode.ts'
import { layoutOf } from '../../src/sinli/layouts/documents.ts'
import { readRecord } from '../../src/sinli/records/read-record.ts'
import { allLayouts, documentOf, draftOf, isOther, kindsOf } from '../support/sinli/any-drafts.ts'
import { fastest } from '../support/processor-time.ts'
import { bookLine, file, latin1, overwrite, shipment } from '../support/sinli/sinli.ts'

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
        fc.constantFrom(...allLayouts),
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

  it.each(allLayouts)('gives back what was written: %s %i', (document, version) =>
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
  it('takes twice as long for twice as much', async () => {
    const ofLines = (count: number) => encode({ ...shipment, lines: Array.from({ length: count }, () => bookLine({})) })
    const [once, sixteenTimes] = [ofLines(1250), ofLines(20_000)]
    decode(once)

    const ratio = (await fastest(() => decode(sixteenTimes))) / (await fastest(() => decode(once)))

    expect(ratio).toBeLessThan(16 * 4)
  })

  it('takes twice as long for twice as many records of nothing', async () => {
    const ofNothing = (count: number) =>
      Uint8Array.from([...encode({ ...shipment, lines: [] }), ...new TextEncoder().encode('x\n'.repeat(count))])
    const [once, sixteenTimes] = [ofNothing(10_000), ofNothing(160_000)]
    decode(once)

    expect((await fastest(() => decode(sixteenTimes))) / (await fastest(() => decode(once)))).toBeLessThan(16 * 4)
  })
})
