import { decode } from '../../src/sinli/decode.ts'
import { type Draft, encode } from '../../src/sinli/encode.ts'
import { bookLine, codes, decodeChanged, overwrite, shipment } from '../support/sinli/sinli.ts'

const parties = { sender: 'LIB90001', receiver: 'L9000002' }
const totalsOf = (draft: Draft) => {
  const decoded = decode(encode(draft))
  return {
    ...decoded.totals,
    codes: codes(decoded)
      .map(([code]) => code)
      .filter((code) => code === 'TOTALES_NO_CUADRAN'),
  }
}
const right: string[] = []

const without: Draft = { ...shipment }
delete without.totals

describe('the totals of a document', () => {
  it('come from its lines where it does not state any', () => {
    expect(totalsOf(without)).toEqual({
      units: 5,
      grossCents: 5000,
      netCents: 3500,
      totalCents: null,
      stated: null,
      codes: right,
    })
  })

  it('come from its lines where it states others, with a warning', () => {
    const stated = { units: 6, grossCents: 6000, netCents: 4200 }

    expect(totalsOf({ ...shipment, totals: stated })).toEqual({
      units: 5,
      grossCents: 5000,
      netCents: 3500,
      totalCents: null,
      stated,
      codes: ['TOTALES_NO_CUADRAN'],
    })
  })

  it('are the stated ones where the sender rounds in another way', () => {
    const lines = [bookLine({ quantity: 10, priceCents: 995, discountBasisPoints: 5000 })]
    const perUnit = { units: 10, grossCents: 9950, netCents: 10 * 498 }
    const beyond = { ...perUnit, netCents: 4990 }

    expect(totalsOf({ ...shipment, lines, totals: perUnit })).toMatchObject({ ...perUnit, codes: right })
    expect(totalsOf({ ...shipment, lines, totals: beyond })).toMatchObject({
      netCents: 4975,
      codes: ['TOTALES_NO_CUADRAN'],
    })
  })

  it('may include what shipping costs in the net', () => {
    const draft = { ...shipment, header: { ...shipment.header, shippingCents: 450 } }

    expect(totalsOf({ ...draft, totals: { ...shipment.totals, netCents: 3950 } })).toMatchObject({
      netCents: 3950,
      codes: right,
    })
    expect(totalsOf(draft)).toMatchObject({ netCents: 3500, codes: right })
  })

  it('round half a cent away from zero, line by line', () => {
    const lines = [1, -1].map((quantity) => bookLine({ quantity, priceCents: 1, discountBasisPoints: 5000 }))

    expect(totalsOf({ ...shipment, lines: lines.slice(0, 1), totals: {} }).netCents).toBe(1)
    expect(totalsOf({ ...shipment, lines: lines.slice(1), totals: {} }).netCents).toBe(-1)
  })

  it('are exact where a number would not be', () => {
    const lines = [bookLine({ quantity: 999_999, priceCents: 8_999_999_999, discountBasisPoints: 1 })]
    expect(totalsOf({ ...without, lines })).toMatchObject({ grossCents: 8999990999000001, netCents: 8999090999900101 })
  })

  it('are not known where a line has units and no price', () => {
    expect(totalsOf({ ...without, lines: [bookLine({ priceCents: null })] })).toMatchObject({
      units: 1,
      grossCents: null,
      netCents: null,
    })
  })

  it('lack what a rejected line would have added, which is told', () => {
    const decoded = decodeChanged(shipment, (record, line) => (line === 4 ? overwrite(record, 107, 'X') : record))

    expect(decoded.totals).toMatchObject({ units: 3, grossCents: 3000, netCents: 2100, stated: { units: 5 } })
    expect(codes(decoded)).toContainEqual(['TOTALES_NO_CUADRAN', 6])
  })
})

describe('the totals of each type of document', () => {
  it('of an order: with VAT, which is the only price it has', () => {
    const draft: Draft = { ...parties, document: 'PEDIDO', lines: [{ quantity: 3, priceWithVatCents: 1040 }] }

    expect(totalsOf(draft)).toMatchObject({ units: 3, grossCents: 3120, netCents: null })
  })

  it('of a credit: negative as its lines are, and all included', () => {
    const draft: Draft = {
      ...parties,
      document: 'ABONO',
      lines: [bookLine({ quantity: -2 })],
      totals: { units: -2, totalCents: -1456 },
      vat: [{ vatBasisPoints: 400, baseCents: -1400, vatCents: -56, surchargeBasisPoints: 0, surchargeCents: 0 }],
    }

    expect(totalsOf(draft)).toMatchObject({
      units: -2,
      grossCents: -2000,
      netCents: -1400,
      totalCents: -1456,
      codes: right,
    })
    expect(totalsOf({ ...draft, totals: { units: -2, totalCents: -9999 } }).codes).toEqual(['TOTALES_NO_CUADRAN'])
  })

  it('of an invoice: what its delivery notes come to, and its due dates too', () => {
    const draft: Draft = {
      ...parties,
      document: 'FACTUL',
      lines: [
        { deliveryNoteNumber: 'A1', amountCents: 1040 },
        { deliveryNoteNumber: 'A2', amountCents: 2080 },
      ],
      totals: { totalCents: 3120 },
      vat: [{ vatBasisPoints: 400, baseCents: 3000, vatCents: 120 }],
      dueDates: [{ paymentMethod: '2', amountCents: 3120, dueDate: '2024-04-05' }],
    }

    expect(totalsOf(draft)).toMatchObject({
      units: null,
      grossCents: null,
      netCents: 3000,
      totalCents: 3120,
      codes: right,
    })
    expect(totalsOf({ ...draft, totals: { totalCents: 3000 } }).codes).toEqual(['TOTALES_NO_CUADRAN'])
    expect(totalsOf({ ...draft, dueDates: [{ amountCents: 1 }] }).codes).toEqual(['TOTALES_NO_CUADRAN'])
  })

  it('of sales: the tickets say the net, and lines stand below their ticket', () => {
    const draft: Draft = {
      ...parties,
      document: 'CEGALV',
      tickets: [
        { number: 'T1', date: '2024-03-05', netCents: 1900 },
        { number: 'T2', date: '2024-03-05', netCents: -1000 },
      ],
      lines: [
        { ticketNumber: 'T1', isbn: '978-84-9000-001-4', quantity: 2, priceCents: 1000 },
        { ticketNumber: 'T2', isbn: '978-84-9000-001-4', quantity: -1, priceCents: 1000 },
      ],
    }

    expect(totalsOf(draft)).toMatchObject({ units: 1, grossCents: 1000, netCents: 900, codes: right })
    expect(decode(encode(draft)).lines.map(({ ticketNumber }) => ticketNumber)).toEqual(['T1', 'T2'])
  })

  it.each(['CAMPRE', 'ESTADO', 'MENSAJ', 'LIBROS'] as const)('of %s: none', (document) => {
    expect(totalsOf({ ...parties, document, lines: [{}] })).toMatchObject({
      units: null,
      grossCents: null,
      netCents: null,
      stated: null,
    })
  })
})
