import { type Encoding } from './encoding.ts'
import { type OtherKind } from './layouts/layout.ts'
import { type Subject } from './subject.ts'
import { type Fields } from './values.ts'
import { type Warning } from './warnings.ts'

/** Why a file could not be decoded; docs/sinli.md says what each means. */
export type ErrorCode =
  'ASUNTO_INVALIDO' | 'LONGITUD_REGISTRO' | 'REGISTRO_DESCONOCIDO' | 'TIPO_NO_SOPORTADO' | 'VERSION_NO_SOPORTADA'

/** What says of itself who sent what to whom, as it stands in each place; null where the place is missing. */
export type Identification = { line1: Fields | null; line2: Fields | null; subject: Subject | null }

/**
 * What a document comes to. Amounts are cents, without VAT except for those of orders, which have no other, and
 * `totalCents`, which is all included. Null where the type of document has no such total.
 */
export type Totals = {
  units: number | null
  grossCents: number | null
  netCents: number | null
  totalCents: number | null
  /** What the file itself says, added up where it says so more than once; null where it does not. */
  stated: Fields | null
}

/** One file decoded. What could be read is there even where `ok` is false. */
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
  error: { code: ErrorCode; message: string } | null
  identification: Identification
} & Partial<Record<OtherKind, Fields[]>>
