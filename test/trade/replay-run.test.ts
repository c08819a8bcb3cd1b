import { givenGateway, type GivenGateway, type Json } from '../support/gateway.ts'
import { givenSignedIn } from '../support/auth/operators.ts'
import {
  envio,
  factul,
  givenTrade,
  libros,
  mail,
  mailOf,
  pedido,
  shop,
  subjectOf,
  untilFailedAreRead,
  type GivenTrade,
} from '../support/sinli/inbound.ts'

let gateway: GivenGateway
let trade: GivenTrade
beforeAll(async () => {
  gateway = await givenGateway({ config: { sampleData: false } })
  trade = givenTrade(gateway)
  await trade.registerLibrary(shop)
  await gateway.db.$executeRaw`
    CREATE FUNCTION refuse() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'poison'; END $$ LANGUAGE plpgsql`
})
afterAll(() => gateway[Symbol.asyncDispose]())
afterEach(async () => {
  await gateway.db.$executeRaw`DROP TRIGGER IF EXISTS "poison" ON "SinliDocument"`
  await gateway.db.$executeRaw`TRUNCATE "InboundMessage", "Replay", "Supplier", "AuditEntry" CASCADE`
})

/** The database itself refuses the message with the number N2. */
const refuseN2 = () =>
  gateway.db.$executeRaw`
    CREATE TRIGGER "poison" BEFORE INSERT ON "SinliDocument"
    FOR EACH ROW WHEN (NEW."number" = 'N2') EXECUTE FUNCTION refuse()`

const newcomer = 'LIB00009'
const another = 'LIB00008'
const fromNewcomer = { sender: newcomer }
const idsIn = ({ body }: { body: Json }) => body['results'].map(({ messageId }: Json) => messageId)
const outcomesIn = ({ body }: { body: Json }) => body['results'].map(({ outcome }: Json) => outcome)
const countsIn = ({ body: { selected, reprocessed, unchanged, skipped, failed } }: { body: Json }) => ({
  selected,
  reprocessed,
  unchanged,
  skipped,
  failed,
})
const trail = () => gateway.db.auditEntry.findMany({ where: { action: 'integration.replay' } })
const everything = async () => ({
  messages: await gateway.db.inboundMessage.findMany({ omit: { raw: true, salvage: true }, orderBy: { id: 'asc' } }),
  attempts: await gateway.db.inboundAttempt.count(),
  documents: await gateway.db.sinliDocument.count(),
})

async function givenFailed(count: number, from = newcomer) {
  const ids: string[] = []
  for (let number = 1; number <= count; number++)
    ids.push((await trade.send(mailOf(envio({ sender: from, number: `N${number}` })))).id)
  return ids
}

it('a replay processes per sender what others refer to first, and the oldest first within a type', async () => {
  const letters: Record<string, Buffer> = {
    invoice: mailOf(factul(fromNewcomer)),
    noteOne: mailOf(envio({ ...fromNewcomer, number: 'E1' })),
    noteTwo: mailOf(envio({ ...fromNewcomer, number: 'E2' })),
    catalogue: mailOf(libros(fromNewcomer)),
    order: mailOf(pedido({ sender: another, receiver: shop })),
  }
  const ids: Record<string, string> = {}
  for (const [name, letter] of Object.entries(letters)) {
    ids[name] = (await trade.send(letter)).id
    await gateway.pass(1)
  }
  await trade.registerSupplier(newcomer)
  await trade.registerSupplier(another)

  const answer = await trade.replay({ status: 'failed', reason: 'Both are registered now' })

  expect(idsIn(answer)).toEqual([ids['order'], ids['catalogue'], ids['noteOne'], ids['noteTwo'], ids['invoice']])
  expect(countsIn(answer)).toEqual({ selected: 5, reprocessed: 5, unchanged: 0, skipped: 0, failed: 0 })
  expect(
    await gateway.db.inboundAttempt.findMany({ where: { replayId: answer.body['replayId'] }, orderBy: { id: 'asc' } }),
  ).toMatchObject(idsIn(answer).map((messageId: string) => ({ messageId })))
})

it('a replay processes messages of one tick in order of arrival, whatever their order in the request', async () => {
  const ids = await givenFailed(6)
  await trade.registerSupplier(newcomer)

  const answer = await trade.replay({ messageIds: ids.toReversed() })

  expect(idsIn(answer)).toEqual(ids)
})

it('a replay selects by code, sender, document and time of arrival, the oldest first up to the limit', async () => {
  const [first] = await givenFailed(1)
  await gateway.pass(1)
  const second = (await trade.send(mailOf(envio({ sender: newcomer, number: 'N2' })))).id
  const broken = await trade.send(mail({ subject: subjectOf(envio()) }))
  await gateway.pass(60)
  const order = await trade.send(mailOf(pedido({ sender: another, receiver: shop })))
  const selected = async (filter: Json) => idsIn(await trade.replay({ status: 'failed', dryRun: true, ...filter }))

  expect(await selected({ code: 'ADJUNTO_AUSENTE' })).toEqual([broken.id])
  expect(await selected({ sender: newcomer })).toEqual([first, second])
  expect(await selected({ document: 'PEDIDO' })).toEqual([order.id])
  expect(await selected({ receivedFrom: new Date(gateway.clock.now()).toISOString() })).toEqual([order.id])
  expect(
    await selected({ receivedTo: new Date(gateway.clock.now()).toISOString(), code: 'REMITENTE_DESCONOCIDO' }),
  ).toHaveLength(2)
  expect(await selected({ limit: 1 })).toEqual([first])
})

it('a replay says how many of the named messages its limit leaves out', async () => {
  const [first, second, third] = await givenFailed(3)

  const limited = await trade.replay({ messageIds: [third, second, first], limit: 2, dryRun: true })
  const whole = await trade.replay({ messageIds: [third, second, first], dryRun: true })
  const matching = await trade.replay({ status: 'failed', limit: 2, dryRun: true })

  expect(idsIn(limited)).toEqual([first, second])
  expect(limited.body).toMatchObject({ selected: 2, leftOut: 1 })
  expect(whole.body).toMatchObject({ selected: 3, leftOut: 0 })
  expect(matching.body).toMatchObject({ selected: 2, leftOut: 0 })
})

it('a dry run predicts the outcomes of the replay, duplicates included, and changes nothing', async () => {
  await givenFailed(2)
  await trade.send(mailOf(envio({ sender: newcomer, number: 'N1' })))
  await trade.send(mailOf(envio({ sender: newcomer, number: 'N2', title: 'Otro' })))
  await trade.send(mailOf(envio({ sender: newcomer, number: 'N3', isbn: null, title: 'Sin código' })))
  await trade.send(mailOf(libros({ sender: newcomer, title: 'Sin código' })))
  await trade.send(mailOf(envio({ sender: another, number: 'N1' })))
  await trade.registerSupplier(newcomer)
  await untilFailedAreRead(gateway.db)
  const before = await everything()

  const dry = await trade.replay({ status: 'failed', dryRun: true })
  const between = await everything()
  const wet = await trade.replay({ status: 'failed' })

  expect(dry.body).toMatchObject({ dryRun: true })
  expect(between).toEqual(before)
  expect(countsIn(wet)).toEqual({ selected: 7, reprocessed: 4, unchanged: 1, skipped: 0, failed: 2 })
  expect(countsIn(dry)).toEqual(countsIn(wet))
  expect(outcomesIn(dry)).toEqual(outcomesIn(wet))
})

it('a replay adds an attempt and keeps the first error', async () => {
  const [id = ''] = await givenFailed(1)
  await trade.replay({ messageIds: [id] })
  await trade.registerSupplier(newcomer)

  await trade.replay({ messageIds: [id] })

  const { status, attempts } = await trade.messageOf(id)
  expect(status).toBe('PROCESSED')
  expect(attempts.map((attempt) => [attempt.code, attempt.replayId !== null])).toEqual([
    ['REMITENTE_DESCONOCIDO', false],
    ['REMITENTE_DESCONOCIDO', true],
    [null, true],
  ])
})

it('a replay leaves processed messages unchanged, and decodes them again with force', async () => {
  await trade.registerSupplier(newcomer)
  const [id = ''] = await givenFailed(1)
  await gateway.db.sinliLine.updateMany({ data: { title: 'Leído por una versión anterior' } })

  const left = await trade.replay({ messageIds: [id] })
  const forced = await trade.replay({ messageIds: [id], force: true })

  expect([outcomesIn(left), outcomesIn(forced)]).toEqual([['unchanged'], ['reprocessed']])
  expect((await trade.messageOf(id)).decoded?.lines).toMatchObject([{ title: 'Un libro inventado' }])
})

it('a replay marks a poison message as failed and continues with the others', async () => {
  const [first = '', poison = '', last = ''] = await givenFailed(3)
  await trade.registerSupplier(newcomer)
  await refuseN2()

  const answer = await trade.replay({ messageIds: [first, poison, last] })

  expect(countsIn(answer)).toMatchObject({ selected: 3, reprocessed: 2, failed: 1 })
  expect(await trade.messageOf(poison)).toMatchObject({ status: 'FAILED', code: 'ERROR_INTERNO', decoded: null })
})

it('the first processing marks a poison message as failed and continues with the others', async () => {
  await trade.registerSupplier(newcomer)
  await refuseN2()

  const [one = '', two = '', three = ''] = await givenFailed(3)

  expect([await trade.messageOf(one), await trade.messageOf(two), await trade.messageOf(three)]).toMatchObject([
    { status: 'PROCESSED' },
    { status: 'FAILED', code: 'ERROR_INTERNO', attempts: [{ code: 'ERROR_INTERNO' }] },
    { status: 'PROCESSED' },
  ])
})

it('concurrent replays with one idempotency key have one effect, one response and one audit entry', async () => {
  await givenFailed(3)
  await trade.registerSupplier(newcomer)
  const ask = () => trade.replay({ status: 'failed' }, { 'idempotency-key': 'once' })

  const answers = await Promise.all(Array.from({ length: 6 }, ask))
  const later = await ask()

  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect(countsIn(later)).toMatchObject({ selected: 3, reprocessed: 3 })
  for (const answer of answers) expect(answer.body).toEqual(later.body)
  expect(await gateway.db.inboundAttempt.count({ where: { replayId: { not: null } } })).toBe(3)
  expect(await trail()).toHaveLength(1)
})

it('an idempotency key that was used for another replay is refused', async () => {
  await trade.replay({ status: 'failed' }, { 'idempotency-key': 'twice' })

  const other = await trade.replay({ status: 'failed', limit: 7 }, { 'idempotency-key': 'twice' })

  expect(other).toMatchObject({
    status: 409,
    body: { code: 'CONFLICT', detail: expect.stringContaining('Idempotency-Key') },
  })
})

const running = (aliveSecondsAgo: number, key: string | null, selected: string[]) => ({
  id: 'died',
  key,
  operatorId: 'somebody',
  request: { selection: { status: 'failed' }, limit: 100, dryRun: false, force: false, reason: null },
  selected,
  running: 1,
  startedAt: new Date(gateway.clock.now() - aliveSecondsAgo * 1_000),
  aliveAt: new Date(gateway.clock.now() - aliveSecondsAgo * 1_000),
})

it('a replay is refused while another one runs', async () => {
  await gateway.db.replay.create({ data: running(5, null, []) })

  expect(await trade.replay({ status: 'failed' })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('Another replay') },
  })
})

it('a replay that died is closed with what it did, which is the response for its idempotency key', async () => {
  const [done = '', rest = ''] = await givenFailed(2)
  const { id: operatorId } = await gateway.db.operator.findFirstOrThrow()
  await gateway.db.replay.create({ data: { ...running(60, `${operatorId} key`, [done, rest]), operatorId } })
  await gateway.db.inboundAttempt.create({
    data: { messageId: done, at: new Date(gateway.clock.now()), status: 'PROCESSED', replayId: 'died' },
  })
  await trade.registerSupplier(newcomer)

  const answer = await trade.replay({ status: 'failed' }, { 'idempotency-key': 'key' })
  const next = await trade.replay({ messageIds: [rest] })

  expect(answer.body).toMatchObject({ replayId: 'died', selected: 2, reprocessed: 1, skipped: 1 })
  expect(next.body).toMatchObject({ reprocessed: 1 })
  expect(await trail()).toHaveLength(2)
})

it('a replay is audited with its operator, selection, reason and result', async () => {
  await givenFailed(1)

  await trade.replay({ status: 'failed', sender: newcomer, reason: 'Por si acaso' })

  expect(await trail()).toMatchObject([
    {
      actor: gateway.email,
      before: { selection: { status: 'failed', sender: newcomer }, reason: 'Por si acaso', dryRun: false },
      after: { selected: 1, failed: 1 },
    },
  ])
})

it('a replay is forbidden to the role lector', async () => {
  const lector = await givenSignedIn(gateway, 'lector')

  expect((await lector.post('/api/admin/integrations/sinli_inbound/replay/', { status: 'failed' })).status).toBe(403)
  expect(await trail()).toHaveLength(0)
})

it('a replay names unknown messages, and processes a message that is named twice once', async () => {
  const [id = ''] = await givenFailed(1)

  expect((await trade.replay({ messageIds: [id, 'who', 'what'] })).body).toMatchObject({
    status: 404,
    detail: 'There is no message who, what.',
  })
  expect(idsIn(await trade.replay({ messageIds: [id, id] }))).toEqual([id])
})

it.each([
  [{}, 'status: must be failed'],
  [{ messageIds: [] }, 'messageIds: must name at least one message'],
  [{ messageIds: ['a'], status: 'failed' }, 'Unrecognized key: "status"'],
  [{ status: 'failed', dryRun: 'yes' }, 'dryRun: must be true or false'],
  [{ status: 'failed', limit: 1_001 }, 'limit: must be at most 1,000'],
])('a replay with %j is refused', async (body, sentence) => {
  expect(await trade.replay(body)).toMatchObject({ status: 400, body: { detail: sentence } })
})
