// The sixth column is the specification's own name. cspell:disable
import { type DocumentLayouts, type FieldRow, singleLayout } from './layout.ts'

const header: readonly FieldRow[] = [
  ['customerName', 'text', 1, 40, 'required', 'Nombre del cliente'],
  ['date', 'date', 41, 8, 'required', 'Fecha de envío'],
  ['currency', 'text', 49, 3, 'required', 'Moneda'],
]

const ticket: readonly FieldRow[] = [
  ['customerNumber', 'number', 1, 10, 'required', 'Número de cliente de la operación'],
  ['date', 'date', 11, 8, 'required', 'Fecha de la venta'],
  ['number', 'text', 19, 10, 'required', 'Número documento venta'],
  ['netCents', 'cents', 29, 10, 'required', 'Importe neto del ticket'],
]

const line: readonly FieldRow[] = [
  ['isbn', 'text', 1, 17, 'required', 'ISBN'],
  ['quantity', 'integer', 18, 6, 'required', 'Cantidad'],
  ['priceCents', 'cents', 24, 10, 'required', 'Precio bruto unitario sin impuestos'],
]

/** CEGALV 03: the sales of a shop; each ticket is followed by its lines. */
export const cegalv: DocumentLayouts = singleLayout(3, 'D', {
  C: ['header', header],
  T: ['tickets', ticket],
  D: ['lines', line],
})
