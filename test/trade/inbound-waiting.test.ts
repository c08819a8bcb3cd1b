import fc from 'fast-check'
import { beginWaiting, findOldestWaiting, giveBackBeginning } from '../../src/trade/inbound/waiting-messages.ts'
import { givenDatabase, type GivenDatabase } from '../support/database/database.ts'
import { givenGateway } from '../support/gateway.ts'
import { envio, givenTrade, mailOf, shop, supplier } from '../support/sinli/inbound.ts'

let database: GivenDatabase
beforeAll(async () => {
  database = await givenDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(async () => {
  await database.db.inboundMessage.deleteMany()
})

const arrived = (id: string, row: object = {}) => ({
  ...{ id, receivedAt: new Date(0), contentType: 'text/plain', raw: new Uint8Array(1) },
  ...row,
})
const rowOf = (id: string) =>
  database.db.inboundMessage.findUnique({ where: { id }, select: { status: true, beginnings: true } })

it('the oldest waiting message is found, whichever others are begun, put back or settled', () =>
  fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.uuid(), { minLength: 2, maxLength: 20 }),
      fc.array(fc.constantFrom('settle', 'begin', 'put back')),
      async (ids, happenings) => {
        await database.db.inboundMessage.deleteMany()
        await database.db.inboundMessage.createMany({ data: ids.map((id) => arrived(id)) })
        let settled = 0
        for (const happening of happenings.slice(0, ids.length)) {
          const oldest = await findOldestWaiting(database.db)
          expect(oldest?.id).toBe(ids[settled])
          if (!oldest) break
          await beginWaiting(database.db, oldest)
          if (happening === 'put back') await giveBackBeginning(database.db, oldest)
          if (happening !== 'settle') continue
          await database.db.inboundMessage.update({ where: { id: oldest.id }, data: { status: 'FAILED' } })
          settled += 1
        }
      },
    ),
    { numRuns: 15 },
  ))

it('two instances that begin the same message at once count one beginning', async () => {
  await database.db.inboundMessage.create({ data: arrived('both') })

  const message = { id: 'both', beginnings: 0 }
  const begun = await Promise.all([beginWaiting(database.db, message), beginWaiting(database.db, message)])

  expect(begun.sort()).toEqual([false, true])
  expect(await rowOf('both')).toEqual({ status: 'PROCESSING', beginnings: 1 })
})

it.each([
  { what: 'was written', row: { status: 'PROCESSING', beginnings: 3 }, then: { status: 'RECEIVED', beginnings: 2 } },
  {
    what: 'was never written',
    row: { status: 'RECEIVED', beginnings: 2 },
    then: { status: 'RECEIVED', beginnings: 2 },
  },
  {
    what: 'was followed by one of another instance',
    row: { status: 'PROCESSING', beginnings: 4 },
    then: { status: 'PROCESSING', beginnings: 3 },
  },
  {
    what: 'ended in the end',
    row: { status: 'PROCESSED', beginnings: 3 },
    then: { status: 'PROCESSED', beginnings: 3 },
  },
] as const)('putting back a beginning that $what leaves the right count', async ({ row, then }) => {
  await database.db.inboundMessage.create({ data: arrived('one', row) })

  await giveBackBeginning(database.db, { id: 'one', beginnings: 2 })

  expect(await rowOf('one')).toEqual(then)
})

it('a message whose process was killed five times is given up, and one begun four times is processed', async () => {
  await using gateway = await givenGateway({ database, config: { sampleData: false } })
  const trade = givenTrade(gateway)
  await trade.registerLibrary(shop)
  await trade.registerSupplier(supplier)
  const begun = (id: string, beginnings: number) =>
    arrived(id, {
      ...{ beginnings, status: 'PROCESSING', contentType: 'message/rfc822' },
      raw: new Uint8Array(mailOf(envio({ number: id }))),
    })
  await database.db.inboundMessage.createMany({ data: [begun('FIVE', 5), begun('FOUR', 4)] })

  const last = await trade.send(mailOf(envio({ number: 'LAST' })))

  expect([await trade.messageOf('FIVE'), await trade.messageOf('FOUR'), last]).toMatchObject([
    { status: 'FAILED', code: 'ERROR_INTERNO', attempts: [{ code: 'ERROR_INTERNO' }] },
    { status: 'PROCESSED', beginnings: 5 },
    { status: 'PROCESSED', beginnings: 1 },
  ])
})
