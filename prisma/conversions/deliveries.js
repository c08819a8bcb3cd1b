// Gives the sentences about deliveries that 0.1.0 stored, or stores beside this release, their code and values. It
// imports nothing and is never changed.

const unvaried = (code, text) => ({
  pattern: new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')}$`, 'u'),
  sentenceOf: () => ({ code, parameters: {} }),
})

const withText = (code, pattern) => ({ pattern, sentenceOf: (values) => ({ code, parameters: { ...values } }) })

const withNumber = (code, pattern) => ({
  pattern,
  sentenceOf: (values) => ({
    code,
    parameters: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)])),
  }),
})

/** How to read a sentence from its text: the first pattern that matches, with the values in it by name. */
export const expressions = [
  unvaried('HOST_UNKNOWN', 'The name of the host does not exist.'),
  unvaried('HOST_NOT_RESOLVED', 'The name of the host cannot be resolved at present.'),
  unvaried('HOST_REFUSES', 'The host refuses connections.'),
  unvaried('HOST_CLOSED', 'The host closed the connection without an answer.'),
  unvaried('HOST_UNREACHABLE', 'The host cannot be reached.'),
  withNumber('HOST_SILENT', /^No answer within (?<seconds>\d+(?:\.\d+)?) s\.$/u),
  withText('HOST_PRIVATE', /^(?<host>\S+) has a private address, which OUTBOUND_ALLOW does not name\.$/u),
  unvaried('HTTPS_ONLY', 'Only https is allowed, or http to addresses that OUTBOUND_ALLOW names.'),
  withText('CERTIFICATE_REFUSED', /^The certificate or TLS of the host is not accepted: (?<error>.*)\.$/su),
  withText('SENDING_FAILED', /^The request failed: (?<error>.*)\.$/su),
  withNumber('ANSWER_REDIRECTS', /^The answer is a redirect \((?<status>\d+)\), which is not followed\.$/u),
  withNumber('ANSWER_REFUSES', /^The answer is (?<status>\d+)\.$/u),
  withNumber(
    'MAIL_NOT_ANSWERED',
    /^The mail server did not take the message: no answer within (?<seconds>\d+(?:\.\d+)?) s\.$/u,
  ),
  withText('MAIL_NOT_TAKEN', /^The mail server did not take the message: (?<error>.*)\.$/su),
  withText('RECIPIENTS_REFUSED', /^The mail server refused: (?<addresses>.*)\.$/su),
  unvaried('SMTP_NOT_SET', 'Set SMTP_URL and SMTP_FROM and restart: without them no e-mail can be sent.'),
  unvaried('ONLY_INCIDENTS_TAKEN', 'This type of destination takes messages about incidents only.'),
  unvaried('DESTINATION_GONE', 'The destination answered 410 Gone: it takes no messages any more.'),
  unvaried(
    'SECRETS_KEY_NOT_SET',
    'Set SECRETS_KEY and restart: without it the URL of a destination cannot be stored safely.',
  ),
  unvaried(
    'SECRET_OF_OTHER_KEY',
    'The secret of the destination cannot be decrypted: it was stored with another SECRETS_KEY. Set that key, or enter the target again.',
  ),
]

/** The sentence of a text; the text itself where none is rendered as it is, to the letter. */
function sentenceOf(text, render) {
  for (const { pattern, sentenceOf: read } of expressions) {
    const match = pattern.exec(text)
    const sentence = match && read(match.groups ?? {})
    if (sentence && render(sentence) === text) return sentence
  }
  return { code: 'TEXT', parameters: { text } }
}

/** Columns of texts with those of their sentences; `cast` is the type of the key. */
const tables = [
  { name: 'DeliveryAttempt', cast: 'int', text: 'error', sentence: 'sentence', most: 500 },
  { name: 'Destination', cast: 'text', text: 'disabledBecause', sentence: 'disabledSentence', most: 500 },
]

/**
 * Converts some rows, and returns whether more may be left. `render` returns a sentence in English, `hash` the MD5 of a
 * text; `query` runs a statement with parameters.
 */
export async function convert({ query, render, hash }) {
  // Without statistics of the condition the planner would rather read the whole table than its small index.
  await query('SET LOCAL enable_seqscan = off')
  let more = false
  for (const table of tables) more = (await convertRows(query, table, { render, hash })) || more
  return more
}

async function convertRows(query, { name, cast, text, sentence, most }, { render, hash }) {
  const rows = await query(
    `SELECT "id", "${text}" AS "text" FROM "${name}"
    WHERE "${text}" IS NOT NULL AND ("${sentence}" ->> 'of') IS DISTINCT FROM md5("${text}")
    LIMIT ${most} FOR UPDATE SKIP LOCKED`,
  )
  if (rows.length === 0) return false
  const converted = rows.map((row) => ({
    id: row.id,
    sentence: { ...sentenceOf(row.text, render), of: hash(row.text) },
  }))
  await query(
    `UPDATE "${name}" old SET "${sentence}" = new."sentence"
    FROM jsonb_to_recordset($1::jsonb) AS new("id" ${cast}, "sentence" jsonb)
    WHERE old."id" = new."id"`,
    JSON.stringify(converted),
  )
  return rows.length === most
}
