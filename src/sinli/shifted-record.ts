import { type RecordLayout, type ShiftedLayout } from './layouts/layout.ts'
import { readRecord, type RecordReading } from './read-record.ts'

/** A record read with some of its fields missing, and the layout by which it was read. */
export type ShiftedReading = { reading: RecordReading; layout: RecordLayout; missing: readonly string[] }

/**
 * Reads a record from which fields are missing, so that those after them stand earlier. It applies if nothing but the
 * missing fields was unreadable, and the record reads whole under exactly one known shift; otherwise null.
 */
export function readShifted({ unreadable }: RecordReading, layout: RecordLayout, text: string): ShiftedReading | null {
  if (unreadable.length === 0) return null
  const readings = (layout.shifts ?? [])
    .filter(({ missing }) => unreadable.every((name) => missing.includes(name)))
    .flatMap((shift) => readWhole(shift, text) ?? [])
  const [only] = readings
  return readings.length === 1 && only ? only : null
}

/** The record by a shifted layout; null unless every field is readable, its URL begins where it should, and it fits. */
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
