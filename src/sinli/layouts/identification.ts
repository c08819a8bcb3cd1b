// The sixth column is the specification's own name. cspell:disable
import { type FieldRow, recordOf } from './layout.ts'

const first: readonly FieldRow[] = [
  ['format', 'text', 1, 1, 'required', 'Tipo de formato'],
  ['document', 'text', 2, 6, 'required', 'Identif. de información'],
  ['version', 'text', 8, 2, 'required', 'Versión de información'],
  ['sender', 'text', 10, 8, 'required', 'Emisor usuario ESFANDE'],
  ['receiver', 'text', 18, 8, 'required', 'Destino usuario ESFANDE'],
  ['recordCount', 'number', 26, 5, 'optional', 'Cantidad de registros del fichero'],
  ['transmission', 'number', 31, 7, 'optional', 'Número transmisión s/emisor'],
  ['localSender', 'text', 38, 15, 'optional', 'Usuario local del emisor'],
  ['localReceiver', 'text', 53, 15, 'optional', 'Usuario local del destino'],
  ['freeText', 'text', 68, 7, 'optional', 'Texto libre'],
  ['mark', 'text', 75, 5, 'optional', 'FANDE'],
]

const second: readonly FieldRow[] = [
  ['senderAddress', 'text', 1, 50, 'required', 'E-mail origen'],
  ['receiverAddress', 'text', 51, 50, 'required', 'E-mail destino'],
  ['document', 'text', 101, 6, 'required', 'Tipo de fichero'],
  ['version', 'text', 107, 2, 'required', 'Versión fichero'],
  ['transmission', 'number', 109, 8, 'optional', 'Nº de transmisión emisor'],
]

/** Line 1 of every file, of 80 bytes. */
export const line1 = recordOf('identification', first)

/** Line 2 of every file, of 117 bytes, or 109 without its last field. */
export const line2 = recordOf('identification', second)
