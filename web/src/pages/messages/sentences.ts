import { language } from '../../i18n.ts'
import { formatCents, formatInteger } from '../../format/formatNumber.ts'
import { fieldLabel } from './document/fieldLabels.ts'
import { recordLabels } from './document/recordLabels.ts'

type Sentence = { code: string; parameters: unknown }
type Parameters = Record<string, unknown>

/** A sentence about a message in the language of this page; null without one, and for one that is not known. */
export function sentenceText(sentence: Sentence | null | undefined, english: string | null): string | null {
  if (language === 'en') return english
  return sentence ? toSpanish(sentence) : null
}

/** The Spanish text of a sentence; null for an unknown one. */
export function toSpanish({ code, parameters }: Sentence): string | null {
  const render = Object.hasOwn(spanish, code) ? spanish[code] : undefined
  if (!render) return null
  const values = parameters as Parameters
  const { times } = values
  return typeof times === 'number'
    ? `${render(values)} Ocurre en ${formatInteger(times)} registros; este es el primero.`
    : render(values)
}

// By the codes of src/trade/inbound/sentences.ts.
const spanish: Record<string, (parameters: Parameters) => string> = {
  ATTACHMENT_MISSING: () => 'El mensaje no trae ningún adjunto de texto.',
  ATTACHMENTS_SEVERAL: ({ count, names }) =>
    `El mensaje trae ${text(count)} adjuntos de texto y debería traer uno: ${text(names).replaceAll('one without a name', 'uno sin nombre')}.`,
  SUBJECT_MISSING: () => 'El mensaje no tiene asunto; se ha usado la línea 1 del fichero.',
  SUBJECT_FOREIGN: ({ subject }) =>
    `El asunto no es de SINLI («${text(subject)}»); se ha usado la línea 1 del fichero.`,
  SUBJECT_INVALID: () => 'El asunto no es de SINLI.',
  IDENTIFICATION_MISSING: ({ missing }) =>
    `Ni el asunto ni la línea 1 del fichero indican ${join(list(missing).map((one) => parts[text(one)] ?? text(one)))}.`,
  PARTIES_DIFFER: ({ party, inSubject, inFile }) =>
    `El asunto indica ${text(inSubject)} como ${partyName(party)}; la línea 1 del fichero, ${text(inFile)}.`,
  PARTY_DECLARED_DIFFERENTLY: ({ party, values }) =>
    `La línea 1 y el asunto indican distinto ${partyName(party)}: ${declared(values)}.`,
  DOCUMENTS_DIFFER: ({ values }) =>
    `La línea 1, la línea 2 y el asunto indican documentos distintos: ${declared(values)}.`,
  VERSIONS_DIFFER: ({ values }) =>
    `La línea 1, la línea 2 y el asunto indican versiones distintas: ${declared(values)}.`,
  PARTY_MISSING: ({ party }) => `La línea 1 no indica el ${partyName(party)}.`,
  LINE_1_MISSING: () => 'Falta la línea 1, que identifica el fichero.',
  LINE_2_MISSING: () => 'Falta la línea 2, la segunda identificación.',
  FILE_EMPTY: () => 'El fichero está vacío.',
  FILE_WITHOUT_CONTENT: () => 'El fichero no tiene cabecera ni líneas.',
  FILE_NOT_IDENTIFIED: () => 'El primer registro no identifica el fichero, como debe hacer la línea 1.',
  TYPE_NOT_DECODED: ({ document }) =>
    document === null ? 'No se indica el tipo de documento.' : `Los documentos ${text(document)} no se leen.`,
  VERSION_UNKNOWN: ({ version, document }) =>
    version === null
      ? `No se indica la versión de ${text(document)}.`
      : `No se conoce la versión ${text(version)} de ${text(document)}.`,
  VERSION_BY_LENGTH: ({ bytes, version }) =>
    `Las líneas son de ${count(bytes)} bytes, como en la versión ${text(version)}; se ha leído como tal.`,
  VERSION_PARTIAL: () => 'De esta versión solo se conocen los campos comunes a todas.',
  RECORDS_FOREIGN: () => 'Ningún registro es de este documento.',
  RECORDS_TOO_MANY: () => 'Los registros desde aquí no se leyeron: son demasiados.',
  LINES_UNREADABLE: () => 'Ninguna línea se puede leer con el formato de este documento.',
  RECORD_UNKNOWN: ({ text: start }) => `Ningún registro de este documento empieza así: «${text(start)}».`,
  RECORD_COUNT_DIFFERS: ({ stated, counted }) =>
    `La línea 1 indica ${count(stated)} registros y hay ${count(counted)}.`,
  RECORD_SHORT: ({ record }) =>
    `Más corto que su versión: faltan campos obligatorios al final (${recordName(record)}).`,
  RECORD_LONG: ({ record, bytes }) =>
    `Más largo de lo previsto (${recordName(record)}, ${count(bytes)} bytes). El resto no se lee.`,
  RECORD_SHIFTED: ({ record, missing }) =>
    `Faltan campos y los siguientes están antes; se ha leído así (${recordName(record)}): ${list(missing)
      .map((name) => fieldLabel(text(name)))
      .join(', ')}.`,
  RECORD_LEFT_OUT: ({ record, fields }) =>
    `Registro descartado (${recordName(record)}), porque no se puede leer: ${fieldTexts(fields)}.`,
  FIELD_UNREADABLE: ({ fields }) => `No se puede leer y queda en blanco: ${fieldTexts(fields)}.`,
  FIELD_BLANK: ({ field, record }) =>
    `Obligatorio, pero en blanco: ${fieldLabel(text(field))} (${recordName(record)}).`,
  DECIMAL_SEPARATOR: ({ field, record }) =>
    `Lleva escrito el separador decimal: ${fieldLabel(text(field))} (${recordName(record)}).`,
  ESCAPES_READ: () => 'Las letras escapadas se han leído como las letras que representan.',
  ESCAPES_SHIFT: () => 'Las letras escapadas desplazan el registro y, sin ellas, no tiene la longitud debida.',
  IDENTIFICATION_REPEATED: () => 'La identificación se repite aquí.',
  HEADER_REPEATED: () => 'La cabecera se repite aquí.',
  HEADER_FURTHER: () => 'Otra cabecera: el fichero contiene varios documentos.',
  HEADER_MISSING: () => 'No hay cabecera.',
  LINES_MISSING: () => 'No hay líneas.',
  FILE_IS_UTF8: () => 'El fichero está en UTF-8; se ha leído como Windows-1252.',
  FILE_IS_UTF16: () => 'El fichero está en UTF-16; se ha leído como Windows-1252.',
  TOTALS_DIFFER: ({ mismatches }) => `${list(mismatches).map(mismatchText).join('; ')}.`,
  ARTICLE_WITHOUT_CODE: () => 'El artículo no tiene ISBN, EAN ni referencia.',
  ARTICLE_UNKNOWN: ({ line, title }) =>
    `La línea ${text(line)} no tiene ISBN, EAN ni referencia, y ningún LIBROS de estas partes tiene un único artículo titulado «${text(title)}».`,
  ISBN_WRONG: () => 'El dígito de control del ISBN no es correcto.',
  EAN_WRONG: () => 'El dígito de control del EAN no es correcto.',
  MORE_WARNINGS: ({ count: more }) => (more === 1 ? 'Hay 1 más, sin listar.' : `Hay ${count(more)} más, sin listar.`),
  SENDER_UNKNOWN: ({ sender }) => `El remitente ${text(sender)} no es una librería ni un proveedor dado de alta.`,
  RECEIVER_UNKNOWN: ({ receiver }) =>
    `El destinatario ${text(receiver)} no es una librería ni un proveedor dado de alta.`,
  SAME_BYTES: ({ message }) =>
    `Los mismos bytes ya llegaron en el mensaje ${text(message)}. No se hace nada dos veces.`,
  NEWER_KNOWN: ({ document, message }) =>
    `Ya hay un ${text(document)} más reciente entre las mismas partes, del mensaje ${text(message)}.`,
  DOCUMENT_KNOWN: ({ document, sender, receiver }) =>
    `Este ${text(document)} de ${text(sender)} a ${text(receiver)} ya llegó con otro contenido. Si se reprocesa con «Forzar», lo sustituye.`,
  INTERNAL_ERROR: () => 'Un error de Vigía ha impedido procesarlo; el registro del servidor tiene más detalles.',
  INTERNAL_ERROR_EXPECTED: () => 'Fallaría por un error de Vigía.',
  REPLAY_NOT_REACHED: () => 'El reproceso se interrumpió antes de llegar a este mensaje.',
  STILL_WAITING: () => 'Todavía espera a procesarse por primera vez.',
  ALREADY_PROCESSED: () => 'Ya estaba procesado; con «Forzar» se lee de nuevo.',
  PROCESSED_MEANWHILE: () => 'Otra persona lo ha procesado entretanto.',
}

const parts: Partial<Record<string, string>> = {
  sender: 'el remitente',
  receiver: 'el destinatario',
  document: 'el tipo de documento',
}

const partyName = (party: unknown) => (party === 'sender' ? 'remitente' : 'destinatario')

const records: Partial<Record<string, string>> = {
  identification: 'identificación',
  header: 'cabecera',
  lines: 'líneas',
  totals: 'totales',
}

const recordName = (record: unknown) => records[text(record)] ?? recordLabels[text(record)] ?? text(record)

const declared = (values: unknown) =>
  list(values)
    .map((value) => (value === null ? '(sin indicar)' : text(value)))
    .join(', ')

const fieldTexts = (fields: unknown) =>
  list(fields)
    .map((field) => {
      const { name, text: value } = field as Parameters
      return `${fieldLabel(text(name))} «${text(value)}»`
    })
    .join(', ')

function mismatchText(mismatch: unknown): string {
  const { field, stated, computed, due } = mismatch as Parameters
  const amount = (value: unknown) => (text(field).endsWith('Cents') ? formatCents(Number(value)) : count(value))
  if (due !== undefined)
    return `${fieldLabel(text(field))}: ${amount(computed)}, y los vencimientos suman ${amount(due)}`
  return `${fieldLabel(text(field))}: declarado ${amount(stated)}, calculado ${amount(computed)}`
}

const join = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ni ${words.at(-1) ?? ''}`

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const count = (value: unknown) => formatInteger(Number(value))
