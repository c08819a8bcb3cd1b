import type { SinliSentence } from '../messages/sinli/sinli.ts'
import { type Encoding } from './encoding.ts'
import { type OtherKind } from './layouts/layout.ts'
import { type Subject } from './identification/subject.ts'
import { type Fields } from './values.ts'
import { type Warning } from './warnings.ts'

/** Why a file could not be decoded. Source: docs/sinli.md. */
export type ErrorCode =
  'ASUNTO_INVALIDO' | 'LONGITUD_REGISTRO' | 'REGISTRO_DESCONOCIDO' | 'TIPO_NO_SOPORTADO' | 'VERSION_NO_SOPORTADA'

/** The identification stated in each place; null if the place is missing. */
export type Identification = { line1: Fields | null; line2: Fields | null; subject: Subject | null }

/**
 * The totals of a document. Amounts are cents without VAT, except those of orders, which only have prices with VAT, and
 * `totalCents`, which includes everything. Null if the document type has no such total.
 */
export type Totals = {
  units: number | null
  grossCents: number | null
  netCents: number | null
  totalCents: number | null
  /** The totals stated in the file, summed if it states several; null if none. */
  stated: Fields | null
}

/** A decoded file. It contains everything readable even if `ok` is false. */
export type Decoded = {
  ok: boolean
  document: string | null
  version: string | null
  sender: string | null
  receiver: string | null
  encoding: Encoding
  header: Fields
  lines: Fields[]
  totals: Totals
  warnings: Warning[]
  error: { code: ErrorCode; sentence: SinliSentence } | null
  identification: Identification
} & Partial<Record<OtherKind, Fields[]>>
