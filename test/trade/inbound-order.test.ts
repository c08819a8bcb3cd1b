import type { Draft } from '../../src/sinli/encode.ts'
import { givenGateway, type GivenGateway } from '../support/gateway.ts'
import { envio, givenTrade, libros, mailOf, shop, supplier, type GivenTrade } from '../support/inbound.ts'
import { until } from '../support/until.ts'

let gateway: GivenGateway
let trade: GivenTrade
beforeEach(async () => {
  gateway = await givenGateway({ config: { sampleData: false } })
  trade = givenTrade(gateway)
  await trade.registerLibrary(shop, 'aurora')
  await trade.registerSupplier(supplier)
})
afterEach(() => gateway[Symbol.asyncDispose]())

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

async function sendAll(drafts: readonly Draft[]): Promise<string[]> {
  const ids: string[] = []
  for (const draft of drafts) ids.push((await trade.post(mailOf(draft))).body['id'])
  return ids
}

const untilSettled = (ids: readonly string[]) =>
  until('all messages are settled', async () => {
    const settled = await gateway.db.inboundAttempt.count({ where: { messageId: { in: [...ids] } } })
    return settled === ids.length
  })

const settledInOrder = async () =>
  (await gateway.db.inboundAttempt.findMany({ orderBy: { id: 'asc' } })).map(({ messageId }) => messageId)

const failed = () => gateway.db.inboundMessage.count({ where: { status: 'FAILED' } })

it('processes messages that arrived in one tick in the order of their arrival, a catalogue before what needs it', async () => {
  const ids = await sendAll([long(), ...Array.from({ length: 15 }, (_, index) => pair(index)).flat()])

  await untilSettled(ids)

  expect(await settledInOrder()).toEqual(ids)
  expect(await failed()).toBe(0)
})

it.each([
  { what: 'is starting up', code: '57P03' },
  { what: 'reports a deadlock', code: '40P01' },
])('tries a message again for as long as the database $what, and lets none overtake it', async ({ code }) => {
  // The sequence counts the tries: a rollback does not set it back.
  await gateway.db.$executeRawUnsafe('CREATE SEQUENCE tries')
  await gateway.db.$executeRawUnsafe(`
    CREATE FUNCTION refuse() RETURNS trigger AS $$ BEGIN
      IF nextval('tries') <= 7 THEN RAISE EXCEPTION 'not now' USING ERRCODE = '${code}'; END IF;
      RETURN NEW;
    END $$ LANGUAGE plpgsql`)
  await gateway.db.$executeRawUnsafe(
    `CREATE TRIGGER starting BEFORE INSERT ON "SinliDocument" FOR EACH ROW EXECUTE FUNCTION refuse()`,
  )

  const ids = await sendAll([envio({ number: 'FIRST' }), ...pair(1), envio({ number: 'LAST' })])
  await untilSettled(ids)

  expect(await settledInOrder()).toEqual(ids)
  expect(await failed()).toBe(0)
})
