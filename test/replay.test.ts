import { givenGateway, type GivenGateway, type Json } from './support/gateway.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
  await gateway.db.inboundMessage.createMany({
    data: [
      message('f-1', 'FACTUL', 'LIB00001', 1),
      message('e-1', 'ENVIO', 'LIB00001', 2),
      message('l-2', 'LIBROS', 'LIB00001', 4),
      message('l-1', 'LIBROS', 'LIB00001', 3),
      message('p-9', 'PEDIDO', 'LIB00009', 0),
      { ...message('ok', 'PEDIDO', 'LIB00001', 5), status: 'processed', code: null },
    ],
  })
})
afterAll(() => gateway[Symbol.asyncDispose]())

const message = (id: string, document: string, sender: string, minute: number) => ({
  id,
  document,
  sender,
  status: 'failed',
  code: 'ARTICULO_NO_IDENTIFICADO',
  receivedAt: new Date(Date.parse('2026-03-01T12:00:00Z') + minute * 60_000),
})

async function replay(body: Json, headers: Record<string, string> = {}) {
  const answer = await gateway.post('/api/admin/integrations/sinli_inbound/replay/', body, headers)
  return { status: answer.status, body: (await answer.json()) as Json }
}

const idsIn = ({ body }: { body: Json }) => body['results'].map(({ messageId }: Json) => messageId)
const trail = () => gateway.db.auditEntry.count({ where: { action: 'integration.replay' } })

it('selects what failed, per sender, and within it what others refer to first, oldest first', async () => {
  const answer = await replay({ status: 'failed', reason: 'The catalogue has them now' })

  expect(answer.status).toBe(200)
  expect(idsIn(answer)).toEqual(['l-1', 'l-2', 'e-1', 'f-1', 'p-9'])
  const { selected, reprocessed, unchanged, skipped, failed } = answer.body
  expect([selected, reprocessed + unchanged + skipped + failed]).toEqual([5, 5])
})

it('filters, limits and takes messages by name', async () => {
  expect(idsIn(await replay({ status: 'failed', sender: 'LIB00009' }))).toEqual(['p-9'])
  expect(idsIn(await replay({ status: 'failed', document: 'LIBROS', limit: 1 }))).toEqual(['l-1'])
  expect(idsIn(await replay({ status: 'failed', code: 'DUPLICADO_EXACTO' }))).toEqual([])
  expect(
    idsIn(await replay({ status: 'failed', receivedFrom: '2026-03-01T12:03:00Z', receivedTo: '2026-03-01T12:04:00Z' })),
  ).toEqual(['l-1'])
  expect(idsIn(await replay({ messageIds: ['ok', 'f-1', 'ok'], dryRun: true }))).toEqual(['ok', 'f-1'])
})

it('names the messages it does not know', async () => {
  const { body } = await replay({ messageIds: ['f-1', 'who', 'what'] })

  expect(body).toMatchObject({ status: 404, detail: 'There is no message who, what.' })
})

it('gives the same answer for the same key, also at the same time, and tells the trail once', async () => {
  const before = await trail()

  const answers = await Promise.all(
    Array.from({ length: 5 }, () => replay({ status: 'failed' }, { 'idempotency-key': 'once' })),
  )
  const later = await replay({ status: 'failed' }, { 'idempotency-key': 'once' })

  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
  expect(new Set([...answers, later].map(({ body }) => body['replayId'])).size).toBe(1)
  expect(later.body).toEqual(answers[0]?.body)
  expect(await trail()).toBe(before + 1)
})

it('refuses a key that was used for something else', async () => {
  await replay({ status: 'failed' }, { 'idempotency-key': 'twice' })

  expect(await replay({ status: 'failed', limit: 7 }, { 'idempotency-key': 'twice' })).toMatchObject({
    status: 409,
    body: { code: 'CONFLICT' },
  })
})

it.each([
  [{}, 'status: must be failed'],
  [{ messageIds: [] }, 'messageIds: must name at least one message'],
  [{ messageIds: ['a'], status: 'failed' }, 'Unrecognized key: "status"'],
  [{ status: 'failed', dryRun: 'yes' }, 'dryRun: must be true or false'],
])('refuses %j', async (body, sentence) => {
  expect(await replay(body)).toMatchObject({ status: 400, body: { detail: sentence } })
})
