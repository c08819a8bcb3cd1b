import { encode, type Draft } from '../../src/sinli/encode.ts'
import { createSalvage } from '../../src/trade/inbound/salvage.ts'
import { inTransaction, type RootDatabase } from '../../src/database/database.ts'
import { givenDatabase, type GivenDatabase } from '../support/database/database.ts'
import { givenGateway, type GivenGateway, type Json } from '../support/gateway.ts'
import {
  givenTrade,
  envio,
  mailOf,
  pedido,
  shop,
  stranger,
  subjectOf,
  supplier,
  untilFailedAreRead,
  type GivenTrade,
} from '../support/sinli/inbound.ts'
import { file } from '../support/sinli/sinli.ts'
import { until } from '../support/until.ts'

let gateway: GivenGateway
let trade: GivenTrade
beforeAll(async () => {
  gateway = await givenGateway({ config: { sampleData: false } })
  trade = givenTrade(gateway)
  await trade.registerLibrary(shop, 'aurora')
  await trade.registerSupplier(supplier)
})
afterAll(() => gateway[Symbol.asyncDispose]())

const allRead = () => untilFailedAreRead(gateway.db)

async function sendFailed(letter: Uint8Array, headers?: Record<string, string>): Promise<string> {
  const { id, status } = await trade.send(letter, headers)
  expect(status).toBe('FAILED')
  await allRead()
  return id
}

/** A message that failed before what is legible was read. */
const givenOldFailure = (draft: Draft, more: { beginnings?: number } = {}) =>
  gateway.db.inboundMessage.create({
    data: {
      ...more,
      receivedAt: new Date(gateway.clock.now()),
      contentType: 'message/rfc822',
      raw: new Uint8Array(mailOf(draft)),
      status: 'FAILED',
      code: 'DESTINATARIO_DESCONOCIDO',
    },
  })

async function search(q: string) {
  const { search } = await gateway.data(
    `query ($q: String!) { search(query: $q) { partlyReadCount groups { kind hits { nodeId title detail } } } }`,
    { q },
  )
  const group: Json = search.groups.find(({ kind }: Json) => kind === 'SINLI_MESSAGES')
  return { hits: group['hits'] as Json[], partlyReadCount: search.partlyReadCount as number | null }
}

const idsFor = async (q: string) => (await search(q)).hits.map(({ nodeId }) => nodeId as string)

const trace = async (id: string): Promise<Json | null> =>
  (
    await gateway.data(
      `query ($id: String!) { trace(id: $id) { id kind steps { __typename outcome ... on MessageStep { messageId } }
        candidates { id kind title } } }`,
      { id },
    )
  )['trace']

/** The messages to which a trace leads, by its steps or as candidates. */
async function tracedMessages(id: string): Promise<string[]> {
  const found = await trace(id)
  const steps = (found?.['steps'] ?? []).flatMap(({ messageId }: Json) => messageId ?? [])
  return [
    ...new Set<string>([...steps, ...(found?.['candidates'] ?? []).map(({ id }: Json) => id.replace('message:', ''))]),
  ]
}

/** An order to a supplier that is not registered. */
const lostOrder = (number: string, title: string) => pedido({ number, title, receiver: stranger })

describe.each(['that has just failed', 'that failed before the upgrade'])('an order %s', (when) => {
  const title = when.includes('just') ? 'Las mareas vivas' : 'El faro apagado'
  const number = when.includes('just') ? '0063646913' : 'A/63-646'
  let id: string
  beforeAll(async () => {
    const draft = lostOrder(number, title)
    if (when.includes('just')) id = await sendFailed(mailOf(draft))
    else {
      const old = await givenOldFailure(draft)
      id = old.id
      await allRead()
    }
  })

  it.each([
    ['its number', () => number],
    ['its number without separators and padding', () => number.replace(/^0+|\//g, '')],
    ['the name of its supplier', () => 'proveedor inventado'],
    ['the id of its supplier', () => stranger],
    ['a title', () => title.toLowerCase()],
    ['an ISBN', () => '9788400000004'],
  ])('is found by %s, in the search and in the trace', async (by, text) => {
    if (!by.includes('padding')) expect(await idsFor(text())).toContain(id)
    expect(await tracedMessages(text())).toContain(id)
  })

  it('is called by what it is', async () => {
    const { sinliMessage } = await gateway.data(
      `query ($id: ID!) { sinliMessage(id: $id) { salvaged { type version number documentDate complete sender { id } receiver { id } } } }`,
      { id },
    )

    expect(sinliMessage.salvaged).toEqual({
      ...{ type: 'PEDIDO', version: '07', number, documentDate: '2026-03-01', complete: true },
      ...{ sender: { id: shop }, receiver: { id: stranger } },
    })
  })
})

it('a failed message is found by the present names of its parties, which its file does not say', async () => {
  const draft = envio({ number: 'NONAME', sender: 'LIB00077', isbn: null, title: 'Sin código' })
  const id = await sendFailed(file({ ...draft, header: { ...draft.header, supplierName: null } }), {
    ...{ 'content-type': 'text/plain', 'x-sinli-subject': subjectOf(draft) },
  })
  const register = (name: string, updatedAt: string) => trade.put('/ingest/v1/suppliers/LIB00077', { name, updatedAt })

  expect(await idsFor('Librería aurora')).toContain(id)
  await register('Distribuciones Norte', '2026-01-01T00:00:00Z')
  expect(await idsFor('norte')).toContain(id)
  expect(await tracedMessages('Distribuciones Norte')).toContain(id)
  await register('Libros del Estrecho', '2026-01-02T00:00:00Z')
  expect(await idsFor('norte')).toEqual([])
  expect(await idsFor('estrecho')).toContain(id)
})

it('what an older version left of a message that it processed is not found', async () => {
  const draft = envio({ number: 'LEFT', sender: 'LIB00057' })
  const id = await sendFailed(mailOf(draft))
  const left = await gateway.db.salvagedDocument.findUniqueOrThrow({
    where: { messageId: id },
    include: { parts: true },
  })
  await trade.registerSupplier('LIB00057')
  await trade.replay({ messageIds: [id], reason: 'registrado' })
  const { parts, ...document } = left
  await gateway.db.salvagedDocument.create({ data: document })
  await gateway.db.salvagedPart.createMany({ data: parts })

  expect((await search('LEFT')).hits).toEqual([expect.objectContaining({ detail: 'processed · LEFT' })])
  expect(await trace('LEFT')).toMatchObject({ kind: 'DOCUMENT', candidates: [] })
})

it('what was read of a failed message gives way to its document when a replay succeeds', async () => {
  const draft = envio({ number: 'REPLAYED', sender: 'LIB00055', title: 'Camino de vuelta' })
  const id = await sendFailed(mailOf(draft))
  await trade.registerSupplier('LIB00055')

  await trade.replay({ messageIds: [id], reason: 'registrado' })

  expect(await trade.messageOf(id)).toMatchObject({ status: 'PROCESSED' })
  expect(await gateway.db.salvagedDocument.count({ where: { messageId: id } })).toBe(0)
  expect(await idsFor('REPLAYED')).toEqual([id])
  expect(await trace('REPLAYED')).toMatchObject({ kind: 'DOCUMENT', candidates: [] })
})

it('a failed message that turns out to be a duplicate is no longer found by what was read of it', async () => {
  const draft = envio({ number: 'TWICE', sender: 'LIB00056' })
  const ids = [await sendFailed(mailOf(draft)), await sendFailed(mailOf(draft))]
  await trade.registerSupplier('LIB00056')

  await trade.replay({ messageIds: ids, reason: 'registrado' })

  expect((await Promise.all(ids.map(trade.messageOf))).map(({ status }) => status)).toEqual(['PROCESSED', 'DUPLICATE'])
  expect(await idsFor('TWICE')).toEqual([ids[0]])
})

it('a search that finds nothing counts the failed messages that could hold it, which a filter lists', async () => {
  const list = async (partlyRead: boolean): Promise<string[]> => {
    const { sinliMessages } = await gateway.data(
      `query ($filter: SinliMessageFilter) { sinliMessages(filter: $filter, first: 200) { edges { node { id } } } }`,
      { filter: { partlyRead } },
    )
    return sinliMessages.edges.map(({ node }: Json) => node.id)
  }
  const before = (await search('nada-de-nada')).partlyReadCount ?? 0
  const unreadable = await sendFailed(Buffer.from('nada legible'), { 'content-type': 'text/plain' })
  const cut = await sendFailed(
    file(lostOrder('CUT', 'Cortado'), (record, line) => (line > 3 ? record.slice(0, 40) : record)),
    { 'content-type': 'text/plain' },
  )
  const readable = await sendFailed(mailOf(lostOrder('READ', 'Legible')))

  expect(await search('nada-de-nada')).toEqual({ hits: [], partlyReadCount: before + 2 })
  expect((await search('CUT')).partlyReadCount).toBe(0)
  const [partly, others] = [await list(true), await list(false)]
  expect(partly).toHaveLength(before + 2)
  expect(partly).toEqual(expect.arrayContaining([unreadable, cut]))
  expect(partly).not.toContain(readable)
  expect(others).toContain(readable)
  expect(others.filter((id) => partly.includes(id))).toEqual([])
  const answer = await gateway.get('/api/admin/search/?q=nada-de-nada')
  expect(await answer.json()).toMatchObject({ partlyReadCount: before + 2 })
})

it('what was read of a message is erased with it', async () => {
  const { id } = await givenOldFailure(lostOrder('ERASED', 'Borrado'))
  await allRead()

  await gateway.db.inboundMessage.delete({ where: { id } })

  expect(await gateway.db.salvagedPart.count({ where: { messageId: id } })).toBe(0)
  expect(await idsFor('ERASED')).toEqual([])
})

it('a message of which nothing can be stored counts as read, and does not hold up others', async () => {
  const draft = lostOrder('NUL', 'Nulo')
  const broken = await givenOldFailure(draft, { beginnings: 5 })
  await allRead()

  expect(await gateway.db.salvagedDocument.findUnique({ where: { messageId: broken.id } })).toMatchObject({
    complete: false,
    type: null,
  })
})

describe('with a database of its own', () => {
  let other: GivenGateway
  beforeAll(async () => {
    other = await givenGateway({ config: { sampleData: false } })
  })
  afterAll(() => other[Symbol.asyncDispose]())

  const givenFailed = (index: number) =>
    other.db.inboundMessage.create({
      data: {
        id: `failed-${index}`,
        receivedAt: new Date(other.clock.now() + index),
        contentType: 'text/plain',
        raw: encode(lostOrder(`N-${index}`, `Tomo ${index}`)) as Uint8Array<ArrayBuffer>,
        // Not yet failed: the instance reads failed messages by itself.
        status: 'DUPLICATE',
      },
    })
  const fail = (id: string) => other.db.inboundMessage.update({ where: { id }, data: { status: 'FAILED' } })

  it('a message that is read by two at once is read once, and one that is handed back is read later', async () => {
    for (const index of [1, 2]) await givenFailed(index)
    await fail('failed-1')
    const aborted = AbortSignal.abort()
    expect(await createSalvage(other.db).next(aborted)).toBe(false)

    await fail('failed-2')
    const signal = new AbortController().signal
    await Promise.all([createSalvage(other.db).next(signal), createSalvage(other.db).next(signal)])
    while (await createSalvage(other.db).next(signal));

    const documents = await other.db.salvagedDocument.findMany({
      include: { parts: true },
      orderBy: { messageId: 'asc' },
    })
    expect(documents.map(({ number, parts }) => [number, parts.length])).toEqual([
      ['N-1', 2],
      ['N-2', 2],
    ])
  })
})

describe('without an instance that reads', () => {
  let database: GivenDatabase
  beforeAll(async () => {
    database = await givenDatabase()
  })
  afterAll(() => database[Symbol.asyncDispose]())
  beforeEach(() => database.db.$executeRaw`TRUNCATE "InboundMessage" CASCADE`)

  const goOn = new AbortController().signal
  const next = (signal = goOn, db = database.db) => createSalvage(db).next(signal)
  const read = () =>
    database.db.inboundMessage.findFirstOrThrow({ include: { salvaged: { include: { parts: true } } } })

  async function givenFailed(lines = 1) {
    const draft = lostOrder('LOST', 'Tomo')
    const raw = encode({
      ...draft,
      lines: Array.from({ length: lines }, (_, index) => ({ ...draft.lines?.[0], title: `Tomo ${index}` })),
    })
    const data = { contentType: 'text/plain', raw: Uint8Array.from(raw), receivedAt: new Date(), beginnings: 1 }
    await database.db.inboundMessage.create({ data: { ...data, status: 'FAILED' } })
  }

  /** The database of an instance to which something happens before it does this with a row. */
  const interrupted = (at: 'InboundMessage.findUnique' | 'SalvagedDocument.create', happens: () => unknown) =>
    database.db.$extends({
      query: {
        $allModels: {
          async $allOperations({ model, operation, args, query }) {
            if (`${model}.${operation}` === at) await happens()
            return query(args)
          },
        },
      },
    }) as unknown as RootDatabase

  it('a message whose reading kills the process each time is given up', async () => {
    await givenFailed()
    const killed = interrupted('InboundMessage.findUnique', () => new Promise(() => undefined))
    for (let start = 1; start <= 4; start++) {
      void next(goOn, killed)
      await until('it is started', async () => (await read()).beginnings === 1 + start)
    }

    await next()

    expect(await read()).toMatchObject({ salvage: 1, salvaged: { complete: false, type: null, parts: [] } })
    expect(await next()).toBe(false)
  })

  it('a shutdown does not count against a message; it is found by what was stored before, and read again', async () => {
    await givenFailed(1_200)
    const shutdown = new AbortController()
    const stopping = interrupted('SalvagedDocument.create', () => {
      shutdown.abort()
    })
    expect(await next(shutdown.signal, stopping)).toBe(false)

    const partly = await read()
    expect(partly).toMatchObject({ beginnings: 1, salvage: 0, salvaged: { number: 'LOST', complete: false } })
    expect(partly.salvaged?.parts.length).toBeLessThan(1_201)

    expect(await next()).toBe(true)
    const whole = await read()
    expect(whole).toMatchObject({ beginnings: 1, salvage: 1, salvaged: { complete: true } })
    expect(whole.salvaged?.parts).toHaveLength(1_201)
  })

  it.each([
    ['another instance starts to read', { beginnings: 3 }],
    ['a replay processes it', { status: 'PROCESSED' as const }],
  ])('nothing more is stored of a message once %s', async (_case, data) => {
    await givenFailed()

    await next(
      goOn,
      interrupted('InboundMessage.findUnique', () => database.db.inboundMessage.updateMany({ data })),
    )

    expect(await read()).toMatchObject({ salvage: 0, salvaged: null, ...data })
  })

  it('a message that a replay holds is read when the replay ends', async () => {
    if (database.databaseUrl === null) return
    await givenFailed()
    let endReplay = () => {}
    const ended = new Promise<void>((resolve) => (endReplay = resolve))
    const held = inTransaction(database.db, async (tx) => {
      await tx.inboundMessage.updateMany({ data: { status: 'FAILED' } })
      await ended
    })
    await until('it is held', () =>
      database.db.$queryRaw<[]>`SELECT 1 FROM pg_locks JOIN pg_database ON oid = "database"
        WHERE "datname" = current_database() AND "relation" = '"InboundMessage"'::regclass
          AND "mode" = 'RowExclusiveLock'`.then((rows) => rows.length > 0),
    )

    await expect(next()).rejects.toThrow()
    endReplay()
    await held

    expect(await next()).toBe(true)
    expect(await read()).toMatchObject({ beginnings: 1, salvage: 1, salvaged: { complete: true } })
  })
})
