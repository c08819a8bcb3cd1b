import { decode } from '../../sinli/decode.ts'
import { parseSubject } from '../../sinli/identification/subject.ts'
import { traitsOf } from '../../sinli/layouts/traits.ts'
import type { Decoded } from '../../sinli/types.ts'
import type { Fields } from '../../sinli/values.ts'
import type { WarningCode } from '../../sinli/warnings.ts'
import { normalizeNumber } from '../chain/document-numbers.ts'
import { dateOf } from './documents.ts'
import { unpackMessage, type RawMessage } from './unpack-message.ts'

/** The readable parts of a message that may be damaged. */
export type LegibleContent = {
  /** Whether everything that a search looks at could be read. */
  complete: boolean
  /** The first document of the message. */
  document: LegibleDocument
  parts: LegiblePart[]
}

/** The identification of a document; each field is null if it cannot be read. */
export type LegibleDocument = {
  type: string | null
  version: string | null
  sender: string | null
  receiver: string | null
  number: string | null
  date: Date | null
}

/** The values by which a search finds a record. `text` has the names and ids of the parties, or a title. */
export type LegiblePart = { number: string | null; isbn: string | null; ean: string | null; text: string | null }

/** Maximum parts stored of a message. Files after this many lines are not read; the longest documents have 60,000. */
const maxParts = 100_000

/** Reads the legible parts of a message. Never fails, whatever its bytes. */
export async function readLegible(message: RawMessage): Promise<LegibleContent> {
  const { subject, candidates } = await unpackMessage(message)
  const envelope = parseSubject(subject ?? '')
  const files = readFiles(candidates, envelope && subject)
  const found = distinctParts(files.flatMap((file) => file.parts))
  const parts = found.length > 0 ? found : [partyPart([], [envelope?.sender, envelope?.receiver])]
  const document = files.map((file) => file.document).find(({ type }) => type !== null)
  return {
    complete: areComplete(files, candidates.length) && parts.length <= maxParts,
    document: document ?? { ...unknownDocument, ...withType(envelope) },
    parts: parts.slice(0, maxParts),
  }
}

const areComplete = (files: readonly LegibleContent[], count: number) =>
  count > 0 && files.length === count && files.every(({ complete }) => complete)

/** Reads the legible parts of each file, until there are too many lines. */
function readFiles(candidates: readonly Uint8Array[], subject: string | null): LegibleContent[] {
  const files: LegibleContent[] = []
  let lines = 0
  for (const file of candidates) {
    if (lines > maxParts) break
    const decoded = decode(file, { subject: subject ?? undefined, salvage: true })
    lines += decoded.lines.length
    files.push({ complete: isComplete(decoded), document: documentOf(decoded), parts: partsOf(decoded) })
  }
  return files
}

const unknownDocument: LegibleDocument = {
  ...{ type: null, version: null, sender: null, receiver: null, number: null, date: null },
}

/** The content of a message that is not legible at all. */
export const nothingLegible: LegibleContent = { complete: false, document: unknownDocument, parts: [] }

function withType(envelope: ReturnType<typeof parseSubject>): Partial<LegibleDocument> {
  if (!envelope) return {}
  const { document: type, ...rest } = envelope
  return { type, ...rest }
}

function documentOf(decoded: Decoded): LegibleDocument {
  const { document: type, version, sender, receiver } = decoded
  return { type, version, sender, receiver, number: numberIn(decoded, decoded.header), date: dateOf(decoded) }
}

function partsOf(decoded: Decoded): LegiblePart[] {
  const { line1, subject } = decoded.identification
  const ids = [line1?.sender, line1?.receiver, subject?.sender, subject?.receiver]
  const headers = [decoded.header, ...(decoded.furtherHeaders ?? [])]
  return [
    ...headers.map((header) => ({ ...partyPart(namesIn(header), ids), number: numberIn(decoded, header) })),
    ...decoded.lines.map(linePart),
  ].filter(isFindable)
}

const isFindable = ({ number, isbn, ean, text }: LegiblePart) =>
  [number, isbn, ean, text].some((value) => value !== null)

// An order states its number in each line as well. A number of zeros only stands for no number.
function numberIn({ document, lines }: Decoded, header: Fields): string | null {
  const field = traitsOf(document).numberField ?? ''
  const places = document === 'PEDIDO' ? [header, ...lines] : [header]
  return places.map((place) => textOf(place[field])).find((number) => normalizeNumber(number) !== '') ?? null
}

const partyNames = ['customerName', 'supplierName', 'senderName']

const namesIn = (header: Fields) => partyNames.map((field) => header[field])

function partyPart(names: readonly Value[], ids: readonly Value[]): LegiblePart {
  const words = [...names.map(textOf), ...ids.map((id) => textOf(id)?.toUpperCase())].filter(isText)
  return { number: null, isbn: null, ean: null, text: [...new Set(words)].join(' · ') || null }
}

// A code with a wrong check digit identifies no article, but people read it and search for it.
function linePart({ isbn, ean, article, identifiedBy, title }: Fields): LegiblePart {
  const identified = (by: string, sent: Value) => (identifiedBy === by ? textOf(article) : codeIn(sent))
  return { number: null, isbn: identified('isbn', isbn), ean: identified('ean', ean), text: textOf(title) }
}

// Zeros stand for "none".
function codeIn(sent: Value): string | null {
  const code = textOf(sent)?.replace(/[-\s]/g, '') ?? ''
  return /[^0]/.test(code) ? code : null
}

/** Warnings that mean that something in a record could not be read, or not in its place. */
const gaps = new Set<WarningCode>([
  ...(['CABECERA_AUSENTE', 'CAMPO_ILEGIBLE', 'LINEA_ILEGIBLE', 'REGISTRO_DESCONOCIDO'] as const),
  ...(['REGISTRO_LARGO', 'SIN_LINEAS', 'TEXTO_ESCAPADO'] as const),
])

function isComplete(decoded: Decoded): boolean {
  const { error, warnings, lines, header, document } = decoded
  if (error !== null || warnings.some(({ code }) => gaps.has(code))) return false
  if (traitsOf(document).numberField !== undefined && numberIn(decoded, header) === null) return false
  return lines.every((line) => !('title' in line) || line.title !== null)
}

const distinctParts = (parts: readonly LegiblePart[]): LegiblePart[] => [
  ...new Map(parts.map((part) => [JSON.stringify(part), part])).values(),
]

type Value = Fields[string] | undefined

const textOf = (value: Value): string | null => (typeof value === 'string' && value !== '' ? value : null)

const isText = (value: string | null | undefined): value is string => value != null
