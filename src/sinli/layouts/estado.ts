// The sixth column is the specification's own name. cspell:disable
import { type DocumentLayouts, type FieldRow, singleLayout } from './layout.ts'
import { article } from './shared.ts'

const header: readonly FieldRow[] = [['senderName', 'text', 1, 40, 'required', 'Nombre del emisor']]

const line: readonly FieldRow[] = [
  ...article,
  ['status', 'number', 101, 1, 'required', 'Estado'],
  ['expectedService', 'looseDate', 102, 8, 'required', 'Fecha aprox. servicio'],
]

/** ESTADO 04: the availability of a supplier's articles. */
export const estado: DocumentLayouts = singleLayout(4, 'E', {
  C: ['header', header],
  E: ['lines', line],
})
