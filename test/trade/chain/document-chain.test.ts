import { readdir, readFile } from 'node:fs/promises'
import type { Draft } from '../../../src/sinli/encode.ts'
import { creditDraft, invoiceDraft, noteDraft, orderDraft, returnDraft } from '../../support/sinli/chain-drafts.ts'
import { givenGateway, type GivenGateway, type Json } from '../../support/gateway.ts'
import { file, overwrite } from '../../support/sinli/sinli.ts'
import { until } from '../../support/until.ts'
import { givenTrade, mailOf, shop, supplier, type GivenTrade } from '../../support/sinli/inbound.ts'

const otherSupplier = 'LIB00003'

let gateway: GivenGateway
let trade: GivenTrade
beforeAll(async () => {
  gateway = await givenGateway({ config: { sampleData: false } })
  trade = givenTrade(gateway)
  await trade.registerLibrary(shop, 'aurora')
  await trade.registerSupplier(supplier)
  await trade.registerSupplier(otherSupplier)
})
afterAll(() => gateway[Symbol.asyncDispose]())
beforeEach(() => gateway.db.$executeRaw`TRUNCATE "InboundMessage" CASCADE`)

const query = `query ($id: ID!) { documentChain(sinliDocumentId: $id) {
  documents { id messageId type number date units sender { id name } receiver { name } }
  notReceived { id type number date sender { id } failedMessageId }
  links { from to kind quantity }
  lines { isbn title quantities { ordered sent missing open returned credited } }
  lineCount truncated
  totals { ordered sent sentWithoutOrder missing open invoiced notInvoiced returned credited notCredited }
} }`

async function chainOf(id: string): Promise<Json> {
  const { data, errors } = await gateway.query(query, { id })
  expect(errors).toBeUndefined()
  return data.documentChain
}

/** Sends documents one by one and returns the ids of those that were stored. */
async function send(...drafts: Draft[]): Promise<string[]> {
  const ids: string[] = []
  for (const draft of drafts) {
    const { decoded, problem } = await trade.send(mailOf(draft))
    if (!decoded) throw new Error(problem ?? 'No document was stored.')
    ids.push(decoded.id)
  }
  return ids
}

const numbersOf = (chain: Json) => chain.documents.map(({ number }: Json) => number)

const wholeTrade = [
  orderDraft('P1', 12),
  noteDraft('A1', { P1: 10 }),
  invoiceDraft('F1', ['A1']),
  returnDraft('D1', 'A1', 1),
  creditDraft('C1', 'D1', 1),
]

it('says that a document was received whose message failed, as long as it is failed', async () => {
  const inVersion99 = (record: string, line: number) =>
    line > 2 ? record : overwrite(record, line === 1 ? 8 : 107, '99')
  const { id } = await trade.send(file(orderDraft('P-1', 12), inVersion99), { 'content-type': 'text/plain' })
  await until('it is read', () => gateway.db.salvagedPart.count({ where: { messageId: id } }))
  const [noteId = ''] = await send(noteDraft('A1', { 'P-1': 10 }))
  const missing = async () =>
    (await chainOf(noteId))['notReceived'].map(({ number, failedMessageId }: Json) => [number, failedMessageId])

  expect(await missing()).toEqual([['P-1', id]])

  await gateway.db.inboundMessage.update({ where: { id }, data: { status: 'SKIPPED' } })
  expect(await missing()).toEqual([['P-1', null]])
})

it('connects stored messages from the order to the credit note, whichever of them is asked for', async () => {
  const [, noteId = '', ...others] = await send(...wholeTrade.toReversed())

  const chain = await chainOf(noteId)

  expect(numbersOf(chain)).toEqual(['P1', 'A1', 'F1', 'D1', 'C1'])
  const idOf = Object.fromEntries(chain.documents.map(({ number, id }: Json) => [number, id]))
  expect(chain.links).toHaveLength(4)
  expect(chain.links).toEqual(
    expect.arrayContaining([
      { from: idOf['P1'], to: idOf['A1'], kind: 'SENT', quantity: 10 },
      { from: idOf['A1'], to: idOf['F1'], kind: 'INVOICED', quantity: 10 },
      { from: idOf['A1'], to: idOf['D1'], kind: 'RETURNED', quantity: 1 },
      { from: idOf['D1'], to: idOf['C1'], kind: 'CREDITED', quantity: 1 },
    ]),
  )
  expect(chain.totals).toEqual({
    ...{ ordered: 12, sent: 10, sentWithoutOrder: 0, missing: 0, open: 2, invoiced: 10, notInvoiced: 0 },
    ...{ returned: 1, credited: 1, notCredited: 0 },
  })
  expect(chain).toMatchObject({
    documents: [{ date: '2026-03-01', units: 12, sender: { name: 'Librería aurora' } }, {}, { units: 0 }, {}, {}],
    lines: [{ isbn: '9788400000004', title: 'Un libro inventado' }],
    ...{ lineCount: 1, truncated: false, notReceived: [] },
  })
  for (const id of others) expect(await chainOf(id)).toEqual(chain)
})

it('ignores the padding of numbers, and shows the documents that never came', async () => {
  const [id = ''] = await send(
    noteDraft('0000000071', { '  0012': 3 }),
    orderDraft('12', 5),
    invoiceDraft('F1', ['71', '72']),
  )

  const chain = await chainOf(id)

  expect(numbersOf(chain)).toEqual(['12', '0000000071', 'F1'])
  expect(chain.totals).toMatchObject({ ordered: 5, sent: 3, open: 2, invoiced: 3 })
  expect(chain.notReceived).toMatchObject([
    { type: 'ENVIO', number: '72', date: '2026-03-01', sender: { id: supplier } },
  ])
  expect(chain.links).toContainEqual({
    ...{ from: chain.notReceived[0].id, to: chain.documents[2].id, kind: 'INVOICED', quantity: null },
  })
})

it('takes what a delivery note says it cancels for missing', async () => {
  const status = {
    ...{ isbn: '978-84-00-00000-4', ean: '9788400000004', reference: 'REF-1' },
    title: 'Un libro inventado',
  }
  const [id = ''] = await send(orderDraft('P1', 12), {
    ...noteDraft('A1', { P1: 10 }),
    statuses: [{ ...status, status: 2, cancelsPending: 'S' }],
  })

  expect(await chainOf(id)).toMatchObject({ totals: { missing: 2, open: 0 } })
})

it('keeps the equal numbers of another supplier apart', async () => {
  const [id = ''] = await send(
    noteDraft('A1', { P1: 3 }),
    orderDraft('P1', 3),
    orderDraft('P1', 9, { receiver: otherSupplier }),
    noteDraft('A1', { P1: 9 }, { sender: otherSupplier }),
  )

  expect(await chainOf(id)).toMatchObject({ totals: { ordered: 3, sent: 3 }, notReceived: [] })
})

it('follows the numbers of a document that a replay stored again', async () => {
  const [noteId = ''] = await send(noteDraft('A1', { P1: 3 }), orderDraft('P1', 3))
  const { messageId } = await gateway.db.sinliDocument.findUniqueOrThrow({ where: { id: noteId } })

  const { body } = await trade.replay({ messageIds: [messageId], force: true, reason: 'Prueba' })

  expect(body).toMatchObject({ reprocessed: 1 })
  const { id } = await gateway.db.sinliDocument.findUniqueOrThrow({ where: { messageId } })
  expect(id).not.toBe(noteId)
  expect(await chainOf(id)).toMatchObject({ totals: { ordered: 3, sent: 3 }, notReceived: [] })
  expect(await chainOf(noteId)).toBeNull()
})

it('reads at most 200 documents and says that there are more', async () => {
  const [id = ''] = await send(orderDraft('P1', 300))
  await givenCopies(id, 250)

  const chain = await chainOf(id)

  expect(chain).toMatchObject({ truncated: true })
  expect(chain.documents).toHaveLength(200)
  expect(chain.documents[0].id).toBe(id)
})

it('finds in documents stored before the numbers were kept what it finds in new ones', async () => {
  await send(
    ...wholeTrade,
    noteDraft('0002', { P1: 1, ' 02 3': 2, '000': 4 }),
    { ...invoiceDraft('F2', []), lines: [{ deliveryNoteNumber: 'C1', date: '2026-04-10', amountCents: -1000 }] },
    returnDraft('D2', null, 2),
  )
  const read = () => gateway.db.$queryRaw<Json[]>`
    SELECT "documentId", "position" = 0 AS "own", "type", "sender", "receiver", "number", "date" FROM "SinliNumber"
    ORDER BY "documentId", "own", "type", "number", "date"`
  const stored = await read()
  expect(stored).toHaveLength(15)

  await gateway.db.$executeRaw`DELETE FROM "SinliNumber"`
  await gateway.db.$executeRawUnsafe(await readBackfill())

  expect(await read()).toEqual(stored)
})

/** Stores notes that refer to the order, without their messages being sent. */
async function givenCopies(orderId: string, count: number) {
  const { receiver, sender } = await gateway.db.sinliDocument.findUniqueOrThrow({ where: { id: orderId } })
  const ids = Array.from({ length: count }, (_, index) => `copy-${index}`)
  await gateway.db.inboundMessage.createMany({
    data: ids.map((id) => ({ id, contentType: 'text/plain', raw: new Uint8Array(), receivedAt: new Date(0) })),
  })
  await gateway.db.sinliDocument.createMany({
    data: ids.map((id) => ({
      ...{ id, messageId: id, identity: id, type: 'ENVIO', sender: receiver, receiver: sender },
      ...{ encoding: 'ascii', header: {}, totals: {} },
    })),
  })
  await gateway.db.sinliNumber.createMany({
    data: ids.map((id) => ({
      ...{ documentId: id, position: 1, type: 'PEDIDO', sender, receiver, number: 'P1' },
    })),
  })
}

async function readBackfill(): Promise<string> {
  const folder = 'prisma/migrations'
  const name = (await readdir(folder)).find((one) => one.endsWith('document_references')) ?? ''
  const sql = await readFile(`${folder}/${name}/migration.sql`, 'utf8')
  return sql.slice(sql.indexOf('INSERT INTO "SinliNumber"'))
}
