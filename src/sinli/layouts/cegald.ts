// The sixth column is the specification's own name. cspell:disable
import { type DocumentLayouts, type FieldRow, singleLayout } from './layout.ts'

const header: readonly FieldRow[] = [
  ['customerName', 'text', 1, 40, 'required', 'Nombre del cliente'],
  ['date', 'date', 41, 8, 'required', 'Fecha de disponibilidad'],
  ['currency', 'text', 49, 3, 'required', 'Código de moneda'],
]

const line: readonly FieldRow[] = [
  ['isbn', 'text', 1, 17, 'required', 'ISBN'],
  ['quantity', 'integer', 18, 6, 'required', 'Disponible'],
  ['priceCents', 'cents', 24, 10, 'required', 'Precio venta unitario sin impuestos'],
]

/** CEGALD 02: the stock of a shop or distributor. */
export const cegald: DocumentLayouts = singleLayout(2, 'D', {
  C: ['header', header],
  D: ['lines', line],
})
