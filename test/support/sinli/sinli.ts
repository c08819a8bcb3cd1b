import { type Draft, encode } from '../../../src/sinli/encode.ts'
import { type Decoded } from '../../../src/sinli/types.ts'
import { decode, type DecodeOptions } from '../../../src/sinli/decode.ts'
import { type Fields } from '../../../src/sinli/values.ts'

/** A correct delivery note of two books. All names and ids are invented. */
export const shipment: Draft = {
  document: 'ENVIO',
  sender: 'LIB90001',
  receiver: 'L9000002',
  senderAddress: 'envios@distribuidora.example',
  receiverAddress: 'sinli@libreria.example',
  header: {
    supplierName: 'Distribuciones El Faro',
    customerName: 'Librería La Brújula',
    number: 'A-1001',
    date: '2024-03-05',
    documentType: 'A',
    shipmentType: 'F',
    bookFair: 'N',
    shippingCents: 0,
    currency: 'E',
  },
  lines: [
    bookLine({
      isbn: '978-84-9000-001-4',
      ean: '9788490000014',
      reference: 'F1',
      title: 'El año del tiburón',
      quantity: 2,
    }),
    bookLine({
      isbn: '978-84-9000-002-1',
      ean: '9788490000021',
      reference: 'F2',
      title: 'Corazón de piedra',
      quantity: 3,
    }),
  ],
  totals: { units: 5, grossCents: 5000, netCents: 3500 },
}

/** A line of a delivery note at ten euros less 30 %. */
export function bookLine(fields: Fields): Fields {
  return {
    isbn: '978-84-9000-001-4',
    ean: '9788490000014',
    reference: 'F1',
    title: 'El año del tiburón',
    quantity: 1,
    priceCents: 1000,
    priceWithVatCents: 1040,
    discountBasisPoints: 3000,
    vatBasisPoints: 400,
    novelty: 'N',
    priceType: 'F',
    orderCode: 'P77',
    authors: 'Marín, Lucía',
    freePriceType: 'C',
    ...fields,
  }
}

/**
 * The bytes of a file with its records changed one by one: `change` gets each record without its line end, and its line
 * number.
 */
export function file(
  draft: Draft,
  change: (record: string, line: number) => string = (record) => record,
  end = '\r\n',
) {
  const records = latin1(encode(draft)).split('\r\n').slice(0, -1)
  return bytes(records.map((record, index) => change(record, index + 1) + end).join(''))
}

/** Encodes a text with one byte per character: "\xd1" is the byte 0xD1. */
export const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

/** Decodes bytes to one character each. */
export const latin1 = (some: Uint8Array) => Buffer.from(some).toString('latin1')

/** Overwrites a record from `offset` on. */
export const overwrite = (record: string, offset: number, text: string) =>
  record.slice(0, offset) + text + record.slice(offset + text.length)

/** Decodes a file with its records changed one by one. */
export const decodeChanged = (
  draft: Draft,
  change: (record: string, line: number) => string,
  options?: DecodeOptions,
) => decode(file(draft, change), options)

/** The codes of the warnings, each with its line. */
export const codes = ({ warnings }: Decoded) => warnings.map(({ code, line }) => [code, line])
