import { invalidField } from '../../lib/errors.ts'

/** Maximum length of a note, or of the reason of a resolution, in characters. */
export const maxNoteLength = 1_000

/**
 * Trims an optional note; null if it is absent or blank.
 * @throws DomainError INVALID_INPUT for a note that is too long.
 */
export function parseNote(note: string | null, field = 'note'): string | null {
  const text = note?.trim() ?? ''
  if (text.length <= maxNoteLength) return text || null
  throw invalidField(field, { code: 'NOTE_TOO_LONG', parameters: { max: maxNoteLength, count: text.length } })
}

/**
 * Trims a required note.
 * @throws DomainError INVALID_INPUT for a note that is blank or too long.
 */
export function requireNote(note: string): string {
  const text = parseNote(note)
  if (text === null) throw invalidField('note', { code: 'NOTE_EMPTY', parameters: {} })
  return text
}

/**
 * Trims the reason of a resolution.
 * @throws DomainError INVALID_INPUT for a reason that is blank or too long.
 */
export function requireReason(reason: string): string {
  const text = parseNote(reason, 'reason')
  if (text === null) throw invalidField('reason', { code: 'REASON_EMPTY', parameters: {} })
  return text
}
