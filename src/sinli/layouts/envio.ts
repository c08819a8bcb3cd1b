// The sixth column is the specification's own name. cspell:disable
import { type DocumentLayouts, type FieldRow, singleLayout } from './layout.ts'
import { article, text, vat } from './shared.ts'

const header: readonly FieldRow[] = [
  ['supplierName', 'text', 1, 40, 'required', 'Nombre del proveedor'],
  ['customerName', 'text', 41, 40, 'required', 'Nombre del cliente'],
  ['number', 'text', 81, 10, 'required', 'Número de albarán'],
  ['date', 'date', 91, 8, 'required', 'Fecha del documento'],
  ['documentType', 'text', 99, 1, 'required', 'Tipo de documento'],
  ['shipmentType', 'text', 100, 1, 'required', 'Tipo de envío'],
  ['bookFair', 'text', 101, 1, 'required', '¿Feria del libro?'],
  ['shippingCents', 'cents', 102, 10, 'required', 'Importe gastos/portes'],
  ['currency', 'text', 112, 1, 'required', 'Moneda'],
  ['endUserMailbox', 'text', 113, 8, 'optional', 'Buzón usuario final'],
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
  ['returnDeadline', 'date', 140, 8, 'optional', 'Fecha tope devolución'],
  ['orderCode', 'text', 148, 10, 'required', 'Código de pedido'],
  ['authors', 'text', 158, 150, 'required', 'Autor/es'],
  ['freePriceType', 'text', 308, 1, 'required', 'Tipo de precio libre'],
]

const totals: readonly FieldRow[] = [
  ['units', 'integer', 1, 8, 'required', 'Total unidades'],
  ['grossCents', 'cents', 9, 10, 'required', 'Total documento bruto'],
  ['netCents', 'cents', 19, 10, 'required', 'Total documento neto'],
]

const status: readonly FieldRow[] = [
  ...article,
  ['status', 'number', 101, 1, 'required', 'Estado'],
  ['cancelsPending', 'text', 102, 1, 'required', '¿Elimina pendientes?'],
  ['expectedService', 'looseDate', 103, 8, 'required', 'Fecha aprox. servicio'],
]

/** ENVIO 08: a supplier's shipment, as a delivery note or an invoice. */
export const envio: DocumentLayouts = singleLayout(8, 'D', {
  C: ['header', header],
  D: ['lines', line],
  M: ['texts', text],
  T: ['totals', totals],
  V: ['vat', vat],
  E: ['statuses', status],
})
