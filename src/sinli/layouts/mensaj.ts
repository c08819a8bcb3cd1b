// The sixth column is the specification's own name. cspell:disable
import { type DocumentLayouts, type FieldRow, singleLayout } from './layout.ts'

const header: readonly FieldRow[] = [
  ['date', 'date', 1, 8, 'required', 'Fecha documento'],
  ['originNumber', 'text', 9, 10, 'required', 'Nº de documento origen'],
  ['replyNumber', 'text', 19, 10, 'required', 'Nº de documento respuesta'],
]

const line: readonly FieldRow[] = [['text', 'text', 1, 400, 'required', 'Cuerpo del mensaje']]

/** MENSAJ 01: a message in free text. */
export const mensaj: DocumentLayouts = singleLayout(1, 'D', {
  C: ['header', header],
  D: ['lines', line],
})
