import { catalogue, invoice, order, parcel, parties, prices } from '../../src/cli/demo-documents.ts'
import type { RootDatabase } from '../../src/database/database.ts'
import type { Draft } from '../../src/sinli/encode.ts'
import { isLongRun } from '../support/extent.ts'
import { campre, envio, estado, factul, libros, mailOf, pedido } from '../support/sinli/inbound.ts'
import { commonSettings, type Client } from '../support/process/instances.ts'
import { givenBehindProxy } from '../support/process/outage.ts'
import type { Treatment } from '../support/process/proxy.ts'
import { printFigures } from '../support/print-figures.ts'
import { until } from '../support/until.ts'

const authorization = `Bearer ${commonSettings.INGEST_TOKEN}`
const treatments: Treatment[] = ['refused', 'stalled']
const lengths = isLongRun ? [5, 30, 120] : [5]
const outages = treatments.flatMap((treatment) => lengths.map((seconds) => ({ treatment, seconds })))

/** Batches of every type of document before, during and after the outage. */
const batches = { waiting: 5, arriving: 5 }

it.concurrent.each(outages)(
  'each message is processed once and in order per sender though the database is $treatment for $seconds s',
  async ({ treatment, seconds }) => {
    await using house = await givenBehindProxy()
    const { client, proxy, db } = house
    await register(client)
    const waiting = lettersOf(batches.waiting, 'W')
    const arriving = lettersOf(batches.arriving, 'A')
    // An ESTADO has no date: one that arrived before another, but is processed after it, is skipped as the older one.
    await keep(db, waiting)
    const sending = [parties.sur.id, parties.alba.id].map((sender) => sendInTurn(client, arriving, sender))
    await until('some are processed', async () => (await db.inboundAttempt.count()) >= 5)

    proxy.treat(treatment)
    const end = performance.now() + seconds * 1_000
    await until('the outage is over', () => performance.now() > end, (seconds + 10) * 1_000)
    const duringOutage = await db.inboundAttempt.count()
    proxy.treat('well')
    const back = performance.now()
    await Promise.all(sending)
    await until('nothing waits', async () => (await countWaiting(db)) === 0)
    const caughtUpMs = Math.round(performance.now() - back)

    const found = await findings(db)
    const documents = waiting.length + arriving.length
    expect(duringOutage).toBeLessThan(documents)
    expect(found).toMatchObject({
      failed: 0,
      skipped: 0,
      attemptsPerMessage: [1],
      documents,
      types: 12,
      outOfOrder: [0, 0],
    })
    expect(house.vigia.said.stderr).toBe('')
    printFigures({ inbound: treatment, seconds, duringOutage, caughtUpMs, ...found })
  },
  400_000,
)

type Letter = { sender: string; raw: Buffer }

async function register({ send }: Client) {
  const updatedAt = '2026-01-01T00:00:00Z'
  const put = (path: string, body: object) => send(path, 'PUT', { authorization }, { ...body, updatedAt })
  await put('/ingest/v1/libraries/alba', { name: 'Alba', sinliId: parties.alba.id })
  await put(`/ingest/v1/suppliers/${parties.sur.id}`, { name: 'Sur' })
}

/** Letters of every type, from a supplier and from a bookshop in turn; no two of them say the same. */
function lettersOf(count: number, prefix: string): Letter[] {
  const drafts = Array.from({ length: count }, (_, index) => draftsOf(`${prefix}${index}`)).flat()
  return drafts.map((draft) => ({ sender: draft.sender, raw: mailOf(draft) }))
}

function draftsOf(number: string): Draft[] {
  const { sur, alba } = parties
  const there = { sender: sur.id, receiver: alba.id }
  const back = { sender: alba.id, receiver: sur.id }
  const occasion = { number: `D${number}`, date: '2026-03-01' }
  const own = { reference: `REF-${number}`, number }
  return [
    { ...catalogue(sur, alba), header: { supplierName: `Sur ${number}`, currency: 'E' } },
    order(alba, sur, occasion),
    parcel(sur, alba, occasion),
    invoice(sur, alba, { ...occasion, answers: occasion.number }),
    {
      ...prices(sur, alba, '2026-03-01'),
      header: { supplierName: `Sur ${number}`, date: '2026-03-01', currency: 'E' },
    },
    pedido({ ...back, ...own }),
    libros({ ...there, ...own, title: `Título ${number}` }),
    envio({ ...there, number, isbn: null, title: `Título ${number}` }),
    ...otherTypes.map((document) => ({ ...envio({ ...there, ...own }), document, header: headerOf(number) })),
    factul({ ...there, ...own }),
    campre({ ...there, ...own }),
    estado({ ...there, ...own }),
  ]
}

const otherTypes: Draft['document'][] = ['DEVOLU', 'ABONO', 'MENSAJ', 'VALPED', 'CEGALD', 'CEGALV']

const headerOf = (number: string) => ({
  ...{ number, originNumber: number, supplierName: `Sur ${number}`, customerName: `Alba ${number}` },
  ...{ date: '2026-03-01', currency: 'E' },
})

/** Sends the letters of one sender one after the other, each again until it is accepted. */
async function sendInTurn({ url }: Client, letters: readonly Letter[], sender: string) {
  for (const letter of letters.filter((one) => one.sender === sender))
    await until('the letter is accepted', () => isAccepted(url, letter), 200_000)
}

async function isAccepted(url: string, { raw }: Letter): Promise<boolean> {
  const { status } = await fetch(`${url}/ingest/v1/sinli`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'message/rfc822' },
    body: new Uint8Array(raw),
  })
  if (status !== 202 && status !== 503) throw new Error(`A letter was answered with ${status}.`)
  return status === 202
}

/** Keeps letters as another instance would that accepts all of them at once. */
async function keep(db: RootDatabase, letters: readonly Letter[]) {
  await db.inboundMessage.createMany({
    data: letters.map(({ raw }) => ({
      ...{ receivedAt: new Date(), contentType: 'message/rfc822', raw: new Uint8Array(raw) },
    })),
  })
  await db.$executeRaw`SELECT pg_notify('vigia', 'inbound')`
}

const countWaiting = (db: RootDatabase) =>
  db.inboundMessage.count({ where: { status: { in: ['RECEIVED', 'PROCESSING'] } } })

/** A message whose acceptance was lost on the way is sent again: then there is a duplicate, which changes nothing. */
async function findings(db: RootDatabase) {
  const messages = await db.inboundMessage.findMany({
    select: { sender: true, status: true, beginnings: true, attempts: { select: { id: true } } },
    orderBy: { sequence: 'asc' },
  })
  const ofStatus = (status: string) => messages.filter((message) => message.status === status).length
  return {
    messages: messages.length,
    failed: ofStatus('FAILED'),
    duplicates: ofStatus('DUPLICATE'),
    skipped: ofStatus('SKIPPED'),
    documents: await db.sinliDocument.count(),
    types: (await db.sinliDocument.groupBy({ by: ['type'] })).length,
    attemptsPerMessage: [...new Set(messages.map(({ attempts }) => attempts.length))],
    mostBeginnings: Math.max(...messages.map(({ beginnings }) => beginnings)),
    outOfOrder: [parties.sur.id, parties.alba.id].map((sender) =>
      countDescents(messages.filter((one) => one.sender === sender).map(({ attempts: [first] }) => first?.id ?? 0)),
    ),
  }
}

const countDescents = (numbers: readonly number[]) =>
  numbers.filter((number, index) => number < (numbers[index - 1] ?? 0)).length
