// The sixth column is the specification's own name. cspell:disable
import { type DocumentLayouts, type FieldRow, singleLayout } from './layout.ts'
import { article, vat } from './shared.ts'

const header: readonly FieldRow[] = [
  ['supplierName', 'text', 1, 40, 'required', 'Nombre del proveedor'],
  ['customerName', 'text', 41, 40, 'required', 'Nombre del cliente'],
  ['number', 'text', 81, 10, 'required', 'Número albarán'],
  ['date', 'date', 91, 8, 'required', 'Fecha del documento'],
  ['documentType', 'text', 99, 1, 'required', 'Tipo de documento'],
  ['returnReference', 'text', 100, 10, 'required', 'Referencia devolución'],
  ['returnDate', 'date', 110, 8, 'required', 'Fecha devolución'],
  ['creditType', 'text', 118, 1, 'required', 'Tipo de abono'],
  ['bookFair', 'text', 119, 1, 'required', '¿Feria del libro?'],
  ['shippingCents', 'cents', 120, 10, 'required', 'Importe gastos/portes'],
  ['currency', 'text', 130, 1, 'required', 'Moneda'],
]

const line: readonly FieldRow[] = [
  ...article,
  ['quantity', 'integer', 101, 6, 'required', 'Cantidad'],
  ['priceCents', 'cents', 107, 10, 'required', 'Precio sin IVA'],
  ['priceWithVatCents', 'cents', 117, 10, 'required', 'Precio con IVA'],
  ['discountBasisPoints', 'basisPoints', 127, 6, 'required', 'Descuento'],
  ['vatBasisPoints', 'basisPoints', 133, 5, 'required', 'Porcentaje de IVA'],
  ['novelty', 'text', 138, 1, 'required', 'Novedad'],
  ['priceType', 'text', 139, 1, 'required', 'Tipo de precio'],
]

const totals: readonly FieldRow[] = [
  ['units', 'integer', 1, 8, 'required', 'Total unidades'],
  ['totalCents', 'cents', 9, 10, 'required', 'Total documento'],
]

const rejection: readonly FieldRow[] = [...article, ['rejectionCause', 'text', 101, 30, 'required', 'Causa de rechazo']]

/** ABONO 02: a supplier's credit note for a return. */
export const abono: DocumentLayouts = singleLayout(2, 'D', {
  C: ['header', header],
  D: ['lines', line],
  T: ['totals', totals],
  V: ['vat', vat],
  R: ['rejections', rejection],
})
