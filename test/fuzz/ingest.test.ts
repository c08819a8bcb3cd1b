import fc from 'fast-check'
import { encode } from '../../src/sinli/encode.ts'
import { damaged } from '../support/fuzz/damaged-files.ts'
import { holdsForAny, isOrderly, sendRaw } from '../support/fuzz/fuzz.ts'
import { givenGateway, outcome, type GivenGateway, type Json } from '../support/gateway.ts'
import { hostileMoment, hostileNumber, hostileText, hostileValue, jsonOf } from '../support/fuzz/hostile-values.ts'
import {
  campre,
  envio,
  estado,
  factul,
  givenTrade,
  libros,
  mailOf,
  pedido,
  shop,
  supplier,
  type GivenTrade,
} from '../support/sinli/inbound.ts'

let gateway: GivenGateway
let trade: GivenTrade
beforeAll(async () => {
  gateway = await givenGateway()
  trade = givenTrade(gateway)
  await trade.registerLibrary(shop)
  await trade.registerSupplier(supplier)
})
afterEach(async () => {
  expect((await gateway.get('/api/admin/auth/session/')).status).toBe(200)
})
afterAll(() => gateway[Symbol.asyncDispose]())

describe('a request to the ingest API', () => {
  holdsForAny(
    'never loses a good observation to a bad one',
    60,
    () => fc.array(observation, { maxLength: 6 }),
    async (bad) => {
      const given = [outcome(200), ...bad, outcome(200)]

      const answer = await sendRaw(
        gateway.url,
        post('/ingest/v1/observations', 'application/json', jsonOf({ observations: given })),
      )

      isOrderly(answer)
      // A body that is not JSON is refused as a whole.
      if (answer.status === 400) return
      const { accepted, rejected } = JSON.parse(answer.body) as { accepted: number; rejected: Json[] }
      expect(accepted + rejected.length).toBe(given.length)
      expect(rejected.map(({ index }) => index as number)).not.toEqual(expect.arrayContaining([0]))
      expect(rejected.map(({ index }) => index as number)).not.toEqual(expect.arrayContaining([given.length - 1]))
    },
  )

  it('is followed by an evaluation of good samples at the next tick', async () => {
    await gateway.report(outcome(200))
    await gateway.pass(10)

    const { endpoint } = await gateway.data('{ endpoint(id: "GET /api/admin/libraries/") { requestsPerMinute } }')
    expect(endpoint.requestsPerMinute).toBeGreaterThan(0)
  })
})

describe('a damaged message', () => {
  holdsForAny(
    'is stored unchanged and processed without an internal error: an e-mail',
    20,
    () => damaged(letters),
    async (raw) => {
      await isDealtWith(raw, 'message/rfc822')
    },
  )

  holdsForAny(
    'is stored unchanged and processed without an internal error: an attachment',
    25,
    () => damaged(files),
    async (raw) => {
      await isDealtWith(raw, 'text/plain')
    },
  )
})

const drafts = [envio(), pedido(), factul(), campre(), estado(), libros()]
const letters = drafts.map((draft) => mailOf(draft))
const files = drafts.map((draft) => encode(draft))

const text = fc.oneof(
  { arbitrary: fc.constantFrom('EJ-001', 'sinli_inbound', 'GET', '/api/admin/libraries/'), weight: 2 },
  hostileText,
)
const number = fc.oneof(fc.integer({ min: 0, max: 600 }), hostileNumber.filter(Number.isFinite))
const kind = fc.constantFrom('endpoint', 'library', 'integration')
const parts = {
  method: text,
  path: text,
  id: text,
  status: number,
  durationMs: number,
  ok: fc.boolean(),
  at: hostileMoment,
}
const observation = fc.oneof(
  {
    arbitrary: fc.record(
      { kind, ...parts },
      { requiredKeys: ['kind', 'method', 'path', 'id', 'status', 'durationMs', 'ok'] },
    ),
    weight: 3,
  },
  fc.record(Object.fromEntries(Object.keys({ kind, ...parts }).map((name) => [name, hostileValue])), {
    requiredKeys: [],
  }),
  hostileValue,
)

const post = (path: string, type: string, body: Buffer | string) => ({
  method: 'POST',
  path,
  headers: { authorization: `Bearer ${gateway.ingestToken}`, 'content-type': type },
  body,
})

async function isDealtWith(raw: Buffer, type: string) {
  const answer = await sendRaw(gateway.url, post('/ingest/v1/sinli', type, raw))
  isOrderly(answer)
  if (answer.status !== 202) return
  const { id } = JSON.parse(answer.body) as { id: string }
  const message = await trade.processed(id)
  const stored = await gateway.db.inboundMessage.findUniqueOrThrow({ where: { id }, select: { raw: true } })
  expect(Buffer.from(stored.raw).equals(raw)).toBe(true)
  expect(message.code).not.toBe('ERROR_INTERNO')
  const { errors } = await gateway.query(wholeMessage, { id })
  expect(errors).toBeUndefined()
}

const wholeMessage = `query ($id: ID!) { sinliMessage(id: $id) {
  status code problem text sender { id name } receiver { id } attempts { at warnings { code } }
  decoded { lines(first: 5) { edges { node { id } } } } } }`
