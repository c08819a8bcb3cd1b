import { localize } from '../../../i18n.ts'

type Meanings = Record<string, string>

// The codes of the specification. In `documentType`, ENVIO and ABONO use A and F; DEVOLU uses D and P.
const meanings: Partial<Record<string, Meanings>> = localize<Record<string, Meanings>>(
  {
    coverImage: { N: 'no', A: 'anexada', U: 'URL' },
    creditType: { F: 'en firme', D: 'depósito', P: 'promoción' },
    currency: { E: 'euro', P: 'peseta' },
    documentType: { A: 'albarán', F: 'factura', D: 'definitiva', P: 'pedido de devolución' },
    format: { N: 'normalizado', L: 'libre' },
    freePriceType: { C: 'coste', R: 'recomendado' },
    ibicAssignment: { 0: 'nativo', 1: 'mapeado' },
    orderType: { N: 'normal', F: 'feria', D: 'depósito', O: 'otros' },
    origin: { N: 'reposición', C: 'cliente' },
    paymentMethod: { 1: 'contado', 2: '30 días', 3: '60 días', 4: '90 días', 5: '120 días', 6: 'otras' },
    priceType: { F: 'fijo', L: 'libre' },
    productType: { 10: 'libro', 20: 'audio', 30: 'vídeo', 40: 'CD', 50: 'DVD', 60: 'otros' },
    returnCause: { 0: 'estropeado', 1: 'edición desfasada', 2: 'incidencia en la entrega' },
    returnType: { F: 'en firme', D: 'depósito' },
    shipmentType: { F: 'en firme', D: 'depósito', C: 'cargo al depósito', P: 'promoción' },
  },
  {
    coverImage: { N: 'no', A: 'attached', U: 'URL' },
    creditType: { F: 'firm sale', D: 'on deposit', P: 'promotion' },
    currency: { E: 'euro', P: 'peseta' },
    documentType: { A: 'delivery note', F: 'invoice', D: 'final', P: 'return request' },
    format: { N: 'standard', L: 'free' },
    freePriceType: { C: 'cost', R: 'recommended' },
    ibicAssignment: { 0: 'native', 1: 'mapped' },
    orderType: { N: 'normal', F: 'book fair', D: 'on deposit', O: 'other' },
    origin: { N: 'restocking', C: 'customer' },
    paymentMethod: { 1: 'cash', 2: '30 days', 3: '60 days', 4: '90 days', 5: '120 days', 6: 'other' },
    priceType: { F: 'fixed', L: 'free' },
    productType: { 10: 'book', 20: 'audio', 30: 'video', 40: 'CD', 50: 'DVD', 60: 'other' },
    returnCause: { 0: 'damaged', 1: 'outdated edition', 2: 'delivery problem' },
    returnType: { F: 'firm sale', D: 'on deposit' },
    shipmentType: { F: 'firm sale', D: 'on deposit', C: 'charged to the deposit', P: 'promotion' },
  },
)

/** The meaning of a coded field with its code, e.g. `albarán (A)`; undefined for a field without codes or an unknown code. */
export function codeMeaning(name: string, value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const meaning = meanings[name]?.[String(value)]
  return meaning === undefined ? undefined : `${meaning} (${String(value)})`
}
