import { type RecordLayout, type VersionLayout } from './layouts/layout.ts'
import { type SourceRecord } from './records.ts'

/**
 * The layout of a record of a document whose lines have no type, told by what it looks like; undefined where it is
 * neither the header nor a card, such as the rest of a summary with a line end in it.
 */
export function layoutByContent(
  record: SourceRecord,
  hasHeader: boolean,
  { records }: VersionLayout,
): RecordLayout | undefined {
  if (isHeader(record.text, hasHeader)) return records.C
  return isCard(record.text) ? records[''] : undefined
}

const longestHeader = 60
const shortestCard = 102

function isHeader(text: string, hasHeader: boolean): boolean {
  if (!text.startsWith('C')) return false
  return text.trimEnd().length <= longestHeader || (!hasHeader && !isCard(text))
}

// A card begins with an EAN and an ISBN, or with blanks where there is none, or at least it has prices; and it has a title.
function isCard(text: string): boolean {
  const begins = isCodeOrBlank(text.slice(0, 18)) && isCodeOrBlank(text.slice(18, 35))
  return (begins || hasPrices(text)) && text.trimEnd().length >= shortestCard
}

const isCodeOrBlank = (text: string) => /^ *(?:[^ ]*|[\dX-]{8,} +\d+) *$/.test(text)

const hasPrices = (text: string) => /^[ \d-]*\d[ \d-]*$/.test(text.slice(589, 609))
