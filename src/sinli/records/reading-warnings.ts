import { type ArticleIdentity } from '../article.ts'
import { type Unescaped } from './escapes.ts'
import { type RecordLayout, type VersionLayout } from '../layouts/layout.ts'
import { type RecordReading } from './read-record.ts'
import { type ShiftedReading } from './shifted-record.ts'
import { type SourceRecord } from './records.ts'
import { type Warnings } from '../warnings.ts'

type Context = { warnings: Warnings; layout: VersionLayout; latest: boolean }

/** Warns of problems with the fields or the length of a record. */
export function warnOfReading(
  reading: RecordReading,
  record: SourceRecord,
  layout: RecordLayout,
  context: Context,
): void {
  const { warnings } = context
  warnOfUnreadable(reading, record, layout, warnings)
  for (const name of reading.blank)
    warnings.countOnce('CAMPO_VACIO', record.line, `Required, but blank: ${name} of ${layout.kind}.`)
  for (const name of reading.separated)
    warnings.countOnce(
      'SEPARADOR_DECIMAL',
      record.line,
      `Written with the separator that is implied: ${name} of ${layout.kind}.`,
    )
  warnOfLength(reading, record, layout, context)
}

/** Warns of escapes in a record. */
export function warnOfEscapes(outcome: Unescaped['outcome'], line: number, warnings: Warnings): void {
  if (outcome === 'repaired')
    warnings.add('TEXTO_REPARADO', line, 'Escaped letters were read as the letters they stand for.')
  if (outcome === 'shifted')
    warnings.add(
      'TEXTO_ESCAPADO',
      line,
      'Escaped letters shift this record, and without them it does not have its length.',
    )
}

/** Warns of a record from which fields are missing. */
export function warnOfShift({ missing, layout }: ShiftedReading, line: number, warnings: Warnings): void {
  warnings.countOnce(
    'REGISTRO_DESPLAZADO',
    line,
    `Missing in this record of ${layout.kind}, so that what follows stands earlier and was read there: ${missing.join(', ')}.`,
  )
}

/** Warns of problems with the codes of an article. */
export function warnOfIdentity({ article, invalid }: ArticleIdentity, line: number, warnings: Warnings): void {
  if (article === null)
    warnings.add('ARTICULO_NO_IDENTIFICADO', line, 'This article has no ISBN, no EAN and no reference.')
  if (invalid.includes('isbn')) warnings.add('ISBN_INVALIDO', line, 'The check digit of this ISBN is wrong.')
  if (invalid.includes('ean')) warnings.add('EAN_INVALIDO', line, 'The check digit of this EAN is wrong.')
}

function warnOfUnreadable(
  { unreadable, doubtful }: RecordReading,
  record: SourceRecord,
  layout: RecordLayout,
  warnings: Warnings,
) {
  const nulled = layout.kind === 'header' ? [...unreadable, ...doubtful] : doubtful
  for (const name of nulled)
    warnings.add('CAMPO_ILEGIBLE', record.line, `Not readable, and left out: ${nameAndText(name, record, layout)}.`)
  if (unreadable.length === 0 || layout.kind === 'header') return
  const fields = unreadable.map((name) => nameAndText(name, record, layout)).join(', ')
  warnings.add(
    'LINEA_ILEGIBLE',
    record.line,
    `This record of ${layout.kind} is left out, because it has what cannot be read: ${fields}.`,
  )
}

function nameAndText(name: string, { text }: SourceRecord, { fields }: RecordLayout): string {
  const [, , offset, length] = fields.find(([other]) => other === name) ?? ['', '', 0, 0]
  return `${name} "${text.slice(offset, offset + length).trim()}"`
}

function warnOfLength(
  { absent }: RecordReading,
  { line, text }: SourceRecord,
  layout: RecordLayout,
  context: Context,
): void {
  const { warnings, latest } = context
  if (absent.length > 0 && latest)
    warnings.countOnce(
      'REGISTRO_CORTO',
      line,
      `Shorter than its version: what is required at the end of ${layout.kind} is missing.`,
    )
  if (!context.layout.partial && text.trimEnd().length > layout.length)
    warnings.countOnce(
      'REGISTRO_LARGO',
      line,
      `Longer than its layout: ${layout.kind}, of ${layout.length} bytes. The rest is not read.`,
    )
}
