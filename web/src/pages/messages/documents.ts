import { words } from '../../language.ts'
import { UNKNOWN } from '../../ui/words.ts'

/** Labels of the document types that can be decoded. */
export const documentNames: Partial<Record<string, string>> = words(
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
    FACTUL: 'invoice over delivery notes',
    CAMPRE: 'change of prices',
    ESTADO: 'state of articles',
    MENSAJ: 'message in free text',
    VALPED: 'answer to an order',
    CEGALD: 'stock',
    CEGALV: 'sales',
    LIBROS: 'cards of books',
  },
)

const unidentified = words<string>('Sin identificar', 'Not identified')

/** A document type with its version, as the sender wrote them. */
export function nameOf({ document, version }: { document: string | null; version: string | null }): string {
  if (document === null) return unidentified
  return `${document} ${version ?? ''}`.trim()
}

type Party = { id: string; name: string | null } | null

/** The name of a party, or its SINLI id if it has none. */
export const partyName = (party: Party): string => party?.name ?? party?.id ?? UNKNOWN
