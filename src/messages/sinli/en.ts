import type { Values } from '../catalogue.ts'

type Party = 'sender' | 'receiver'

/** How many records a sentence is about; absent for one. */
type Repeated = Readonly<{ times?: number }>

type OfParty = Readonly<{ party: Party }>
type Declared = Readonly<{ values: readonly (string | null)[] }>
type Unreadable = Readonly<{ fields: readonly Values<'name' | 'text'>[] }>

/** A total that contradicts the lines as `stated`, or what is `due`; in cents, or a number of units. */
export type Mismatch = Readonly<{ field: string; computed: number } & ({ stated: number } | { due: number })>

/** Stands in a list of names for an attachment that has none. */
export const unnamedAttachment = 'one without a name'

/** Sentences about SINLI messages. */
export const sinliInEnglish = {
  ATTACHMENT_MISSING: () => 'The message has no text attachment.',
  ATTACHMENTS_SEVERAL: ({ count, names }: Values<'names'> & Readonly<{ count: number }>) =>
    `The message has ${count} text attachments where there should be one: ${names}.`,
  SUBJECT_MISSING: () => 'The message has no subject; line 1 of the file says who sent what to whom.',
  SUBJECT_FOREIGN: ({ subject }: Values<'subject'>) =>
    `The subject is not one of SINLI ("${subject}"); line 1 of the file says who sent what to whom.`,
  SUBJECT_INVALID: () => 'The subject is not one of SINLI.',
  IDENTIFICATION_MISSING: ({ missing }: Readonly<{ missing: readonly (Party | 'document')[] }>) =>
    `Neither the subject nor line 1 of the file names ${missing.map((part) => `the ${part}`).join(', ')}.`,
  PARTIES_DIFFER: ({ party, inSubject, inFile }: Values<'inSubject' | 'inFile'> & OfParty) =>
    `The subject names ${inSubject} as ${party}, line 1 of the file ${inFile}.`,
  PARTY_DECLARED_DIFFERENTLY: ({ party, values }: Declared & OfParty) =>
    `Line 1 and the subject name different parties as ${party}: ${orNone(values)}.`,
  DOCUMENTS_DIFFER: ({ values }: Declared) =>
    `Line 1, line 2 and the subject name different documents: ${orNone(values)}.`,
  VERSIONS_DIFFER: ({ values }: Declared) =>
    `Line 1, line 2 and the subject name different versions: ${orNone(values)}.`,
  PARTY_MISSING: ({ party }: OfParty) => `Line 1 does not name the ${party}.`,
  LINE_1_MISSING: () => 'Line 1, which identifies the file, is missing.',
  LINE_2_MISSING: () => 'Line 2, the second identification, is missing.',
  FILE_EMPTY: () => 'The file is empty.',
  FILE_WITHOUT_CONTENT: () => 'The file is empty: it has neither a header nor lines.',
  FILE_NOT_IDENTIFIED: () => 'The first record does not identify the file, as line 1 of SINLI does.',
  TYPE_NOT_DECODED: ({ document }: Readonly<{ document: string | null }>) =>
    `Documents of type ${orNone([document])} are not decoded.`,
  VERSION_UNKNOWN: ({ version, document }: Readonly<{ version: string | null; document: string }>) =>
    `Version ${orNone([version])} of ${document} is not known.`,
  VERSION_BY_LENGTH: ({ bytes, version }: Values<'version'> & Readonly<{ bytes: number }>) =>
    `The lines are of ${bytes} bytes, as in version ${version}; read as such.`,
  VERSION_PARTIAL: () => 'Of this version only the fields that all versions share are known.',
  RECORDS_FOREIGN: () => 'None of the records is one of this document.',
  RECORDS_TOO_MANY: () => 'The records from here on were not read: there are too many.',
  LINES_UNREADABLE: () => 'None of the lines could be read with the layout of this document.',
  RECORD_UNKNOWN: ({ text }: Values<'text'>) => `No record of this document begins like this one: "${text}".`,
  RECORD_COUNT_DIFFERS: ({ stated, counted }: Readonly<{ stated: number; counted: number }>) =>
    `Line 1 says ${stated} records, and there are ${counted}.`,
  RECORD_SHORT: ({ record, times }: Values<'record'> & Repeated) =>
    `Shorter than its version: what is required at the end of ${record} is missing.${inSeveral(times)}`,
  RECORD_LONG: ({ record, bytes, times }: Values<'record'> & Repeated & Readonly<{ bytes: number }>) =>
    `Longer than its layout: ${record}, of ${bytes} bytes. The rest is not read.${inSeveral(times)}`,
  RECORD_SHIFTED: ({
    record,
    missing,
    times,
  }: Values<'record'> & Repeated & Readonly<{ missing: readonly string[] }>) =>
    `Missing in this record of ${record}, so that what follows stands earlier and was read there: ${missing.join(', ')}.${inSeveral(times)}`,
  RECORD_LEFT_OUT: ({ record, fields }: Values<'record'> & Unreadable) =>
    `This record of ${record} is left out, because it has what cannot be read: ${quoted(fields)}.`,
  FIELD_UNREADABLE: ({ fields }: Unreadable) => `Not readable, and left out: ${quoted(fields)}.`,
  FIELD_BLANK: ({ field, record, times }: Values<'field' | 'record'> & Repeated) =>
    `Required, but blank: ${field} of ${record}.${inSeveral(times)}`,
  DECIMAL_SEPARATOR: ({ field, record, times }: Values<'field' | 'record'> & Repeated) =>
    `Written with the separator that is implied: ${field} of ${record}.${inSeveral(times)}`,
  ESCAPES_READ: () => 'Escaped letters were read as the letters they stand for.',
  ESCAPES_SHIFT: () => 'Escaped letters shift this record, and without them it does not have its length.',
  IDENTIFICATION_REPEATED: ({ times }: Repeated) => `An identification stands here again.${inSeveral(times)}`,
  HEADER_REPEATED: ({ times }: Repeated) => `The header stands here again.${inSeveral(times)}`,
  HEADER_FURTHER: ({ times }: Repeated) => `Another header: this file holds several documents.${inSeveral(times)}`,
  HEADER_MISSING: () => 'There is no header.',
  LINES_MISSING: () => 'There are no lines.',
  FILE_IS_UTF8: () => 'This file is UTF-8; it was read as Windows-1252.',
  FILE_IS_UTF16: () => 'This file is UTF-16; it was read as Windows-1252.',
  TOTALS_DIFFER: ({ mismatches }: Readonly<{ mismatches: readonly Mismatch[] }>) =>
    `The totals do not add up: ${mismatches.map(mismatchText).join('; ')}.`,
  ARTICLE_WITHOUT_CODE: () => 'This article has no ISBN, no EAN and no reference.',
  ARTICLE_UNKNOWN: ({ line, title }: Values<'title'> & Readonly<{ line: number }>) =>
    `Line ${line} has neither ISBN nor EAN nor a reference, and no LIBROS of its parties has just one article called "${title}".`,
  ISBN_WRONG: () => 'The check digit of this ISBN is wrong.',
  EAN_WRONG: () => 'The check digit of this EAN is wrong.',
  MORE_WARNINGS: ({ count }: Readonly<{ count: number }>) => `${count} more of these are not listed.`,
  SENDER_UNKNOWN: ({ sender }: Values<'sender'>) =>
    `The sender ${sender} is neither a library nor a supplier that we know.`,
  RECEIVER_UNKNOWN: ({ receiver }: Values<'receiver'>) =>
    `The receiver ${receiver} is neither a library nor a supplier that we know.`,
  SAME_BYTES: ({ message }: Values<'message'>) =>
    `The same bytes arrived before, in the message ${message}. Nothing is done twice.`,
  NEWER_KNOWN: ({ document, message }: Values<'document' | 'message'>) =>
    `A newer ${document} of the same parties is known already, from the message ${message}.`,
  DOCUMENT_KNOWN: ({ document, sender, receiver }: Values<'document' | 'sender' | 'receiver'>) =>
    `This ${document} from ${sender} to ${receiver} arrived before with other content. A replay with force lets this one replace it.`,
  INTERNAL_ERROR: () => 'It could not be processed because of a mistake in Vigía; the log tells more.',
  INTERNAL_ERROR_EXPECTED: () => 'It would fail because of a mistake in Vigía.',
  REPLAY_NOT_REACHED: () => 'The replay was interrupted before it came to this message.',
  STILL_WAITING: () => 'It still waits to be processed for the first time.',
  ALREADY_PROCESSED: () => 'It was processed already; with force it is decoded anew.',
  PROCESSED_MEANWHILE: () => 'Somebody else processed it meanwhile.',
  // What an earlier release stored, and its conversion did not recognise.
  TEXT: ({ text }: Values<'text'>) => text,
}

const inSeveral = (times: number | undefined) =>
  times === undefined ? '' : ` So in ${times} records, this being the first.`

const orNone = (values: readonly (string | null)[]) => values.map((value) => value ?? '(none)').join(', ')

const quoted = (fields: Unreadable['fields']) => fields.map(({ name, text }) => `${name} "${text}"`).join(', ')

const mismatchText = ({ field, computed, ...other }: Mismatch) =>
  'due' in other
    ? `${field} is ${computed} and what is due comes to ${other.due}`
    : `${field} is stated as ${other.stated} and comes to ${computed}`
