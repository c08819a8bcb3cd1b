import { verifyTrail } from '../../src/audit/verify.ts'
import { manualClock } from '../support/clock.ts'
import type { GivenDatabase } from '../support/database/database.ts'
import { givenGateway, type GivenGateway, type Json } from '../support/gateway.ts'
import { readEarlierWrites, writeAsEarlier } from '../upgrade/earlier-writes.ts'
import { givenUpgraded } from '../upgrade/restore.ts'

let database: GivenDatabase
let gateway: GivenGateway
beforeAll(async () => {
  database = await givenUpgraded('0.1.0')
  const { at } = await database.db.judgement.findUniqueOrThrow({ where: { id: 1 } })
  const config = { pagerdutyUrl: 'http://127.0.0.1:1' }
  gateway = await givenGateway({ database, clock: manualClock(at.getTime()), config })
})
afterAll(async () => {
  await gateway?.[Symbol.asyncDispose]()
  await database?.[Symbol.asyncDispose]()
})

it('a message that an instance of 0.1.0 processes meanwhile shows its new sentence, and is converted a minute later', async () => {
  const { db } = database
  const { id } = await db.inboundMessage.findFirstOrThrow({ where: { code: 'REMITENTE_DESCONOCIDO' } })
  const show = async () => (await gateway.data(problemInBoth, { id }))['sinliMessage'] as Json
  await db.inboundMessage.update({ where: { id }, data: { problem: 'The message has no text attachment.' } })

  expect(await show()).toEqual({
    ...{ en: 'The message has no text attachment.', es: 'The message has no text attachment.' },
    problemDetail: null,
  })
  await gateway.pass(60)
  expect(await show()).toEqual({
    ...{ en: 'The message has no text attachment.', es: 'El mensaje no trae ningún adjunto de texto.' },
    problemDetail: { code: 'ATTACHMENT_MISSING', parameters: {} },
  })
})

it('whatever an instance of 0.1.0 writes beside this release stays as it wrote it, and is converted a minute later', async () => {
  const { db } = database
  await gateway.pass(60)
  const id = await writeAsEarlier(db)
  const written = await readEarlierWrites(db)
  const before = (await gateway.data(problemInBoth, { id }))['sinliMessage'] as Json

  await gateway.pass(60)

  const codes = (rows: typeof written) => [...new Set(rows.map(({ code }) => code))]
  const converted = await readEarlierWrites(db)
  expect(before).toEqual({ en: 'The file is empty.', es: 'The file is empty.', problemDetail: null })
  expect(codes(written.slice(0, 9))).toEqual([null])
  expect(converted.map(({ text }) => text)).toEqual(written.map(({ text }) => text))
  expect(codes(converted)).toEqual([
    ...['FILE_EMPTY', 'SENDER_UNKNOWN', 'LINES_MISSING', 'RECORD_UNKNOWN', 'HOST_SILENT', 'DESTINATION_GONE'],
  ])
  expect(await gateway.data(problemInBoth, { id })).toMatchObject({
    sinliMessage: { en: 'The file is empty.', es: 'El fichero está vacío.' },
  })
  expect((await verifyTrail(db)).breach).toBeNull()
})

const problemInBoth = `query ($id: ID!) {
  sinliMessage(id: $id) { en: problem es: problem(language: ES) problemDetail { code parameters } }
}`
