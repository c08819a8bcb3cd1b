import type { SinliSentence } from '../messages/sinli/sinli.ts'
import { readRecords, type ParsedRecords } from './records/read-records.ts'
import { type Decoded, type ErrorCode } from './types.ts'
import { mergeIdentification, type Identified } from './identification/identification.ts'
import { findDocument } from './layouts/documents.ts'
import { type DocumentLayouts } from './layouts/layout.ts'
import { readPreamble, type ParsedPreamble } from './identification/read-preamble.ts'
import { recordRanges, recordAt, type SourceRecord } from './records/records.ts'
import { readSource, type Source } from './source.ts'
import { countRecordLengths } from './records/record-lengths.ts'
import { noTotals, totalsOf } from './totals.ts'
import { chooseVersion, type ChosenLayout } from './versions.ts'
import { collectWarnings, type Warnings } from './warnings.ts'

/**
 * Optional input besides the bytes: the subject of the e-mail with the attachment, and whether to `salvage`: to read on
 * where the file leaves its layout, for searching it. The error stays; a record keeps the fields that can be read.
 */
export type DecodeOptions = { subject?: string | undefined; salvage?: boolean | undefined }

/**
 * Decodes a SINLI file. Never throws for any bytes: returns everything readable, with warnings for oddities and an
 * error if the file is not a supported document. Money is integer cents, percentages integer hundredths of a percent.
 */
export function decode(file: Uint8Array, { subject, salvage }: DecodeOptions = {}): Decoded {
  const warnings = collectWarnings()
  const source = readSource(file)
  const { transcodedFrom } = source
  if (transcodedFrom !== null) warnings.add(...transcoded[transcodedFrom])
  const preamble = readPreamble(source, { subject, salvage })
  const { identification } = preamble
  if (identification.line1 ?? identification.line2 ?? identification.subject) {
    return decodeIdentified({
      source,
      preamble,
      warnings,
      salvage,
      isSubjectInvalid: subject !== undefined && !identification.subject,
    })
  }
  const error = preamble.first
    ? decodeError('REGISTRO_DESCONOCIDO', { code: 'FILE_NOT_IDENTIFIED', parameters: {} })
    : decodeError('LONGITUD_REGISTRO', { code: 'FILE_EMPTY', parameters: {} })
  return toDecoded({ source, preamble, warnings, identified: unidentified, error })
}

const transcoded: Record<NonNullable<Source['transcodedFrom']>, Parameters<Warnings['add']>> = {
  'UTF-8': ['CODIFICACION_UTF8', null, { code: 'FILE_IS_UTF8', parameters: {} }],
  'UTF-16': ['CODIFICACION_UTF16', null, { code: 'FILE_IS_UTF16', parameters: {} }],
}

type DecodeInput = {
  source: Source
  preamble: ParsedPreamble
  warnings: Warnings
  salvage: boolean | undefined
  isSubjectInvalid: boolean
}

type DecodeOutcome = Pick<DecodeInput, 'source' | 'preamble' | 'warnings'> & {
  identified: Identified
  error: Decoded['error']
  content?: Partial<Decoded>
}

const unidentified: Identified = {
  ...{ document: null, version: null, sender: null, receiver: null, documents: [], versions: [] },
}

const decodeError = (code: ErrorCode, sentence: SinliSentence) => ({ code, sentence })

function decodeIdentified(input: DecodeInput): Decoded {
  const { source, preamble, warnings, salvage } = input
  const { layouts, identified, error } = chooseDocument(mergeIdentification(preamble.identification, warnings), salvage)
  const outcome = { source, preamble, warnings, identified }
  if (layouts === undefined) return toDecoded({ ...outcome, error })
  const lengths = countRecordLengths(source.bytes, recordRanges(source.bytes), layouts.detail !== '')
  const { choice, versionError } = chooseLayout(layouts, identified, lengths(layouts.detail).mostFrequent, input)
  if (choice === null) return toDecoded({ ...outcome, error: error ?? versionError })
  const records = salvage ? firstOf(recordsIn(source), warnings) : recordsIn(source)
  const body = readRecords(records, {
    ...choice,
    detail: layouts.detail,
    encoding: source.encoding,
    sender: identified.sender,
    lengths,
    identificationTexts: preamble.identificationTexts,
    keepsUnreadable: salvage === true,
    warnings,
  })
  return toDecoded({
    ...outcome,
    error: error ?? versionError ?? errorOf(body, input),
    content: contentOf(body, layouts, choice, input),
  })
}

type ChosenDocument = { layouts: DocumentLayouts | undefined; identified: Identified; error: Decoded['error'] }

/** Chooses the type of a file. When salvaging, the first declared type that is known. */
function chooseDocument(identified: Identified, salvage: boolean | undefined): ChosenDocument {
  const layouts = findDocument(identified.document)
  if (layouts !== undefined) return { layouts, identified, error: null }
  const error = decodeError('TIPO_NO_SOPORTADO', {
    code: 'TYPE_NOT_DECODED',
    parameters: { document: identified.document },
  })
  const known = salvage ? identified.documents.find((document) => findDocument(document)) : undefined
  if (known === undefined) return { layouts: undefined, identified, error }
  return { layouts: findDocument(known), identified: { ...identified, document: known }, error }
}

/** Chooses the layout. When salvaging an unknown version, the one whose length the lines have, else the newest. */
function chooseLayout(
  layouts: DocumentLayouts,
  identified: Identified,
  lineLength: number,
  { salvage, warnings }: DecodeInput,
): { choice: ChosenLayout | null; versionError: Decoded['error'] } {
  const declared = chooseVersion(layouts, identified.versions, lineLength, warnings)
  if (declared !== null) return { choice: declared, versionError: null }
  const choice = salvage ? chooseVersion(layouts, [], lineLength, warnings) : null
  return { choice, versionError: unknownVersion(identified) }
}

const unknownVersion = ({ document, version }: Identified) =>
  decodeError('VERSION_NO_SOPORTADA', { code: 'VERSION_UNKNOWN', parameters: { version, document: document ?? '' } })

/**
 * Maximum records salvaged from a file. A file that is not SINLI can have a record for every third byte; the longest
 * documents have 60,000.
 */
const maxSalvaged = 100_000

function* firstOf(records: Iterable<SourceRecord>, warnings: Warnings) {
  let read = 0
  for (const record of records) {
    if (read++ === maxSalvaged) {
      warnings.add('LINEA_ILEGIBLE', record.line, { code: 'RECORDS_TOO_MANY', parameters: {} })
      return
    }
    yield record
  }
}

function* recordsIn(source: Source) {
  for (const range of recordRanges(source.bytes)) yield recordAt(source, range)
}

function contentOf(
  body: ParsedRecords,
  { detail }: DocumentLayouts,
  { layout }: ChosenLayout,
  { preamble, warnings }: DecodeInput,
): Partial<Decoded> {
  warnOfBody(body, preamble, warnings)
  const totals = totalsOf(body, layout.records[detail], warnings)
  return { header: body.header ?? {}, lines: body.lines, totals, ...body.others }
}

function warnOfBody(
  { header, lines, counts }: ParsedRecords,
  { identification }: ParsedPreamble,
  warnings: Warnings,
): void {
  if (header === null) warnings.add('CABECERA_AUSENTE', null, { code: 'HEADER_MISSING', parameters: {} })
  if (lines.length === 0) warnings.add('SIN_LINEAS', null, { code: 'LINES_MISSING', parameters: {} })
  const stated = identification.line1?.recordCount
  const total = counts.identification + counts.content
  if (typeof stated !== 'number' || stated === 0 || [total, total - 1, total - 2, lines.length].includes(stated)) return
  warnings.add('RECUENTO_NO_CUADRA', 1, { code: 'RECORD_COUNT_DIFFERS', parameters: { stated, counted: total } })
}

function errorOf({ counts, lines }: ParsedRecords, { isSubjectInvalid }: DecodeInput): Decoded['error'] {
  if (isSubjectInvalid) return decodeError('ASUNTO_INVALIDO', { code: 'SUBJECT_INVALID', parameters: {} })
  if (counts.content > 0 && counts.unknown === counts.content)
    return decodeError('REGISTRO_DESCONOCIDO', { code: 'RECORDS_FOREIGN', parameters: {} })
  if (lines.length === 0 && counts.rejectedLines > 0)
    return decodeError('LONGITUD_REGISTRO', { code: 'LINES_UNREADABLE', parameters: {} })
  return null
}

function toDecoded({ source, preamble, warnings, identified, error, content }: DecodeOutcome): Decoded {
  const { document, version, sender, receiver } = identified
  return {
    ok: error === null,
    document,
    version,
    sender,
    receiver,
    encoding: source.encoding,
    header: {},
    lines: [],
    totals: noTotals,
    warnings: warnings.list(),
    error,
    identification: preamble.identification,
    ...content,
  }
}
