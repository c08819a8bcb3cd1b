import { type RecordLengths } from './escapes.ts'
import { type RecordRange } from './records.ts'

/** Returns the record lengths of a file by record type; '' stands for lines without a type. */
export type RecordLengthStats = (type: string) => RecordLengths

/**
 * Counts the lengths of the records of a file, padding included. Of equally frequent lengths of a type the shortest
 * counts as the most frequent. Without types, all records count as type '' unless they begin like an identification or
 * a header.
 */
export function countRecordLengths(
  bytes: Uint8Array,
  ranges: Iterable<RecordRange>,
  typed: boolean,
): RecordLengthStats {
  const byType = new Map<string, Map<number, number>>()
  for (const { start, end } of ranges) {
    const first = String.fromCharCode(bytes[start] ?? 0)
    const type = typed || first === 'I' || first === 'C' ? first : ''
    const lengths = byType.get(type) ?? new Map<number, number>()
    byType.set(type, lengths.set(end - start, (lengths.get(end - start) ?? 0) + 1))
  }
  const summaries = new Map(Array.from(byType, ([type, lengths]) => [type, summarise(lengths)]))
  return (type) => summaries.get(type) ?? { count: 0, mostFrequent: 0 }
}

function summarise(lengths: ReadonlyMap<number, number>): RecordLengths {
  const byFrequency = [...lengths].sort(([a, timesA], [b, timesB]) => timesB - timesA || a - b)
  return { count: byFrequency.reduce((sum, [, times]) => sum + times, 0), mostFrequent: byFrequency[0]?.[0] ?? 0 }
}
