// The sixth column is the specification's own name. cspell:disable
import { type FieldRow } from './layout.ts'

/**
 * The first fields of most article records. The ISBN is hyphenated, or a code of the supplier if there is no ISBN; the
 * EAN is 13 digits and an addendum of 5.
 */
export const article: readonly FieldRow[] = [
  ['isbn', 'text', 1, 17, 'required', 'ISBN'],
  ['ean', 'text', 18, 18, 'required', 'EAN'],
  ['reference', 'text', 36, 15, 'required', 'Referencia'],
  ['title', 'text', 51, 50, 'required', 'Título'],
]

/** VAT by rate; a rate of -1 means not subject to it. */
export const vat: readonly FieldRow[] = [
  ['vatBasisPoints', 'basisPoints', 1, 5, 'required', 'Porcentaje de IVA'],
  ['baseCents', 'cents', 6, 10, 'required', 'Base imponible'],
  ['vatCents', 'cents', 16, 10, 'required', 'IVA'],
  ['surchargeBasisPoints', 'basisPoints', 26, 5, 'required', '% recargo (REQ)'],
  ['surchargeCents', 'cents', 31, 10, 'required', 'REQ'],
]

/** A line of free text. */
export const text: readonly FieldRow[] = [['text', 'text', 1, 80, 'required', 'Texto']]
