import { type Identification } from '../types.ts'
import { identificationKind, readIdentification } from './identification.ts'
import { recordRanges, recordAt, type SourceRecord } from '../records/records.ts'
import { type Source } from '../source.ts'
import { parseSubject } from './subject.ts'

/** A file whose first records have been read. */
export type ParsedPreamble = {
  identification: Identification
  /** The first record that is neither line 1 nor line 2; null if there is none. */
  first: SourceRecord | null
  /** The texts of line 1 and line 2, to detect repetitions. */
  identificationTexts: ReadonlySet<string>
}

/**
 * Reads the identifying records at the beginning of a file; line 2 or both may be missing or repeated. When salvaging,
 * line 2 is also read after a first record that is not line 1.
 */
export function readPreamble(
  source: Source,
  { subject, salvage }: { subject: string | undefined; salvage: boolean | undefined },
): ParsedPreamble {
  const leading: Record<'line1' | 'line2', SourceRecord | null> = { line1: null, line2: null }
  const first = readLeading(source, leading, salvage ? 1 : 0)
  const { line1, line2 } = leading
  return {
    identification: {
      line1: line1 && readIdentification('line1', line1),
      line2: line2 && readIdentification('line2', line2),
      subject: subject === undefined ? null : parseSubject(subject),
    },
    first,
    identificationTexts: new Set([line1, line2].flatMap((record) => (record ? [record.text.trimEnd()] : []))),
  }
}

function readLeading(
  source: Source,
  leading: Record<'line1' | 'line2', SourceRecord | null>,
  passed: number,
): SourceRecord | null {
  const others: SourceRecord[] = []
  for (const range of recordRanges(source.bytes)) {
    const record = recordAt(source, range)
    const kind = identificationKind(record)
    if (kind === null) others.push(record)
    else leading[kind] ??= record
    if (others.length > passed) break
  }
  return others[0] ?? null
}
