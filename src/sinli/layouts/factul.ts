// The sixth column is the specification's own name. cspell:disable
import { type DocumentLayouts, type FieldRow, singleLayout } from './layout.ts'
import { vat } from './shared.ts'

const header: readonly FieldRow[] = [
  ['supplierName', 'text', 1, 40, 'required', 'Nombre del proveedor'],
  ['customerName', 'text', 41, 40, 'required', 'Nombre del cliente'],
  ['number', 'text', 81, 10, 'required', 'Número de factura'],
  ['date', 'date', 91, 8, 'required', 'Fecha factura'],
  ['currency', 'text', 99, 1, 'required', 'Moneda'],
]

const line: readonly FieldRow[] = [
  ['deliveryNoteNumber', 'text', 1, 10, 'required', 'Número de albarán'],
  ['date', 'date', 11, 8, 'required', 'Fecha'],
  ['amountCents', 'cents', 19, 10, 'required', 'Importe'],
]

const deliveryNoteVat: readonly FieldRow[] = [
  ['deliveryNoteNumber', 'text', 1, 10, 'required', 'Número de albarán'],
  ['vatBasisPoints', 'basisPoints', 11, 5, 'required', 'Porcentaje de IVA'],
  ['baseCents', 'cents', 16, 10, 'required', 'Base imponible'],
  ['vatCents', 'cents', 26, 10, 'required', 'IVA'],
  ['surchargeBasisPoints', 'basisPoints', 36, 5, 'required', '% REQ'],
  ['surchargeCents', 'cents', 41, 10, 'required', 'REQ'],
]

const totals: readonly FieldRow[] = [['totalCents', 'cents', 1, 10, 'required', 'Total documento']]

const dueDate: readonly FieldRow[] = [
  ['paymentMethod', 'text', 1, 1, 'required', 'Forma de pago'],
  ['amountCents', 'cents', 2, 10, 'required', 'Importe'],
  ['dueDate', 'date', 12, 8, 'required', 'Fecha vencimiento'],
  ['remarks', 'text', 20, 40, 'optional', 'Observaciones'],
]

/** FACTUL 01: an invoice over delivery notes. */
export const factul: DocumentLayouts = singleLayout(1, 'D', {
  C: ['header', header],
  D: ['lines', line],
  E: ['deliveryNoteVat', deliveryNoteVat],
  T: ['totals', totals],
  V: ['vat', vat],
  P: ['dueDates', dueDate],
})
