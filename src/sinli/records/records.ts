import { type Encoding, toText } from '../encoding.ts'
import { type Source } from '../source.ts'

/** One record of a file: its line, counted from 1, and its text as sent, padding included, one character per byte. */
export type SourceRecord = { line: number; text: string }

/** The position of a record: its line, counted from 1, and its bytes without the line end and trailing fillers. */
export type RecordRange = { line: number; start: number; end: number }

/** Maximum number of bytes read per record; the longest layout has 3,000. */
const maxRecordBytes = 8192

const paddedLength = 1255

/**
 * Yields the records of a file in order, for line ends of CR LF, LF or CR, mixed or not. Skips blank records, such as
 * the padding after the last one. A file without any line end is cut into records of 1,255 bytes.
 */
export function* recordRanges(bytes: Uint8Array): Generator<RecordRange> {
  const cut = hasLineEnds(bytes) ? endOfLine : endOfBlock
  let line = 1
  for (let start = 0; start < bytes.length; line++) {
    const end = cut(bytes, start)
    const last = withoutFiller(bytes, start, end)
    if (!isBlank(bytes, start, last)) yield { line, start, end: last }
    start = afterLineEnd(bytes, end)
  }
}

/** Decodes the record in this range. */
export function recordAt({ bytes, encoding }: Source, { line, start, end }: RecordRange): SourceRecord {
  return { line, text: textBetween(bytes, start, end, encoding) }
}

function textBetween(bytes: Uint8Array, start: number, end: number, encoding: Encoding): string {
  return toText(bytes, start, Math.min(end, start + maxRecordBytes), encoding)
}

const lineFeed = 0x0a
const carriageReturn = 0x0d

const hasLineEnds = (bytes: Uint8Array) => bytes.includes(lineFeed) || bytes.includes(carriageReturn)

function endOfLine(bytes: Uint8Array, start: number): number {
  let end = start
  while (end < bytes.length && bytes[end] !== lineFeed && bytes[end] !== carriageReturn) end++
  return end
}

const endOfBlock = (bytes: Uint8Array, start: number) => Math.min(start + paddedLength, bytes.length)

function afterLineEnd(bytes: Uint8Array, end: number): number {
  if (bytes[end] === carriageReturn && bytes[end + 1] === lineFeed) return end + 2
  return bytes[end] === carriageReturn || bytes[end] === lineFeed ? end + 1 : end
}

// NUL and SUB (0x1A) pad and terminate files; they do not belong to the record.
function withoutFiller(bytes: Uint8Array, start: number, end: number): number {
  let last = end
  while (last > start && (bytes[last - 1] === 0 || bytes[last - 1] === 0x1a)) last--
  return last
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let index = start; index < end; index++) if ((bytes[index] ?? 0) > 0x20) return false
  return true
}
