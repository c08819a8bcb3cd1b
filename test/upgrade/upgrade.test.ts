import { verifyTrail } from '../../src/audit/verify.ts'
import { groupBy } from '../../src/lib/group-by.ts'
import { manualClock } from '../support/clock.ts'
import type { GivenDatabase } from '../support/database/database.ts'
import { givenGateway, type GivenGateway } from '../support/gateway.ts'
import { givenUpgraded } from './restore.ts'
import { readShown, readTranslated } from './shown-sentences.ts'
import { findChanged, readSentences, readSpanish, type StoredSentence } from './stored-sentences.ts'

const version = '0.1.0'

let sentences: StoredSentence[]
let database: GivenDatabase
let gateway: GivenGateway
beforeAll(async () => {
  sentences = await readSentences(version)
  database = await givenUpgraded(version)
  const { at } = await database.db.judgement.findUniqueOrThrow({ where: { id: 1 } })
  // Nothing of the dump is too old at the time when it was made. Nothing is sent.
  const config = { pagerdutyUrl: 'http://127.0.0.1:1', sessionIdleMinutes: 7 * 24 * 60 }
  gateway = await givenGateway({ database, clock: manualClock(at.getTime()), config })
})
afterAll(async () => {
  await gateway?.[Symbol.asyncDispose]()
  await database?.[Symbol.asyncDispose]()
})

it('a server starts on the upgraded database of 0.1.0, which has suppressed incidents, and knows its subjects', async () => {
  const { kinds } = await gateway.data('{ kinds { kind } }')
  expect(kinds).toHaveLength(3)
  expect(await database.db.timelineEntry.count({ where: { suppression: { not: null } } })).toBeGreaterThan(0)
})

it('the audit trail of 0.1.0 is intact after the upgrade', async () => {
  const { breach, intact } = await verifyTrail(database.db)
  expect(breach).toBeNull()
  expect(intact).toBeGreaterThan(100)
})

it('every sentence that 0.1.0 stored is stored after the upgrade as it was', async () => {
  expect(await findChanged(database.db, sentences)).toEqual([])
})

it('the API shows every sentence that 0.1.0 stored as it was', async () => {
  const stored = groupBy(sentences, ({ table, column }) => `${table}.${column}`)
  for (const [column, texts] of Object.entries(await readShown(gateway)))
    expect(notIn(texts, stored.get(column) ?? [])).toEqual([])
})

it('a sentence about a message that 0.1.0 stored is shown in Spanish as its web application showed it', async () => {
  await gateway.pass(60)
  const spanish = await readSpanish(version)

  const shown = await readTranslated(gateway)

  expect(new Set(shown.map(({ en }) => en)).size).toBeGreaterThan(150)
  expect(shown.filter(({ en, es }) => es !== (misread[en] ?? spanish[en]))).toEqual([])
  expect(shown.filter(({ detail }) => detail === null)).toEqual([])
})

/** Sentences whose values the web application of 0.1.0 read as several fields. */
const misread: Record<string, string> = {
  'Not readable, and left out: date "x", y "z".': 'No se puede leer y queda en blanco: Fecha «x", y "z».',
  'This record of lines is left out, because it has what cannot be read: quantity "", b "", priceCents "1", c  "00".':
    'Registro descartado (líneas), porque no se puede leer: Cantidad «", b "», Precio sin IVA «1", c  "00».',
}

it('every sentence about a message that 0.1.0 stored is converted', async () => {
  const { db } = database
  const [{ left } = { left: null }] = await db.$queryRaw<{ left: number }[]>`
    SELECT (SELECT count(*)::int FROM "InboundMessage" WHERE "problem" IS NOT NULL AND "sentence" ->> 'of' IS DISTINCT FROM md5("problem"))
      + (SELECT count(*)::int FROM "InboundAttempt" WHERE "problem" IS NOT NULL AND "sentence" ->> 'of' IS DISTINCT FROM md5("problem"))
      + (SELECT count(*)::int FROM "InboundAttempt", jsonb_array_elements("warnings") w WHERE w -> 'sentence' ->> 'of' IS DISTINCT FROM md5(w ->> 'message'))
      + (SELECT count(*)::int FROM "SinliDocument", jsonb_array_elements("warnings") w WHERE w -> 'sentence' ->> 'of' IS DISTINCT FROM md5(w ->> 'message'))
      + (SELECT count(*)::int FROM "Replay", jsonb_array_elements("answer" -> 'results') r
          WHERE r ->> 'message' IS NOT NULL AND r -> 'sentence' ->> 'of' IS DISTINCT FROM md5(r ->> 'message')) AS "left"`

  expect(left).toBe(0)
})

it('rows to convert are found by small indexes, without reading their tables', async () => {
  const script = new URL('../../prisma/conversions/sinli-sentences.js', import.meta.url)
  const { convert } = (await import(script.href)) as { convert: (means: object) => Promise<boolean> }

  const plans = await database.db.$transaction(async (tx) => {
    const found: string[] = []
    const query = async (statement: string): Promise<unknown[]> => {
      if (!statement.startsWith('SELECT')) return tx.$queryRawUnsafe(statement)
      found.push(JSON.stringify(await tx.$queryRawUnsafe(`EXPLAIN ${statement}`)))
      return []
    }
    await convert({ query })
    return found
  })

  expect(plans.map((plan) => /\w+_unconverted_idx|Seq Scan/.exec(plan)?.[0])).toEqual([
    ...['InboundMessage_unconverted_idx', 'InboundAttempt_unconverted_idx'],
    ...['SinliDocument_unconverted_idx', 'Replay_unconverted_idx'],
  ])
})

it('of a stored attempt that is converted neither text nor sentence can be changed', async () => {
  const { db } = database
  const { id } = await db.inboundAttempt.findFirstOrThrow({ where: { problem: { not: null } } })
  const sentence = { code: 'TEXT', parameters: { text: '' }, of: '' }

  for (const data of [
    { sentence },
    { problem: 'Another.' },
    { warnings: [{ code: 'A', line: 1, message: 'Another.', sentence }] },
  ])
    await expect(db.inboundAttempt.update({ where: { id }, data })).rejects.toThrow('only ever added to')
  await expect(db.inboundAttempt.delete({ where: { id } })).rejects.toThrow('only ever added to')
})

it('a sentence of a warning is added to a stored attempt once, and neither replaced nor removed', async () => {
  const { db } = database
  const { messageId } = await db.inboundAttempt.findFirstOrThrow()
  const warning = { code: 'A', line: 1, message: 'As it was.' }
  const sentence = { code: 'TEXT', parameters: { text: 'As it was.' }, of: 'a hash' }
  const [one, other] = [
    { ...warning, sentence },
    { ...warning, sentence: { ...sentence, parameters: { text: 'Another.' } } },
  ]
  const { id } = await db.inboundAttempt.create({
    data: { messageId, at: new Date(), status: 'PROCESSED', warnings: [warning, one, { ...warning, sentence: null }] },
  })
  const write = (...warnings: object[]) => db.inboundAttempt.update({ where: { id }, data: { warnings } })

  for (const changed of [
    [warning, other, warning],
    [warning, warning, warning],
    [warning, one],
    [one, one, one, one],
  ])
    await expect(write(...changed)).rejects.toThrow('only ever added to')
  await write(one, one, one)

  for (const changed of [[other, one, one], [one, one, warning], []])
    await expect(write(...changed)).rejects.toThrow('only ever added to')
  await expect(db.inboundAttempt.update({ where: { id }, data: { sentence } })).rejects.toThrow('only ever added to')
  expect(await db.inboundAttempt.findUniqueOrThrow({ where: { id } })).toMatchObject({ warnings: [one, one, one] })
})

/** The sentences that these texts do not have, or not as often. */
function notIn(texts: readonly unknown[], some: readonly StoredSentence[]): StoredSentence[] {
  const left = new Map<unknown, number>()
  for (const text of texts) left.set(text, (left.get(text) ?? 0) + 1)
  return some.filter(({ text }) => {
    const count = left.get(text) ?? 0
    left.set(text, count - 1)
    return count <= 0
  })
}
