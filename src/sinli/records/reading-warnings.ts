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
    warnings.countOnce('CAMPO_VACIO', record.line, {
      code: 'FIELD_BLANK',
      parameters: { field: name, record: layout.kind },
    })
  for (const name of reading.separated)
    warnings.countOnce('SEPARADOR_DECIMAL', record.line, {
      code: 'DECIMAL_SEPARATOR',
      parameters: { field: name, record: layout.kind },
    })
  warnOfLength(reading, record, layout, context)
}

/** Warns of escapes in a record. */
export function warnOfEscapes(outcome: Unescaped['outcome'], line: number, warnings: Warnings): void {
  if (outcome === 'repaired') warnings.add('TEXTO_REPARADO', line, { code: 'ESCAPES_READ', parameters: {} })
  if (outcome === 'shifted') warnings.add('TEXTO_ESCAPADO', line, { code: 'ESCAPES_SHIFT', parameters: {} })
}

/** Warns of a record from which fields are missing. */
export function warnOfShift({ missing, layout }: ShiftedReading, line: number, warnings: Warnings): void {
  warnings.countOnce('REGISTRO_DESPLAZADO', line, {
    code: 'RECORD_SHIFTED',
    parameters: { record: layout.kind, missing },
  })
}

/** Warns of problems with the codes of an article. */
export function warnOfIdentity({ article, invalid }: ArticleIdentity, line: number, warnings: Warnings): void {
  if (article === null) warnings.add('ARTICULO_NO_IDENTIFICADO', line, { code: 'ARTICLE_WITHOUT_CODE', parameters: {} })
  if (invalid.includes('isbn')) warnings.add('ISBN_INVALIDO', line, { code: 'ISBN_WRONG', parameters: {} })
  if (invalid.includes('ean')) warnings.add('EAN_INVALIDO', line, { code: 'EAN_WRONG', parameters: {} })
}

function warnOfUnreadable(
  { unreadable, doubtful }: RecordReading,
  record: SourceRecord,
  layout: RecordLayout,
  warnings: Warnings,
) {
  const nulled = layout.kind === 'header' ? [...unreadable, ...doubtful] : doubtful
  for (const name of nulled)
    warnings.add('CAMPO_ILEGIBLE', record.line, {
      code: 'FIELD_UNREADABLE',
      parameters: { fields: [nameAndText(name, record, layout)] },
    })
  if (unreadable.length === 0 || layout.kind === 'header') return
  const fields = unreadable.map((name) => nameAndText(name, record, layout))
  warnings.add('LINEA_ILEGIBLE', record.line, { code: 'RECORD_LEFT_OUT', parameters: { record: layout.kind, fields } })
}

function nameAndText(name: string, { text }: SourceRecord, { fields }: RecordLayout) {
  const [, , offset, length] = fields.find(([other]) => other === name) ?? ['', '', 0, 0]
  return { name, text: text.slice(offset, offset + length).trim() }
}

function warnOfLength(
  { absent }: RecordReading,
  { line, text }: SourceRecord,
  layout: RecordLayout,
  context: Context,
): void {
  const { warnings, latest } = context
  if (absent.length > 0 && latest)
    warnings.countOnce('REGISTRO_CORTO', line, { code: 'RECORD_SHORT', parameters: { record: layout.kind } })
  if (!context.layout.partial && text.trimEnd().length > layout.length)
    warnings.countOnce('REGISTRO_LARGO', line, {
      code: 'RECORD_LONG',
      parameters: { record: layout.kind, bytes: layout.length },
    })
}
