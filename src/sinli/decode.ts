import { readBody, type ParsedRecords } from './read-records.ts'
import { type Decoded, type ErrorCode } from './types.ts'
import { mergeIdentification, type Identified } from './identification.ts'
import { findDocument } from './layouts/documents.ts'
import { type DocumentLayouts } from './layouts/layout.ts'
import { openSource, type ParsedPreamble } from './read-preamble.ts'
import { extentsOf, recordAt } from './records.ts'
import { readSource, type Source } from './source.ts'
import { survey } from './record-lengths.ts'
import { noTotals, totalsOf } from './totals.ts'
import { chooseVersion, type ChosenLayout } from './versions.ts'
import { collectWarnings, type Warnings } from './warnings.ts'

/** Optional input besides the bytes: the subject of the e-mail the file was attached to. */
export type DecodeOptions = { subject?: string | undefined }

/**
 * Decodes a SINLI file. Never throws for any bytes: returns everything readable, with warnings for oddities and an
 * error if the file is not a supported document. Money is integer cents, percentages integer hundredths of a percent.
 */
export function decode(file: Uint8Array, { subject }: DecodeOptions = {}): Decoded {
  const warnings = collectWarnings()
  const source = readSource(file)
  if (source.transcoded) warnings.note('CODIFICACION_UTF8', null, 'This file is UTF-8; it was read as Windows-1252.')
  const opened = openSource(source, subject)
  const { identification } = opened
  if (identification.line1 ?? identification.line2 ?? identification.subject) {
    return decodeIdentified({
      source,
      opened,
      warnings,
      subjectIsWrong: subject !== undefined && !identification.subject,
    })
  }
  const error = opened.first
    ? refuse('REGISTRO_DESCONOCIDO', 'The first record does not identify the file, as line 1 of SINLI does.')
    : refuse('LONGITUD_REGISTRO', 'The file is empty.')
  return answer({ source, opened, warnings, identified: unidentified, error })
}

type DecodeInput = { source: Source; opened: ParsedPreamble; warnings: Warnings; subjectIsWrong: boolean }

type DecodeOutcome = Omit<DecodeInput, 'subjectIsWrong'> & {
  identified: Identified
  error: Decoded['error']
  content?: Partial<Decoded>
}

const unidentified: Identified = { document: null, version: null, sender: null, receiver: null, versions: [] }

const refuse = (code: ErrorCode, message: string) => ({ code, message })

function decodeIdentified(work: DecodeInput): Decoded {
  const { source, opened, warnings } = work
  const identified = mergeIdentification(opened.identification, warnings)
  const layouts = findDocument(identified.document)
  const outcome = { source, opened, warnings, identified }
  if (layouts === undefined)
    return answer({
      ...outcome,
      error: refuse('TIPO_NO_SOPORTADO', `Documents of type ${identified.document ?? '(none)'} are not decoded.`),
    })
  const counted = survey(source.bytes, extentsOf(source.bytes), layouts.detail !== '')
  const choice = chooseVersion(layouts, identified, counted(layouts.detail).usual, warnings)
  if (choice === null)
    return answer({
      ...outcome,
      error: refuse(
        'VERSION_NO_SOPORTADA',
        `Version ${identified.version ?? '(none)'} of ${identified.document ?? ''} is not known.`,
      ),
    })
  const body = readBody(recordsIn(source), {
    ...choice,
    detail: layouts.detail,
    encoding: source.encoding,
    sender: identified.sender,
    survey: counted,
    identifying: opened.identifying,
    warnings,
  })
  return answer({ ...outcome, error: errorOf(body, work), content: contentOf(body, layouts, choice, work) })
}

function* recordsIn(source: Source) {
  for (const extent of extentsOf(source.bytes)) yield recordAt(source, extent)
}

function contentOf(
  body: ParsedRecords,
  { detail }: DocumentLayouts,
  { layout }: ChosenLayout,
  { opened, warnings }: DecodeInput,
): Partial<Decoded> {
  warnOfBody(body, opened, warnings)
  const totals = totalsOf(body, layout.records[detail], warnings)
  return { header: body.header ?? {}, lines: body.lines, totals, ...body.others }
}

function warnOfBody(
  { header, lines, counts }: ParsedRecords,
  { identification }: ParsedPreamble,
  warnings: Warnings,
): void {
  if (header === null) warnings.note('CABECERA_AUSENTE', null, 'There is no header.')
  if (lines.length === 0) warnings.note('SIN_LINEAS', null, 'There are no lines.')
  const stated = identification.line1?.recordCount
  const all = counts.identification + counts.below
  if (typeof stated !== 'number' || stated === 0 || [all, all - 1, all - 2, lines.length].includes(stated)) return
  warnings.note('RECUENTO_NO_CUADRA', 1, `Line 1 says ${stated} records, and there are ${all}.`)
}

function errorOf({ counts, lines }: ParsedRecords, { subjectIsWrong }: DecodeInput): Decoded['error'] {
  if (subjectIsWrong) return refuse('ASUNTO_INVALIDO', 'The subject is not one of SINLI.')
  if (counts.below > 0 && counts.unknown === counts.below)
    return refuse('REGISTRO_DESCONOCIDO', 'None of the records is one of this document.')
  if (lines.length === 0 && counts.rejectedLines > 0)
    return refuse('LONGITUD_REGISTRO', 'None of the lines could be read with the layout of this document.')
  return null
}

function answer({ source, opened, warnings, identified, error, content }: DecodeOutcome): Decoded {
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
    identification: opened.identification,
    ...content,
  }
}
