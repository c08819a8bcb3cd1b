import { writeFileSync } from 'node:fs'
import { templateOf, templates } from './templates.mjs'

/** Writes the list of all stored sentences. Throws for a text that follows no template. */
export async function writeSentences(db) {
  const found = (await Promise.all(places.map((place) => place(db)))).flat()
  const lines = found.map((sentence) => JSON.stringify(sentence))
  writeFileSync(new URL('../sentences.json', import.meta.url), `[\n${lines.join(',\n')}\n]\n`)
  reportCounts(found)
}

/** Texts of a column, each with its path in it if the column is JSON. */
const place = (table, column, keys, textsIn) => async (db) => {
  const names = keys.map((key) => `"${key}"`).join(', ')
  const columns = [...new Set([...keys, column, ...(textsIn.with ?? [])])].map((name) => `"${name}"`).join(', ')
  const rows = await db.$queryRawUnsafe(
    `SELECT ${columns} FROM "${table}" WHERE "${column}" IS NOT NULL ORDER BY ${names}`,
  )
  return rows
    .flatMap((row) =>
      textsIn(row[column], row).map(({ path, text, list }) => {
        const template = list === null ? text : templateOf(text, list)
        if (template === null && list.isComplete !== false)
          throw new Error(`${table}.${column}: no template of "${text}"`)
        const key = Object.fromEntries(keys.map((name) => [name, row[name]]))
        return template === null ? [] : [{ table, column, ...(path && { path }), key, text, template }]
      }),
    )
    .flat()
}

const whole = (list) => (text) => [{ text, list }]

const each =
  (member, list, within = null) =>
  (json) =>
    (within === null ? json : (json[within] ?? [])).flatMap(({ [member]: text }, index) =>
      text === null ? [] : [{ path: [...(within === null ? [] : [within]), index, member], text, list }],
    )

/** Only some of these texts are the program's own: others are those of an operator or of the platform. */
const some = (list) => Object.assign([...list], { isComplete: false })

const localized = (path, texts, lists) =>
  ['es', 'en'].map((language) => ({ path: [...path, language], text: texts[language], list: lists[language] }))

function textsOfDelivery(message) {
  const incidents = ['firing', 'resolved', 'open'].flatMap((name) =>
    (Array.isArray(message[name]) ? message[name] : []).flatMap(({ reason }, index) =>
      localized([name, index, 'reason'], reason, templates.reasons),
    ),
  )
  const { sentence, data = {} } = message
  return [
    ...incidents,
    ...(sentence ? localized(['sentence'], sentence, templates.events) : []),
    ...(data.problem ? [{ path: ['data', 'problem'], text: data.problem, list: templates.messages }] : []),
    ...(data.reason ? [{ path: ['data', 'reason'], text: data.reason, list: some(templates.locks) }] : []),
  ]
}

const textsOfNote = Object.assign((text, { event }) => (event === 'NOTIFIED' ? whole(templates.notices)(text) : []), {
  with: ['event'],
})

const textsOfAudit = Object.assign(
  (json, { action }) => {
    if (action === 'sign-in.failed' && json.reason)
      return [{ path: ['reason'], text: json.reason, list: templates.signIns }]
    return json.lockReason ? [{ path: ['lockReason'], text: json.lockReason, list: some(templates.locks) }] : []
  },
  { with: ['action'] },
)

/** Reasons in kept answers are the words of validation: each is its own template. */
const textsOfAnswer = (body) => {
  const { outcomes = [], rejected = [], lockReason = null } = JSON.parse(body)
  const reasons = Object.entries({ outcomes, rejected }).flatMap(([name, list]) =>
    list.flatMap(({ reason }, index) => (reason ? [{ path: [name, index, 'reason'], text: reason, list: null }] : [])),
  )
  return [...reasons, ...(lockReason ? [{ path: ['lockReason'], text: lockReason, list: templates.locks }] : [])]
}

const places = [
  place('AuditEntry', 'before', ['id'], textsOfAudit),
  place('AuditEntry', 'after', ['id'], textsOfAudit),
  place('Customer', 'lockReason', ['id'], whole(some(templates.locks))),
  place('Delivery', 'message', ['id'], textsOfDelivery),
  place('DeliveryAttempt', 'error', ['id'], whole(templates.attempts)),
  place('Destination', 'disabledBecause', ['id'], whole(templates.disabled)),
  place('IdempotencyKey', 'body', ['credential', 'operation', 'key'], textsOfAnswer),
  place('InboundAttempt', 'problem', ['id'], whole(templates.messages)),
  place('InboundAttempt', 'warnings', ['id'], each('message', templates.messages)),
  place('InboundMessage', 'problem', ['id'], whole(templates.messages)),
  place('Mailbox', 'error', ['address'], whole(templates.mailboxes)),
  place('Replay', 'answer', ['id'], each('message', templates.messages, 'results')),
  place('SinliDocument', 'warnings', ['id'], each('message', templates.messages)),
  place('TimelineEntry', 'note', ['id'], textsOfNote),
]

function reportCounts(found) {
  const counts = new Map()
  for (const { table, column, template } of found) {
    const name = `${table}.${column}`
    const { sentences = 0, kinds = new Set() } = counts.get(name) ?? {}
    counts.set(name, { sentences: sentences + 1, kinds: kinds.add(template) })
  }
  for (const [name, { sentences, kinds }] of counts)
    console.log(`${name}: ${sentences} sentences of ${kinds.size} templates`)
  const used = new Set(found.map(({ template }) => template))
  const all = Object.values(templates).flatMap((list) => (Array.isArray(list) ? list : Object.values(list).flat()))
  for (const template of new Set(all)) if (!used.has(template)) console.log(`never stored: ${template}`)
}
