import { givenGateway, type GivenGateway, type Json } from '../support/gateway.ts'
import { givenSignedIn } from '../support/auth/operators.ts'
import { envio, givenTrade, mailOf, shop, stranger, type GivenTrade } from '../support/sinli/inbound.ts'

let gateway: GivenGateway
let trade: GivenTrade
let sent = 0
beforeAll(async () => {
  gateway = await givenGateway({ config: { sampleData: false } })
  trade = givenTrade(gateway)
})
afterAll(() => gateway[Symbol.asyncDispose]())

const fromStranger = () => mailOf(envio({ sender: stranger, number: `W${++sent}` }))

async function sendFor(seconds: number) {
  for (let passed = 0; passed < seconds; passed += 10) {
    await trade.send(fromStranger())
    await trade.send(fromStranger())
    await gateway.pass(10)
  }
}

const state = async () => (await gateway.data('{ integration(id: "sinli_inbound") { state } }'))['integration'].state
const panel = async () => (await gateway.data('{ notifications { badge categories { kind count } } }'))['notifications']

async function sendUntil(wanted: (state: string) => boolean) {
  for (let passed = 0; passed < 3_600; passed += 60) {
    await sendFor(60)
    if (wanted(await state())) return
  }
  throw new Error(`After an hour it is still ${await state()}.`)
}

it('an unknown supplier opens an incident; its registration and a replay lead to the recovery', async () => {
  const operator = await givenSignedIn(gateway, 'operador')
  const replay = async (body: Json) =>
    (await (await operator.post('/api/admin/integrations/sinli_inbound/replay/', body)).json()) as Json
  expect(await trade.registerLibrary(shop, 'aurora')).toMatchObject({ status: 201 })

  // Nobody knows the supplier: its messages fail, and the entrance and the library degrade in the panel.
  await sendUntil((now) => now === 'DEGRADADO' || now === 'FALLANDO')
  const failing = await gateway.data(`{
    sinliMessages(filter: { status: FAILED }, first: 1) { totalCount edges { node { code problem replayHelps sender { id name } receiver { id library { id } } library { id state } text } } }
    integration(id: "sinli_inbound") { state reason errorRate requestsPerMinute latencyMs openIncident { kind status subject { id name } } }
    integrations { id name } library(id: "aurora") { openIncident { kind } sinliMessages(first: 2) { totalCount pageInfo { hasNextPage } } } }`)
  expect(failing['sinliMessages'].edges[0].node).toMatchObject({
    code: 'REMITENTE_DESCONOCIDO',
    replayHelps: 'AFTER_REGISTERING',
    sender: { id: stranger, name: null },
    receiver: { id: shop, library: { id: 'aurora' } },
    text: expect.stringContaining('Un libro inventado'),
  })
  expect(failing['integration']).toMatchObject({
    errorRate: 100,
    latencyMs: expect.any(Number),
    openIncident: { kind: 'INTEGRACIONES', status: 'OPEN', subject: { id: 'sinli_inbound' } },
  })
  expect(failing['library']).toMatchObject({
    openIncident: { kind: 'LIBRERIAS' },
    sinliMessages: { totalCount: sent, pageInfo: { hasNextPage: true } },
  })
  expect((await panel()).badge).toBe(2)

  // The supplier is registered; the rehearsal says that all will pass, and then all pass.
  expect(await trade.registerSupplier(stranger)).toMatchObject({ status: 201 })
  const filter = {
    status: 'failed',
    code: 'REMITENTE_DESCONOCIDO',
    limit: 1_000,
    reason: 'El proveedor ya está dado de alta',
  }
  const dry = await replay({ ...filter, dryRun: true })
  expect(dry).toMatchObject({ dryRun: true, selected: sent, reprocessed: sent })
  expect(await gateway.db.sinliDocument.count()).toBe(0)
  const wet = await replay(filter)
  expect(wet).toMatchObject({ dryRun: false, selected: sent, reprocessed: sent, failed: 0 })
  const { sinliMessage } = await gateway.data(
    `query ($id: ID!) { sinliMessage(id: $id) { status code sender { name } attempts { status code replayId } warnings { code }
      decoded { type number date header totals lines(first: 1) { totalCount edges { node { isbn title quantity priceCents fields } } } } } }`,
    { id: wet['results'][0].messageId },
  )
  expect(sinliMessage).toMatchObject({
    status: 'PROCESSED',
    sender: { name: `Proveedor ${stranger}` },
    attempts: [
      { status: 'FAILED', code: 'REMITENTE_DESCONOCIDO', replayId: null },
      { status: 'PROCESSED', replayId: wet['replayId'] },
    ],
    warnings: [],
    decoded: {
      type: 'ENVIO',
      header: { currency: 'E' },
      lines: { totalCount: 1, edges: [{ node: { isbn: '9788400000004', quantity: 1, priceCents: 1000 } }] },
    },
  })

  // Good messages and time: the incidents resolve by themselves.
  await sendUntil((now) => now === 'OPERATIVO')
  const { incidents } = await gateway.data('{ incidents { edges { node { kind status resolution } } } }')
  expect(incidents.edges.map(({ node }: Json) => node)).toEqual(
    expect.arrayContaining([
      { kind: 'INTEGRACIONES', status: 'RESOLVED', resolution: 'AUTOMATIC' },
      { kind: 'LIBRERIAS', status: 'RESOLVED', resolution: 'AUTOMATIC' },
    ]),
  )
  expect((await panel()).badge).toBe(0)

  // The trail has both, and who did it and why.
  const trail = (await (await gateway.get('/api/admin/audit/?action=integration.replay')).json()) as Json
  expect(trail['items']).toMatchObject([
    {
      actor: operator.operator.email,
      before: { reason: filter.reason, dryRun: false },
      after: { replayId: wet['replayId'], reprocessed: wet['reprocessed'] },
    },
    {
      actor: operator.operator.email,
      before: { reason: filter.reason, dryRun: true },
      after: { replayId: dry['replayId'] },
    },
  ])
})
