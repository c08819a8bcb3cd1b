import { localize } from '../../i18n.ts'
import { NO_VALUE } from '../../format/noValue.ts'

/** Labels of the document types that can be decoded. */
export const documentNames: Partial<Record<string, string>> = localize(
  {
    PEDIDO: 'pedido',
    ENVIO: 'albarán o factura de envío',
    DEVOLU: 'devolución',
    ABONO: 'abono',
    FACTUL: 'factura de albaranes',
    CAMPRE: 'cambio de precios',
    ESTADO: 'estado de artículos',
    MENSAJ: 'mensaje de texto',
    VALPED: 'respuesta a un pedido',
    CEGALD: 'existencias',
    CEGALV: 'ventas',
    LIBROS: 'fichas de libros',
  },
  {
    PEDIDO: 'order',
    ENVIO: 'delivery note or invoice',
    DEVOLU: 'return',
    ABONO: 'credit note',
    FACTUL: 'invoice for delivery notes',
    CAMPRE: 'price change',
    ESTADO: 'article status',
    MENSAJ: 'free-text message',
    VALPED: 'order response',
    CEGALD: 'stock',
    CEGALV: 'sales',
    LIBROS: 'book records',
  },
)

const unidentified = localize<string>('Sin identificar', 'Not identified')

/** A document type with its version, as written by the sender. */
export function documentName({ document, version }: { document: string | null; version: string | null }): string {
  if (document === null) return unidentified
  return `${document} ${version ?? ''}`.trim()
}

type Party = { id: string; name: string | null } | null

/** The name of a party, or its SINLI id if it has none. */
export const partyName = (party: Party): string => party?.name ?? party?.id ?? NO_VALUE
