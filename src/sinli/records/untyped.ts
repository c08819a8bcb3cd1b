import { type RecordLayout, type VersionLayout } from '../layouts/layout.ts'
import { type SourceRecord } from './records.ts'

/**
 * Chooses the layout of a record by its content, for documents whose lines have no type. Undefined if it is neither the
 * header nor a card, such as the rest of a summary that contains a line end.
 */
export function layoutByContent(
  record: SourceRecord,
  hasHeader: boolean,
  { records }: VersionLayout,
): RecordLayout | undefined {
  if (isHeader(record.text, hasHeader)) return records.C
  return isCard(record.text) ? records[''] : undefined
}

const maxHeaderLength = 60
const minCardLength = 102

function isHeader(text: string, hasHeader: boolean): boolean {
  if (!text.startsWith('C')) return false
  return text.trimEnd().length <= maxHeaderLength || (!hasHeader && !isCard(text))
}

// A card has a title, and begins with an EAN and an ISBN, or blanks instead; failing that, it has prices.
function isCard(text: string): boolean {
  const begins = isCodeOrBlank(text.slice(0, 18)) && isCodeOrBlank(text.slice(18, 35))
  return (begins || hasPrices(text)) && text.trimEnd().length >= minCardLength
}

const isCodeOrBlank = (text: string) => /^ *(?:[^ ]*|[\dX-]{8,} +\d+) *$/.test(text)

const hasPrices = (text: string) => /^[ \d-]*\d[ \d-]*$/.test(text.slice(589, 609))
