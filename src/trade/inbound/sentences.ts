/** A sentence about a message for programs: which one it is, and the values in it. */
export type Sentence = { code: string; parameters: Record<string, unknown> }

// The English texts as stored with attempts, warnings and results of replays. A name in braces is a value.
const templates = {
  ATTACHMENT_MISSING: 'The message has no text attachment.',
  ATTACHMENTS_SEVERAL: 'The message has {count} text attachments where there should be one: {names}.',
  SUBJECT_MISSING: 'The message has no subject; line 1 of the file says who sent what to whom.',
  SUBJECT_FOREIGN: 'The subject is not one of SINLI ("{subject}"); line 1 of the file says who sent what to whom.',
  SUBJECT_INVALID: 'The subject is not one of SINLI.',
  IDENTIFICATION_MISSING: 'Neither the subject nor line 1 of the file names {missing}.',
  PARTIES_DIFFER: 'The subject names {inSubject} as {party}, line 1 of the file {inFile}.',
  PARTY_DECLARED_DIFFERENTLY: 'Line 1 and the subject name different parties as {party}: {values}.',
  DOCUMENTS_DIFFER: 'Line 1, line 2 and the subject name different documents: {values}.',
  VERSIONS_DIFFER: 'Line 1, line 2 and the subject name different versions: {values}.',
  PARTY_MISSING: 'Line 1 does not name the {party}.',
  LINE_1_MISSING: 'Line 1, which identifies the file, is missing.',
  LINE_2_MISSING: 'Line 2, the second identification, is missing.',
  FILE_EMPTY: 'The file is empty.',
  FILE_WITHOUT_CONTENT: 'The file is empty: it has neither a header nor lines.',
  FILE_NOT_IDENTIFIED: 'The first record does not identify the file, as line 1 of SINLI does.',
  TYPE_NOT_DECODED: 'Documents of type {document} are not decoded.',
  VERSION_UNKNOWN: 'Version {version} of {document} is not known.',
  VERSION_BY_LENGTH: 'The lines are of {bytes} bytes, as in version {version}; read as such.',
  VERSION_PARTIAL: 'Of this version only the fields that all versions share are known.',
  RECORDS_FOREIGN: 'None of the records is one of this document.',
  RECORDS_TOO_MANY: 'The records from here on were not read: there are too many.',
  LINES_UNREADABLE: 'None of the lines could be read with the layout of this document.',
  RECORD_UNKNOWN: 'No record of this document begins like this one: "{text}".',
  RECORD_COUNT_DIFFERS: 'Line 1 says {stated} records, and there are {counted}.',
  RECORD_SHORT: 'Shorter than its version: what is required at the end of {record} is missing.',
  RECORD_LONG: 'Longer than its layout: {record}, of {bytes} bytes. The rest is not read.',
  RECORD_SHIFTED:
    'Missing in this record of {record}, so that what follows stands earlier and was read there: {missing}.',
  RECORD_LEFT_OUT: 'This record of {record} is left out, because it has what cannot be read: {fields}.',
  FIELD_UNREADABLE: 'Not readable, and left out: {fields}.',
  FIELD_BLANK: 'Required, but blank: {field} of {record}.',
  DECIMAL_SEPARATOR: 'Written with the separator that is implied: {field} of {record}.',
  ESCAPES_READ: 'Escaped letters were read as the letters they stand for.',
  ESCAPES_SHIFT: 'Escaped letters shift this record, and without them it does not have its length.',
  IDENTIFICATION_REPEATED: 'An identification stands here again.',
  HEADER_REPEATED: 'The header stands here again.',
  HEADER_FURTHER: 'Another header: this file holds several documents.',
  HEADER_MISSING: 'There is no header.',
  LINES_MISSING: 'There are no lines.',
  FILE_IS_UTF8: 'This file is UTF-8; it was read as Windows-1252.',
  FILE_IS_UTF16: 'This file is UTF-16; it was read as Windows-1252.',
  TOTALS_DIFFER: 'The totals do not add up: {mismatches}.',
  ARTICLE_WITHOUT_CODE: 'This article has no ISBN, no EAN and no reference.',
  ARTICLE_UNKNOWN:
    'Line {line} has neither ISBN nor EAN nor a reference, and no LIBROS of its parties has just one article called "{title}".',
  ISBN_WRONG: 'The check digit of this ISBN is wrong.',
  EAN_WRONG: 'The check digit of this EAN is wrong.',
  MORE_WARNINGS: '{count} more of these are not listed.',
  SENDER_UNKNOWN: 'The sender {sender} is neither a library nor a supplier that we know.',
  RECEIVER_UNKNOWN: 'The receiver {receiver} is neither a library nor a supplier that we know.',
  SAME_BYTES: 'The same bytes arrived before, in the message {message}. Nothing is done twice.',
  NEWER_KNOWN: 'A newer {document} of the same parties is known already, from the message {message}.',
  DOCUMENT_KNOWN:
    'This {document} from {sender} to {receiver} arrived before with other content. A replay with force lets this one replace it.',
  INTERNAL_ERROR: 'It could not be processed because of a mistake in Vigía; the log tells more.',
  INTERNAL_ERROR_EXPECTED: 'It would fail because of a mistake in Vigía.',
  REPLAY_NOT_REACHED: 'The replay was interrupted before it came to this message.',
  STILL_WAITING: 'It still waits to be processed for the first time.',
  ALREADY_PROCESSED: 'It was processed already; with force it is decoded anew.',
  PROCESSED_MEANWHILE: 'Somebody else processed it meanwhile.',
} as const

/** The code of a sentence. */
export type SentenceCode = keyof typeof templates

/** The codes of all sentences. */
export const sentenceCodes = Object.keys(templates) as SentenceCode[]

/**
 * Recognises a stored sentence; null for one that is not known, e.g. of an older release. Reading the text instead of
 * storing its parts serves messages of all releases alike.
 */
export function parseSentence(text: string | null): Sentence | null {
  if (text === null) return null
  const repeated = /^(?<sentence>.*) So in (?<times>\d+) records, this being the first\.$/su.exec(text)?.groups
  const sentence = repeated?.sentence ?? text
  for (const { code, pattern } of patterns) {
    const values = pattern.exec(sentence)
    if (values) return { code, parameters: { ...toParameters(values.groups ?? {}), ...timesOf(repeated) } }
  }
  return null
}

const timesOf = (repeated: Record<string, string> | undefined) => repeated && { times: Number(repeated.times) }

const patterns = Object.entries(templates).map(([code, template]) => ({ code, pattern: toPattern(template) }))

function toPattern(template: string): RegExp {
  const source = template.replace(/[\\^$.*+?()[\]|]/gu, String.raw`\$&`).replace(/\{(\w+)\}/gu, '(?<$1>.*)')
  return new RegExp(`^${source}$`, 'su')
}

const numbers = new Set(['bytes', 'count', 'counted', 'line', 'stated'])

const lists: Partial<Record<string, (text: string) => unknown[]>> = {
  fields: (text) =>
    [...text.matchAll(/(\w+) "(.*?)"(?=, \w+ "|$)/gsu)].map(([, name, value]) => ({ name, text: value })),
  mismatches: (text) => text.split('; ').flatMap(toMismatch),
  missing: (text) => text.split(', ').map((part) => part.replace(/^the /u, '')),
  values: (text) => text.split(', ').map((part) => (part === '(none)' ? null : part)),
}

const toParameters = (groups: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(groups).map(([name, text]) => [
      name,
      numbers.has(name) ? Number(text) : (lists[name]?.(text) ?? (text === '(none)' ? null : text)),
    ]),
  )

// Amounts are in cents. `due` is set where the total contradicts the due dates, `stated` where it contradicts the lines.
function toMismatch(text: string) {
  const match =
    /^(?<field>\w+) (?:is stated as (?<stated>-?\d+) and comes to (?<computed>-?\d+)|is (?<total>-?\d+) and what is due comes to (?<due>-?\d+))$/u.exec(
      text,
    )
  if (!match) return []
  const { field, stated, computed, total, due } = match.groups ?? {}
  return due === undefined
    ? { field, stated: Number(stated), computed: Number(computed) }
    : { field, computed: Number(total), due: Number(due) }
}
