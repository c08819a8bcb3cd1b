// The sixth column is the specification's own name. cspell:disable
import { type DocumentLayouts, type FieldRow, recordsOf } from './layout.ts'

const header: readonly FieldRow[] = [
  ['supplierName', 'text', 1, 40, 'required', 'Nombre del proveedor'],
  ['date', 'date', 41, 8, 'required', 'Fecha aplicación precios'],
  ['currency', 'text', 49, 1, 'required', 'Moneda'],
]

const prices: readonly FieldRow[] = [
  ['isbn', 'text', 1, 17, 'required', 'ISBN'],
  ['ean', 'text', 18, 18, 'required', 'EAN'],
  ['reference', 'text', 36, 15, 'required', 'Referencia'],
  ['priceCents', 'cents', 51, 10, 'required', 'Precio sin IVA'],
  ['priceWithVatCents', 'cents', 61, 10, 'required', 'Precio con IVA'],
  ['vatBasisPoints', 'basisPoints', 71, 5, 'required', 'Porcentaje de IVA'],
]

const version02: readonly FieldRow[] = [
  ...prices,
  ['title', 'text', 76, 40, 'optional', 'Título'],
  ['priceType', 'text', 116, 1, 'optional', 'Tipo de precio'],
]

const version03: readonly FieldRow[] = [
  ...prices,
  ['title', 'text', 76, 50, 'required', 'Título'],
  ['priceType', 'text', 126, 1, 'required', 'Tipo de precio'],
]

/** CAMPRE 03 and 02: price changes. Version 02 has 76 bytes or, with a shorter title than in 03, 117. */
export const campre: DocumentLayouts = {
  latest: 3,
  detail: 'D',
  layouts: [
    { from: 0, records: recordsOf({ C: ['header', header], D: ['lines', version02] }) },
    { from: 3, records: recordsOf({ C: ['header', header], D: ['lines', version03] }) },
  ],
}
