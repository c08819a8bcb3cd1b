import { characterOf, type Encoding } from '../encoding.ts'
import { type RecordLayout } from '../layouts/layout.ts'

/** The number of records of one type in a file, and their most frequent length in bytes. */
export type RecordLengths = { count: number; mostFrequent: number }

/** A record with its escapes handled; `shifted` if it has escapes and the positions of its fields are unknown. */
export type Unescaped = { text: string; outcome: 'as-is' | 'repaired' | 'shifted' }

const escape = /\\([89A-F][0-9A-F])/gi

/**
 * Replaces escapes. Some senders write an accented letter as `\D1`, three bytes for one, which shifts the rest of the
 * record two bytes to the right. The repaired record is accepted if it has the length of its type.
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
  if (lengths.count > 1 && text.length === lengths.mostFrequent) return { text, outcome: 'as-is' }
  return fits(repaired.length, layout, lengths) ? { text: repaired, outcome: 'repaired' } : { text, outcome: 'shifted' }
}

// Escapes in the last field cannot shift another one.
function isLastField(index: number, layout: RecordLayout): boolean {
  return layout.fields.every(([, , offset]) => offset <= index)
}

function fits(length: number, layout: RecordLayout, lengths: RecordLengths): boolean {
  if (length === layout.length) return true
  if (lengths.count > 1) return length === lengths.mostFrequent
  return layout.fields.some(([, , offset, width]) => length === offset + width)
}
