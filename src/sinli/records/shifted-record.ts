import { type RecordLayout, type ShiftedLayout } from '../layouts/layout.ts'
import { readRecord, type RecordReading } from './read-record.ts'

/** A record read with some fields missing, and the layout it was read with. */
export type ShiftedReading = { reading: RecordReading; layout: RecordLayout; missing: readonly string[] }

/**
 * Reads a record with missing fields, so that later fields have smaller offsets. Succeeds if nothing but the missing
 * fields was unreadable, and exactly one known shift makes the record readable; otherwise null.
 */
export function readShifted({ unreadable }: RecordReading, layout: RecordLayout, text: string): ShiftedReading | null {
  if (unreadable.length === 0) return null
  const readings = (layout.shifts ?? [])
    .filter(({ missing }) => unreadable.every((name) => missing.includes(name)))
    .flatMap((shift) => readWhole(shift, text) ?? [])
  const [only] = readings
  return readings.length === 1 && only ? only : null
}

/**
 * The record read with a shifted layout; null unless it fits, every field is readable, and its URL begins at its
 * offset.
 */
function readWhole({ missing, record }: ShiftedLayout, text: string): ShiftedReading | null {
  const reading = readRecord(record, text)
  const fits = text.trimEnd().length <= record.length
  if (!fits || !beginsUrl(record, text) || reading.unreadable.length > 0) return null
  for (const name of missing) reading.fields[name] = null
  return { reading, layout: record, missing }
}

function beginsUrl({ fields }: RecordLayout, text: string): boolean {
  const offset = fields.find(([name]) => name === 'url')?.[2]
  return offset !== undefined && /^(?:https?:\/\/|ftp:\/\/|www\.)/i.test(text.slice(offset))
}
