import { characterOf, type Encoding } from './encoding.ts'
import { type RecordLayout } from './layouts/layout.ts'

/** How long the records of one type are in a file. */
export type RecordLengths = { count: number; usual: number }

/** A record after a look at its escaped text: `shifted` where it has some and we do not know where its fields lie. */
export type Unescaped = { text: string; outcome: 'as-is' | 'repaired' | 'shifted' }

const escape = /\\([89A-F][0-9A-F])/gi

/**
 * Some senders write an accented letter as `\D1`, three bytes for one, and all that follows stands two bytes too far
 * right. Written as one byte again the record is right if it then has the length that its type has.
 */
export function unescapeRecord(
  text: string,
  layout: RecordLayout,
  lengths: RecordLengths,
  encoding: Encoding,
): Unescaped {
  if (!text.includes('\\') || text.search(escape) < 0) return { text, outcome: 'as-is' }
  const repaired = text.replace(escape, (_, byte: string) => characterOf(Number.parseInt(byte, 16), encoding))
  if (isLastField(text.search(escape), layout)) return { text: repaired, outcome: 'repaired' }
  if (lengths.count > 1 && text.length === lengths.usual) return { text, outcome: 'as-is' }
  return fits(repaired.length, layout, lengths) ? { text: repaired, outcome: 'repaired' } : { text, outcome: 'shifted' }
}

// Nothing stands behind it that could have been shifted.
function isLastField(at: number, layout: RecordLayout): boolean {
  return layout.fields.every(([, , offset]) => offset <= at)
}

function fits(length: number, layout: RecordLayout, lengths: RecordLengths): boolean {
  if (length === layout.length) return true
  if (lengths.count > 1) return length === lengths.usual
  return layout.fields.some(([, , offset, width]) => length === offset + width)
}
