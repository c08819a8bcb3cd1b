// Gives the sentences about SINLI messages that 0.1.0 stored, or stores beside this release, their code and values. It
// imports nothing and is never changed: src/database/conversions.ts passes what it needs.

/**
 * Converts some rows, and returns whether more may be left. `renderSinli` returns a sentence in English, `hash` the MD5 of a
 * text; `query` runs a statement with parameters.
 */
export async function convert({ query, renderSinli: render, hash }) {
  const known = new Map()
  const store = (text) => {
    if (!known.has(text)) known.set(text, { ...sentenceOf(text, render), of: hash(text) })
    return known.get(text)
  }
  // Without statistics of the condition the planner would rather read the whole table than its small index.
  await query('SET LOCAL enable_seqscan = off')
  let more = false
  for (const table of tables) more = (await convertRows(query, table, store)) || more
  return more
}

async function convertRows(query, { name, key, columns, condition, most, read }, store) {
  const rows = await query(
    `SELECT "id", ${columns.map((column) => `"${column}"`).join(', ')} FROM "${name}" WHERE ${condition}
    LIMIT ${most} FOR UPDATE SKIP LOCKED`,
  )
  if (rows.length === 0) return false
  const converted = rows.map((row) => ({ id: row.id, ...read(row, store) }))
  const written = Object.keys(converted[0]).slice(1)
  await query(
    `UPDATE "${name}" old SET ${written.map((column) => `"${column}" = new."${column}"`).join(', ')}
    FROM jsonb_to_recordset($1::jsonb) AS new("id" ${key}, ${written.map((column) => `"${column}" jsonb`).join(', ')})
    WHERE old."id" = new."id"`,
    JSON.stringify(converted),
  )
  return rows.length === most
}

// These conditions are those of indexes, word for word. An older instance rewrites texts, and writes new elements.
const textChanged = `"problem" IS NOT NULL AND ("sentence" ->> 'of') IS DISTINCT FROM md5("problem")`
const warningNew = `jsonb_path_exists("warnings", '$[*] ? (!exists(@.sentence))')`
const resultNew = `jsonb_path_exists("answer", '$.results[*] ? (@.message != null && !exists(@.sentence))')`

const ofProblem = ({ problem }, store) => (problem === null ? null : store(problem))

/** An element with the sentence of its message. */
const withSentence = (store) => (element) =>
  element.message === null || element.sentence ? element : { ...element, sentence: store(element.message) }

/** A message has one sentence; an attempt and a document have up to thousands, so that a batch takes few of them. */
const tables = [
  {
    ...{ name: 'InboundMessage', key: 'text', columns: ['problem'], condition: textChanged, most: 500 },
    read: (row, store) => ({ sentence: ofProblem(row, store) }),
  },
  {
    ...{ name: 'InboundAttempt', key: 'int', columns: ['problem', 'warnings'], most: 5 },
    condition: `((${textChanged}) OR ${warningNew})`,
    read: (row, store) => ({ sentence: ofProblem(row, store), warnings: row.warnings.map(withSentence(store)) }),
  },
  {
    ...{ name: 'SinliDocument', key: 'text', columns: ['warnings'], condition: warningNew, most: 5 },
    read: ({ warnings }, store) => ({ warnings: warnings.map(withSentence(store)) }),
  },
  {
    ...{ name: 'Replay', key: 'text', columns: ['answer'], condition: resultNew, most: 5 },
    read: ({ answer }, store) => ({ answer: { ...answer, results: answer.results.map(withSentence(store)) } }),
  },
]

/**
 * The sentence that a text is; the text itself if it can be read in no way or in several, or if the sentence would be
 * written otherwise.
 */
function sentenceOf(text, render) {
  const readings = patterns
    .filter(({ start }) => text.startsWith(start))
    .flatMap((pattern) => readingsBy(pattern, text))
  const [only] = readings
  return readings.length === 1 && render(only) === text ? only : { code: 'TEXT', parameters: { text } }
}

function readingsBy({ code, longest, shortest }, text) {
  const [groups, others] = [longest, shortest].map((pattern) => pattern.exec(text)?.groups)
  // A value that can end at two places.
  if (!longest.test(text) || JSON.stringify(groups) !== JSON.stringify(others)) return []
  const readings = Object.entries(groups ?? {}).map(([name, value]) => [name, valuesOf(code, name, value)])
  return readings.reduce(
    (some, [name, values]) =>
      some.flatMap(({ parameters }) =>
        values.map((value) => ({
          code,
          parameters: value === undefined ? parameters : { ...parameters, [name]: value },
        })),
      ),
    [{ code, parameters: {} }],
  )
}

/** What a text can mean as a value of a sentence: nothing, one value or several. */
function valuesOf(code, name, text) {
  if (text === undefined) return [undefined]
  if (name in numbers) return [Number(text)]
  if (name === 'fields') return fieldsIn(text, [])
  if (name === 'mismatches') return mismatchesIn(text)
  if (name === 'missing') return [text.split(', ').map((part) => part.replace(/^the /, ''))]
  if (name === 'values') return listsIn(text, ...declared[code]).map((values) => values.map(orNull))
  return [mayBeNone.has(code) ? orNull(text) : text]
}

const orNull = (text) => (text === '(none)' ? null : text)

const mayBeNone = new Set(['TYPE_NOT_DECODED', 'VERSION_UNKNOWN'])

/** How many values differ, and the longest of them: those of line 1, of line 2 if it has any, and of the subject. */
const declared = { PARTY_DECLARED_DIFFERENTLY: [2, 8], DOCUMENTS_DIFFER: [3, 6], VERSIONS_DIFFER: [3, 2] }

/** All ways to read this many values of at most this length, between commas. */
function listsIn(text, count, longest) {
  const isValue = (part) => part === '(none)' || (part !== '' && part.length <= longest)
  if (count === 1) return isValue(text) ? [[text]] : []
  return [...text.matchAll(/, /g)]
    .filter(({ index }) => isValue(text.slice(0, index)))
    .flatMap(({ index }) =>
      listsIn(text.slice(index + 2), count - 1, longest).map((others) => [text.slice(0, index), ...others]),
    )
}

/** All ways to read fields with their texts in quotes, which may hold quotes themselves. Each field is there once. */
function fieldsIn(text, before) {
  const [begin, name] = /^(\w+) "/.exec(text) ?? ['', '']
  const width = widths[name]
  if (width === undefined || before.includes(name)) return []
  const rest = text.slice(begin.length)
  const last = rest.endsWith('"') && rest.length <= width + 1 ? [[{ name, text: rest.slice(0, -1) }]] : []
  const further = [...rest.slice(0, width + 3).matchAll(/", /g)].flatMap(({ index }) =>
    fieldsIn(rest.slice(index + 3), [...before, name]).map((others) => [
      { name, text: rest.slice(0, index) },
      ...others,
    ]),
  )
  return [...last, ...further]
}

/** The fields that can be unreadable, with the most characters that each has in any document. */
const widths = {
  ...{ audience: 3, availabilityDate: 8, baseCents: 10, amountCents: 10, binding: 2, colourIllustrations: 5 },
  ...{ customerNumber: 10, date: 8, discountBasisPoints: 6, dueDate: 8, grossCents: 10, heightMm: 4 },
  ...{ latestDeliveryDate: 8, netCents: 10, pages: 4, priceCents: 10, priceWithVatCents: 10, productType: 2 },
  ...{ purchaseDate: 8, quantity: 6, readingLevel: 1, recordCount: 5, requestedDeliveryDate: 8, returnDate: 8 },
  ...{ returnDeadline: 8, saleDate: 8, shippingCents: 10, status: 1, surchargeBasisPoints: 5, surchargeCents: 10 },
  ...{ thicknessMm: 3, totalCents: 10, transmission: 8, units: 8, vatBasisPoints: 5, vatCents: 10, weightGrams: 6 },
  ...{ widthMm: 4 },
}

// Amounts are in cents. `due` is set where the total contradicts the due dates, `stated` where it contradicts the lines.
function mismatchesIn(text) {
  const found = text.split('; ').map((part) => {
    const [, field, stated, computed] = /^(\w+) is stated as (-?\d+) and comes to (-?\d+)$/.exec(part) ?? []
    if (field) return { field, stated: Number(stated), computed: Number(computed) }
    const [, owed, total, due] = /^(\w+) is (-?\d+) and what is due comes to (-?\d+)$/.exec(part) ?? []
    return owed ? { field: owed, computed: Number(total), due: Number(due) } : null
  })
  return found.includes(null) ? [] : [found]
}

// The texts of 0.1.0. A name in braces is a value.
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
}

/** Values that are numbers. */
const numbers = { bytes: '\\d+', count: '\\d+', counted: '\\d+', line: '\\d+', stated: '\\d+', times: '\\d+' }

/** What other values consist of that are not any text. */
const shapes = { ...numbers, party: 'sender|receiver', field: '\\w+', record: '\\w+', missing: '[\\w, ]+' }

/** Sentences about as many records as they say. */
const repeated = new Set([
  ...['RECORD_SHORT', 'RECORD_LONG', 'RECORD_SHIFTED', 'FIELD_BLANK', 'DECIMAL_SEPARATOR'],
  ...['IDENTIFICATION_REPEATED', 'HEADER_REPEATED', 'HEADER_FURTHER'],
])

const patterns = Object.entries(templates).map(([code, template]) => {
  const end = repeated.has(code) ? '(?: So in (?<times>\\d+) records, this being the first\\.)?' : ''
  const patternOf = (anything) =>
    new RegExp(
      `^${template
        .replace(/[\\^$.*+?()[\]|]/g, '\\$&')
        .replace(/\{(\w+)\}/g, (_, name) => `(?<${name}>${shapes[name] ?? anything})`)}${end}$`,
      's',
    )
  const [start] = template.split('{')
  return { code, start, longest: patternOf('.*'), shortest: patternOf('.*?') }
})
