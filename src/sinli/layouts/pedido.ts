// The sixth column is the specification's own name. cspell:disable
import { type DocumentLayouts, type FieldRow, singleLayout } from './layout.ts'
import { article, text } from './shared.ts'

const header: readonly FieldRow[] = [
  ['customerName', 'text', 1, 40, 'required', 'Nombre del cliente'],
  ['supplierName', 'text', 41, 40, 'required', 'Nombre del proveedor'],
  ['date', 'date', 81, 8, 'required', 'Fecha del pedido'],
  ['orderCode', 'text', 89, 10, 'required', 'Código del pedido'],
  ['orderType', 'text', 99, 1, 'required', 'Tipo de pedido'],
  ['currency', 'text', 100, 1, 'required', 'Moneda'],
  ['printOnDemand', 'text', 101, 1, 'optional', 'Impresión bajo demanda 1x1'],
  ['requestedDeliveryDate', 'date', 102, 8, 'optional', 'Fecha de entrega solicitada'],
  ['latestDeliveryDate', 'date', 110, 8, 'optional', 'Última fecha de entrega admitida'],
  ['latestDeliveryExpires', 'text', 118, 1, 'optional', 'Caducidad última fecha entrega'],
]

const deliveryPoint: readonly FieldRow[] = [
  ['name', 'text', 1, 50, 'required', 'Nombre del punto de entrega'],
  ['address', 'text', 51, 80, 'required', 'Dirección'],
  ['postalCode', 'text', 131, 5, 'required', 'Código postal'],
  ['city', 'text', 136, 50, 'required', 'Localidad'],
  ['province', 'text', 186, 40, 'required', 'Provincia'],
]

const line: readonly FieldRow[] = [
  ...article,
  ['quantity', 'integer', 101, 6, 'required', 'Cantidad'],
  ['priceWithVatCents', 'cents', 107, 10, 'required', 'Precio con IVA'],
  ['acceptsPending', 'text', 117, 1, 'required', '¿Quiere pendientes?'],
  ['origin', 'text', 118, 1, 'optional', 'Origen de pedido'],
  ['urgent', 'text', 119, 1, 'optional', '24 h (gastos envío)'],
  ['orderCode', 'text', 120, 10, 'required', 'Código de pedido'],
]

const dropshipment: readonly FieldRow[] = [
  ['destination', 'text', 1, 50, 'required', 'Destino (particular, colegio, otros)'],
  ['recipientName', 'text', 51, 50, 'required', 'Nombre receptor entrega'],
  ['phonePrefix', 'text', 101, 4, 'required', 'Prefijo'],
  ['phone', 'text', 105, 9, 'required', 'Teléfono'],
  ['address', 'text', 114, 80, 'required', 'Dirección'],
  ['email', 'text', 194, 40, 'required', 'Correo electrónico'],
  ['postalCode', 'text', 234, 11, 'required', 'Código postal'],
  ['city', 'text', 245, 50, 'required', 'Localidad'],
  ['province', 'text', 295, 40, 'required', 'Provincia'],
  ['country', 'text', 335, 40, 'required', 'País'],
  ['countryCode', 'text', 375, 2, 'required', 'Código ISO país'],
  ['remarks', 'text', 377, 38, 'optional', 'Observaciones'],
]

/** PEDIDO 07: an order, from a shop to a supplier. */
export const pedido: DocumentLayouts = singleLayout(7, 'D', {
  C: ['header', header],
  E: ['deliveryPoints', deliveryPoint],
  D: ['lines', line],
  H: ['dropshipments', dropshipment],
  M: ['texts', text],
})
