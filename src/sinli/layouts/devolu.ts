// The sixth column is the specification's own name. cspell:disable
import { type DocumentLayouts, type FieldRow, singleLayout } from './layout.ts'
import { article } from './shared.ts'

const header: readonly FieldRow[] = [
  ['customerName', 'text', 1, 40, 'required', 'Nombre del cliente'],
  ['supplierName', 'text', 41, 40, 'required', 'Nombre del proveedor'],
  ['number', 'text', 81, 10, 'required', 'Número de albarán'],
  ['date', 'date', 91, 8, 'required', 'Fecha del documento'],
  ['documentType', 'text', 99, 1, 'required', 'Tipo de documento'],
  ['returnType', 'text', 100, 1, 'required', 'Tipo de devolución'],
  ['bookFair', 'text', 101, 1, 'required', '¿Feria del libro?'],
  ['currency', 'text', 102, 1, 'required', 'Moneda'],
  ['collectionOrder', 'text', 103, 10, 'optional', 'Orden de recogida'],
]

const line: readonly FieldRow[] = [
  ...article,
  ['quantity', 'integer', 101, 6, 'required', 'Cantidad'],
  ['priceCents', 'cents', 107, 10, 'required', 'Precio sin IVA'],
  ['priceWithVatCents', 'cents', 117, 10, 'required', 'Precio con IVA'],
  ['discountBasisPoints', 'basisPoints', 127, 6, 'required', 'Descuento'],
  ['priceType', 'text', 133, 1, 'required', 'Tipo de precio'],
  ['novelty', 'text', 134, 1, 'optional', 'Novedad'],
  ['purchaseDocument', 'text', 135, 10, 'optional', 'Doc. de compra'],
  ['purchaseDate', 'date', 145, 8, 'optional', 'Fecha compra'],
  ['returnCause', 'text', 153, 1, 'optional', 'Causa devolución'],
]

const totals: readonly FieldRow[] = [
  ['units', 'integer', 1, 8, 'required', 'Total unidades'],
  ['grossCents', 'cents', 9, 10, 'required', 'Total documento bruto'],
  ['netCents', 'cents', 19, 10, 'required', 'Total documento neto'],
  ['packages', 'text', 29, 3, 'required', 'Núm. de bultos'],
]

/** DEVOLU 02 and 03: a shop's return. Version 03 adds the collection order to the header. */
export const devolu: DocumentLayouts = singleLayout(3, 'D', {
  C: ['header', header],
  D: ['lines', line],
  T: ['totals', totals],
})
