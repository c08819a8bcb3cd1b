// The sixth column is the specification's own name. cspell:disable
import { type DocumentLayouts, type FieldRow, singleLayout } from './layout.ts'
import { article, text } from './shared.ts'

const header: readonly FieldRow[] = [
  ['customerName', 'text', 1, 40, 'required', 'Nombre del cliente'],
  ['supplierName', 'text', 41, 40, 'required', 'Nombre del proveedor'],
  ['date', 'date', 81, 8, 'required', 'Fecha de transmisión'],
]

const line: readonly FieldRow[] = [
  ...article,
  ['orderCode', 'text', 101, 10, 'required', 'Código de pedido'],
  ['quantity', 'integer', 111, 6, 'required', 'Cantidad'],
  ['status', 'number', 117, 1, 'required', 'Estado'],
  ['shippingCents', 'cents', 118, 10, 'optional', 'Gastos de envío'],
]

/** VALPED 04: a supplier's response to the lines of an order. */
export const valped: DocumentLayouts = singleLayout(4, 'D', {
  C: ['header', header],
  D: ['lines', line],
  M: ['texts', text],
})
