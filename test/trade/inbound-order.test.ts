import type { RootDatabase } from '../../src/database/database.ts'
import { createChangeBus } from '../../src/lib/change-bus.ts'
import { systemClock } from '../../src/lib/clock.ts'
import type { Draft } from '../../src/sinli/encode.ts'
import { startInbox } from '../../src/trade/inbound/inbox.ts'
import { newTraceId } from '../../src/lib/trace-context.ts'
import { storeMessage } from '../../src/trade/inbound/process-message.ts'
import { upsertLibrary } from '../../src/trade/records/libraries.ts'
import { putSupplier } from '../../src/trade/records/suppliers.ts'
import { givenDatabase, type GivenDatabase } from '../support/database/database.ts'
import { givenGateway } from '../support/gateway.ts'
import { envio, givenTrade, libros, mailOf, shop, supplier } from '../support/sinli/inbound.ts'
import { until } from '../support/until.ts'

let database: GivenDatabase
let db: RootDatabase
beforeEach(async () => {
  database = await givenDatabase()
  db = database.db
  const updatedAt = new Date('2026-01-01T00:00:00Z')
  const place = { email: null, city: null, province: null }
  await upsertLibrary(db, { code: 'aurora', name: 'Aurora', sinliId: shop, ...place, updatedAt }, updatedAt)
  await putSupplier(db, { sinliId: supplier, name: 'Proveedor', updatedAt })
})
afterEach(() => database[Symbol.asyncDispose]())

/** Long enough that everything else arrives while it is processed. */
const long = (): Draft => {
  const draft = envio({ number: 'LONG' })
  return { ...draft, lines: Array.from({ length: 2_000 }, () => ({ ...draft.lines?.[0] })) }
}

/** A catalogue with one article, and a delivery note that names the article by nothing but its title. */
const pair = (index: number): Draft[] => {
  const title = `Un título del par ${index}`
  return [libros({ title, reference: `R-${index}` }), envio({ number: `PAIR${index}`, isbn: null, title })]
}

async function sendAll(drafts: readonly Draft[], send: (draft: Draft) => Promise<string>): Promise<string[]> {
  const ids: string[] = []
  for (const draft of drafts) ids.push(await send(draft))
  return ids
}

const untilSettled = (ids: readonly string[]) =>
  until('all messages are settled', async () => {
    const settled = await db.inboundAttempt.count({ where: { messageId: { in: [...ids] } } })
    return settled === ids.length
  })

const settledInOrder = async () =>
  (await db.inboundAttempt.findMany({ orderBy: { id: 'asc' } })).map(({ messageId }) => messageId)

const failed = () => db.inboundMessage.count({ where: { status: 'FAILED' } })

it('messages of one tick are processed in order of arrival, a catalogue before what needs it', async () => {
  await using gateway = await givenGateway({ database, config: { sampleData: false } })
  const trade = givenTrade(gateway)
  const drafts = [long(), ...Array.from({ length: 15 }, (_, index) => pair(index)).flat()]

  const ids = await sendAll(drafts, async (draft) => (await trade.post(mailOf(draft))).body['id'])
  await untilSettled(ids)

  expect(await settledInOrder()).toEqual(ids)
  expect(await failed()).toBe(0)
})

it.each([
  { what: 'is starting up', code: '57P03' },
  { what: 'reports a deadlock', code: '40P01' },
])('a message is retried as long as the database $what, and none overtakes it', async ({ code }) => {
  // The sequence counts the tries: a rollback does not set it back.
  await db.$executeRawUnsafe('CREATE SEQUENCE tries')
  await db.$executeRawUnsafe(`
    CREATE FUNCTION refuse() RETURNS trigger AS $$ BEGIN
      IF nextval('tries') <= 7 THEN RAISE EXCEPTION 'not now' USING ERRCODE = '${code}'; END IF;
      RETURN NEW;
    END $$ LANGUAGE plpgsql`)
  await db.$executeRawUnsafe(
    `CREATE TRIGGER starting BEFORE INSERT ON "SinliDocument" FOR EACH ROW EXECUTE FUNCTION refuse()`,
  )
  const drafts = [envio({ number: 'FIRST' }), ...pair(1), envio({ number: 'LAST' })]
  const arrival = { at: new Date(), traceId: newTraceId(), requestId: null }
  const ids = await sendAll(drafts, (draft) =>
    storeMessage(db, { contentType: 'message/rfc822', raw: mailOf(draft), declaredSubject: null }, arrival),
  )
  const waits: number[] = []
  const inbox = startInbox({
    db,
    clock: systemClock,
    recordOutcome: () => undefined,
    changeBus: createChangeBus(),
    coordination: { processesInbound: () => Promise.resolve(true) },
    delayMs: (failures) => (waits.push(failures), 1),
  })

  await untilSettled(ids)
  await inbox.stop()

  expect(await settledInOrder()).toEqual(ids)
  expect(await failed()).toBe(0)
  expect(waits).toEqual([1, 2, 3, 4, 5, 6, 7])
})
