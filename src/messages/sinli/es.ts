import type { Translated } from '../catalogue.ts'
import { eurosInSpanish, inSpanish } from '../format.ts'
import { unnamedAttachment, type Mismatch, type sinliInEnglish } from './en.ts'
import { spanishFieldLabel, spanishRecordLabels } from './labels.ts'

/** Sentences about SINLI messages. */
export const sinliInSpanish: Translated<typeof sinliInEnglish> = {
  ATTACHMENT_MISSING: () => 'El mensaje no trae ningún adjunto de texto.',
  ATTACHMENTS_SEVERAL: ({ count, names }) =>
    `El mensaje trae ${count} adjuntos de texto y debería traer uno: ${names.replaceAll(unnamedAttachment, 'uno sin nombre')}.`,
  SUBJECT_MISSING: () => 'El mensaje no tiene asunto; se ha usado la línea 1 del fichero.',
  SUBJECT_FOREIGN: ({ subject }) => `El asunto no es de SINLI («${subject}»); se ha usado la línea 1 del fichero.`,
  SUBJECT_INVALID: () => 'El asunto no es de SINLI.',
  IDENTIFICATION_MISSING: ({ missing }) =>
    `Ni el asunto ni la línea 1 del fichero indican ${neither(missing.map((part) => parts[part]))}.`,
  PARTIES_DIFFER: ({ party, inSubject, inFile }) =>
    `El asunto indica ${inSubject} como ${partyNames[party]}; la línea 1 del fichero, ${inFile}.`,
  PARTY_DECLARED_DIFFERENTLY: ({ party, values }) =>
    `La línea 1 y el asunto indican distinto ${partyNames[party]}: ${declared(values)}.`,
  DOCUMENTS_DIFFER: ({ values }) =>
    `La línea 1, la línea 2 y el asunto indican documentos distintos: ${declared(values)}.`,
  VERSIONS_DIFFER: ({ values }) =>
    `La línea 1, la línea 2 y el asunto indican versiones distintas: ${declared(values)}.`,
  PARTY_MISSING: ({ party }) => `La línea 1 no indica el ${partyNames[party]}.`,
  LINE_1_MISSING: () => 'Falta la línea 1, que identifica el fichero.',
  LINE_2_MISSING: () => 'Falta la línea 2, la segunda identificación.',
  FILE_EMPTY: () => 'El fichero está vacío.',
  FILE_WITHOUT_CONTENT: () => 'El fichero no tiene cabecera ni líneas.',
  FILE_NOT_IDENTIFIED: () => 'El primer registro no identifica el fichero, como debe hacer la línea 1.',
  TYPE_NOT_DECODED: ({ document }) =>
    document === null ? 'No se indica el tipo de documento.' : `Los documentos ${document} no se leen.`,
  VERSION_UNKNOWN: ({ version, document }) =>
    version === null ? `No se indica la versión de ${document}.` : `No se conoce la versión ${version} de ${document}.`,
  VERSION_BY_LENGTH: ({ bytes, version }) =>
    `Las líneas son de ${inSpanish(bytes)} bytes, como en la versión ${version}; se ha leído como tal.`,
  VERSION_PARTIAL: () => 'De esta versión solo se conocen los campos comunes a todas.',
  RECORDS_FOREIGN: () => 'Ningún registro es de este documento.',
  RECORDS_TOO_MANY: () => 'Los registros desde aquí no se leyeron: son demasiados.',
  LINES_UNREADABLE: () => 'Ninguna línea se puede leer con el formato de este documento.',
  RECORD_UNKNOWN: ({ text }) => `Ningún registro de este documento empieza así: «${text}».`,
  RECORD_COUNT_DIFFERS: ({ stated, counted }) =>
    `La línea 1 indica ${inSpanish(stated)} registros y hay ${inSpanish(counted)}.`,
  RECORD_SHORT: ({ record, times }) =>
    `Más corto que su versión: faltan campos obligatorios al final (${recordName(record)}).${inSeveral(times)}`,
  RECORD_LONG: ({ record, bytes, times }) =>
    `Más largo de lo previsto (${recordName(record)}, ${inSpanish(bytes)} bytes). El resto no se lee.${inSeveral(times)}`,
  RECORD_SHIFTED: ({ record, missing, times }) =>
    `Faltan campos y los siguientes están antes; se ha leído así (${recordName(record)}): ${missing.map(spanishFieldLabel).join(', ')}.${inSeveral(times)}`,
  RECORD_LEFT_OUT: ({ record, fields }) =>
    `Registro descartado (${recordName(record)}), porque no se puede leer: ${quoted(fields)}.`,
  FIELD_UNREADABLE: ({ fields }) => `No se puede leer y queda en blanco: ${quoted(fields)}.`,
  FIELD_BLANK: ({ field, record, times }) =>
    `Obligatorio, pero en blanco: ${spanishFieldLabel(field)} (${recordName(record)}).${inSeveral(times)}`,
  DECIMAL_SEPARATOR: ({ field, record, times }) =>
    `Lleva escrito el separador decimal: ${spanishFieldLabel(field)} (${recordName(record)}).${inSeveral(times)}`,
  ESCAPES_READ: () => 'Las letras escapadas se han leído como las letras que representan.',
  ESCAPES_SHIFT: () => 'Las letras escapadas desplazan el registro y, sin ellas, no tiene la longitud debida.',
  IDENTIFICATION_REPEATED: ({ times }) => `La identificación se repite aquí.${inSeveral(times)}`,
  HEADER_REPEATED: ({ times }) => `La cabecera se repite aquí.${inSeveral(times)}`,
  HEADER_FURTHER: ({ times }) => `Otra cabecera: el fichero contiene varios documentos.${inSeveral(times)}`,
  HEADER_MISSING: () => 'No hay cabecera.',
  LINES_MISSING: () => 'No hay líneas.',
  FILE_IS_UTF8: () => 'El fichero está en UTF-8; se ha leído como Windows-1252.',
  FILE_IS_UTF16: () => 'El fichero está en UTF-16; se ha leído como Windows-1252.',
  TOTALS_DIFFER: ({ mismatches }) => `${mismatches.map(mismatchText).join('; ')}.`,
  ARTICLE_WITHOUT_CODE: () => 'El artículo no tiene ISBN, EAN ni referencia.',
  ARTICLE_UNKNOWN: ({ line, title }) =>
    `La línea ${line} no tiene ISBN, EAN ni referencia, y ningún LIBROS de estas partes tiene un único artículo titulado «${title}».`,
  ISBN_WRONG: () => 'El dígito de control del ISBN no es correcto.',
  EAN_WRONG: () => 'El dígito de control del EAN no es correcto.',
  MORE_WARNINGS: ({ count }) => (count === 1 ? 'Hay 1 más, sin listar.' : `Hay ${inSpanish(count)} más, sin listar.`),
  SENDER_UNKNOWN: ({ sender }) => `El remitente ${sender} no es una librería ni un proveedor dado de alta.`,
  RECEIVER_UNKNOWN: ({ receiver }) => `El destinatario ${receiver} no es una librería ni un proveedor dado de alta.`,
  SAME_BYTES: ({ message }) => `Los mismos bytes ya llegaron en el mensaje ${message}. No se hace nada dos veces.`,
  NEWER_KNOWN: ({ document, message }) =>
    `Ya hay un ${document} más reciente entre las mismas partes, del mensaje ${message}.`,
  DOCUMENT_KNOWN: ({ document, sender, receiver }) =>
    `Este ${document} de ${sender} a ${receiver} ya llegó con otro contenido. Si se reprocesa con «Forzar», lo sustituye.`,
  INTERNAL_ERROR: () => 'Un error de Vigía ha impedido procesarlo; el registro del servidor tiene más detalles.',
  INTERNAL_ERROR_EXPECTED: () => 'Fallaría por un error de Vigía.',
  REPLAY_NOT_REACHED: () => 'El reproceso se interrumpió antes de llegar a este mensaje.',
  STILL_WAITING: () => 'Todavía espera a procesarse por primera vez.',
  ALREADY_PROCESSED: () => 'Ya estaba procesado; con «Forzar» se lee de nuevo.',
  PROCESSED_MEANWHILE: () => 'Otra persona lo ha procesado entretanto.',
  TEXT: ({ text }) => text,
}

const partyNames = { sender: 'remitente', receiver: 'destinatario' } as const

const parts = { sender: 'el remitente', receiver: 'el destinatario', document: 'el tipo de documento' } as const

const neither = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ni ${words.at(-1) ?? ''}`

const inSeveral = (times: number | undefined) =>
  times === undefined ? '' : ` Ocurre en ${inSpanish(times)} registros; este es el primero.`

const recordName = (record: string) => spanishRecordLabels[record] ?? mainRecords[record] ?? record

const mainRecords: Partial<Record<string, string>> = {
  identification: 'identificación',
  header: 'cabecera',
  lines: 'líneas',
  totals: 'totales',
}

const declared = (values: readonly (string | null)[]) => values.map((value) => value ?? '(sin indicar)').join(', ')

const quoted = (fields: readonly Readonly<{ name: string; text: string }>[]) =>
  fields.map(({ name, text }) => `${spanishFieldLabel(name)} «${text}»`).join(', ')

function mismatchText({ field, computed, ...other }: Mismatch): string {
  const format = field.endsWith('Cents') ? eurosInSpanish : inSpanish
  const label = spanishFieldLabel(field)
  return 'due' in other
    ? `${label}: ${format(computed)}, y los vencimientos suman ${format(other.due)}`
    : `${label}: declarado ${format(other.stated)}, calculado ${format(computed)}`
}
