import { type ChainQuantities } from '../api/messages/chain.ts'
import { formatInteger } from '../format/formatNumber.ts'
import { localize, plural } from '../i18n.ts'
import { type ChainType } from './chainColumns.ts'

/** Headings of the documents of each type. */
export const groupTitles: Record<ChainType, string> = localize(
  { PEDIDO: 'Pedidos', ENVIO: 'Albaranes', FACTUL: 'Facturas', DEVOLU: 'Devoluciones', ABONO: 'Abonos' },
  { PEDIDO: 'Orders', ENVIO: 'Delivery notes', FACTUL: 'Invoices', DEVOLU: 'Returns', ABONO: 'Credit notes' },
)

/** Names of the quantity of each step of the trade. */
export const quantityTitles = localize(
  { ordered: 'Pedido', sent: 'Enviado', invoiced: 'Facturado', returned: 'Devuelto', credited: 'Abonado' },
  { ordered: 'Ordered', sent: 'Sent', invoiced: 'Invoiced', returned: 'Returned', credited: 'Credited' },
)

/** The quantity that the documents of each type add up to. */
export const quantityOf: Record<ChainType, keyof typeof quantityTitles> = {
  PEDIDO: 'ordered',
  ENVIO: 'sent',
  FACTUL: 'invoiced',
  DEVOLU: 'returned',
  ABONO: 'credited',
}

/** Formats a number of units, e.g. `12 uds.`. */
export const formatUnits = (units: number): string =>
  localize(
    `${formatInteger(units)} ${plural(units, 'ud.', 'uds.')}`,
    `${formatInteger(units)} ${plural(units, 'unit', 'units')}`,
  )

/** Units missing at a step of the trade. Tone `bad`: they are no longer expected. */
export type Shortfall = { name: string; tone: 'bad' | 'odd' }

const shortfalls = localize(
  {
    missing: (units: number) => `${formatUnits(units)} sin enviar: no llegarán`,
    open: (units: number) => `${formatUnits(units)} ${plural(units, 'pendiente', 'pendientes')} de envío`,
    notInvoiced: (units: number) => `${formatUnits(units)} sin facturar`,
    notCredited: (units: number) => `${formatUnits(units)} sin abonar`,
  },
  {
    missing: (units) => `${formatUnits(units)} not sent: will not come`,
    open: (units) => `${formatUnits(units)} still to be sent`,
    notInvoiced: (units) => `${formatUnits(units)} not invoiced`,
    notCredited: (units) => `${formatUnits(units)} not credited`,
  },
)

const shortfallsOf: Record<ChainType, readonly (keyof typeof shortfalls)[]> = {
  PEDIDO: ['missing', 'open'],
  ENVIO: ['notInvoiced'],
  FACTUL: [],
  DEVOLU: ['notCredited'],
  ABONO: [],
}

/** The shortfalls after the documents of one type; without a type, those of all types. */
export function listShortfalls(quantities: ChainQuantities, type?: ChainType): Shortfall[] {
  const kinds = type ? shortfallsOf[type] : Object.values(shortfallsOf).flat()
  return kinds
    .filter((kind) => quantities[kind] > 0)
    .map((kind) => ({ name: shortfalls[kind](quantities[kind]), tone: kind === 'missing' ? 'bad' : 'odd' }))
}
