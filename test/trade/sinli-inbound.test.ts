import { encode } from '../../src/sinli/encode.ts'
import { processWaiting } from '../../src/trade/inbound/process-message.ts'
import { givenGateway, type GivenGateway } from '../support/gateway.ts'
import {
  campre,
  envio,
  estado,
  factul,
  givenTrade,
  libros,
  mail,
  mailOf,
  pedido,
  shop,
  stranger,
  subjectOf,
  supplier,
  type GivenTrade,
} from '../support/sinli/inbound.ts'

let gateway: GivenGateway
let trade: GivenTrade
beforeAll(async () => {
  gateway = await givenGateway({ config: { sampleData: false } })
  trade = givenTrade(gateway)
  await trade.registerLibrary(shop, 'aurora')
  await trade.registerSupplier(supplier)
})
afterAll(() => gateway[Symbol.asyncDispose]())

const bytes = (text: string) => Buffer.from(text, 'latin1')
const attachment = (name: string, draft = envio()) => ({ name, bytes: encode(draft) })

it('an e-mail is stored, processed and decoded into a document with its lines', async () => {
  const draft = envio({ number: 'STORED' })

  const { status, body } = await trade.post(mailOf(draft))
  const message = await trade.processed(body['id'])

  expect([status, body['status']]).toEqual([202, 'received'])
  expect(message).toMatchObject({
    status: 'PROCESSED',
    code: null,
    sender: supplier,
    receiver: shop,
    document: 'ENVIO',
    libraryCode: 'aurora',
  })
  expect(message.decoded).toMatchObject({
    type: 'ENVIO',
    number: 'STORED',
    date: new Date('2026-03-01T00:00:00Z'),
    header: { number: 'STORED' },
  })
  expect(message.decoded?.lines).toMatchObject([
    { position: 0, isbn: '9788400000004', title: 'Un libro inventado', fields: { reference: 'REF-1' } },
  ])
  expect(message.attempts).toMatchObject([{ status: 'PROCESSED', code: null, replayId: null }])
})

it('an attachment sent alone is decoded from its bytes, whatever charset the request declares', async () => {
  const draft = envio({ number: 'ALONE', title: 'Añoranza' })

  const message = await trade.send(encode(draft), {
    'content-type': 'text/plain; charset=utf-8',
    'x-sinli-subject': subjectOf(draft),
  })

  expect(message).toMatchObject({
    status: 'PROCESSED',
    decoded: { encoding: 'windows-1252', lines: [{ title: 'Añoranza' }] },
  })
  expect(message.identity).toBe(message.sha256)
})

it('the SINLI file is found among the body, the pictures and the signatures of an e-mail', async () => {
  const draft = libros({ title: 'Con cubierta' })
  const letter = mailOf(draft, {
    attachments: [
      { name: 'LIBROS.TXT', type: 'application/octet-stream', bytes: encode(draft), disposition: 'inline' },
      { name: 'cubierta.jpg', type: 'image/jpeg', bytes: bytes('picture') },
      { name: 'firma.p7s', type: 'application/pkcs7-signature', bytes: bytes('signature') },
    ],
  })

  expect(await trade.send(letter)).toMatchObject({ status: expect.stringMatching('PROCESSED'), document: 'LIBROS' })
})

it('an inline text part with a file name is taken as the SINLI file', async () => {
  const draft = envio({ number: 'INLINE' })

  expect(
    await trade.send(mailOf(draft, { attachments: [{ ...attachment('ENVIO.txt', draft), disposition: 'inline' }] })),
  ).toMatchObject({ status: 'PROCESSED' })
})

const cut = (draft: Parameters<typeof encode>[0], change: (text: string) => string) =>
  bytes(change(Buffer.from(encode(draft)).toString('latin1')))
const withSubject = (subject: string, file: Uint8Array) =>
  mail({ subject, attachments: [{ name: 'SINLI.txt', bytes: file }] })
const blankParties = (text: string) => text.slice(0, 10) + ' '.repeat(16) + text.slice(26)

it.each([
  ['ASUNTO_INVALIDO', () => withSubject('Hola', cut(envio(), blankParties))],
  ['ADJUNTO_AUSENTE', () => mail({ subject: subjectOf(envio()) })],
  ['ADJUNTO_MULTIPLE', () => mailOf(envio(), { attachments: [attachment('A.txt'), attachment('B.txt')] })],
  ['REMITENTE_DESCONOCIDO', () => mailOf(envio({ sender: stranger }))],
  ['DESTINATARIO_DESCONOCIDO', () => mailOf(envio({ receiver: stranger }))],
  ['IDENTIFICACION_INCOHERENTE', () => withSubject(subjectOf(envio({ sender: stranger })), encode(envio()))],
  [
    'TIPO_NO_SOPORTADO',
    () =>
      withSubject(
        subjectOf(envio()).replace('ENVIO ', 'NADIES'),
        cut(envio(), (text) => text.replaceAll('ENVIO ', 'NADIES')),
      ),
  ],
  [
    'VERSION_NO_SOPORTADA',
    () =>
      withSubject(
        subjectOf(envio()).replace('08FANDE', '77FANDE'),
        cut(envio(), (text) => text.replaceAll('ENVIO 08', 'ENVIO 77')),
      ),
  ],
  [
    'REGISTRO_DESCONOCIDO',
    () =>
      mailOf(envio(), {
        attachments: [
          { name: 'E.txt', bytes: cut(envio(), (text) => text.replace(/\r\nC/, '\r\nX').replace(/\r\nD/, '\r\nY')) },
        ],
      }),
  ],
  ['LONGITUD_REGISTRO', () => mailOf(envio(), { attachments: [{ name: 'E.txt', bytes: bytes('') }] })],
  ['ARTICULO_NO_IDENTIFICADO', () => mailOf(envio({ number: 'NOBODY', isbn: null, title: 'Nadie lo conoce' }))],
])('a message fails with %s, and a sentence says why', async (code, letter) => {
  const message = await trade.send(letter())

  expect(message).toMatchObject({
    status: 'FAILED',
    code,
    problem: expect.stringMatching(/^[A-Z].+\.$/),
    decoded: null,
  })
  expect(message.attempts).toMatchObject([{ status: 'FAILED', code }])
})

it('a message without a usable subject is identified by line 1, with a warning', async () => {
  const message = await trade.send(withSubject('Fwd: pedido', encode(pedido({ number: 'LINE1' }))))

  expect(message).toMatchObject({
    status: 'PROCESSED_WITH_WARNINGS',
    code: 'ASUNTO_INVALIDO',
    sender: shop,
    receiver: supplier,
  })
})

it('a document whose totals do not add up is stored with a warning', async () => {
  const draft = { ...envio({ number: 'SUMS' }), totals: { units: 77 } }

  const message = await trade.send(mailOf(draft))

  expect(message).toMatchObject({ status: 'PROCESSED_WITH_WARNINGS', decoded: { number: 'SUMS' } })
  expect(message.attempts[0]?.warnings).toContainEqual(expect.objectContaining({ code: 'TOTALES_NO_CUADRAN' }))
})

it('the sentences about a message and its replay are in the language that is asked for, English by default', async () => {
  const { id } = await trade.send(mailOf({ ...envio({ number: 'TOLD' }), totals: { units: 1_077 } }))
  const said = (field: string) => `en: ${field} es: ${field}(language: ES)`
  const told = {
    en: 'The totals do not add up: units is stated as 1077 and comes to 1.',
    es: 'Unidades: declarado 1077, calculado 1.',
  }

  const { sinliMessage } = await gateway.data(
    `query ($id: ID!) { sinliMessage(id: $id) {
      ${said('problem')} problemDetail { code parameters } attempts { ${said('problem')} warnings { ${said('message')} } } } }`,
    { id },
  )
  expect(sinliMessage).toEqual({
    ...told,
    problemDetail: {
      code: 'TOTALS_DIFFER',
      parameters: { mismatches: [{ field: 'units', stated: 1077, computed: 1 }] },
    },
    attempts: [{ ...told, warnings: expect.arrayContaining([told]) }],
  })

  const replayed = await gateway.post('/api/admin/integrations/sinli_inbound/replay/', { messageIds: [id] })
  const { replayId, results } = (await replayed.json()) as { replayId: string; results: unknown[] }
  const processed = 'It was processed already; with force it is decoded anew.'
  expect(results).toEqual([
    {
      ...{ messageId: id, outcome: 'unchanged', code: 'TOTALES_NO_CUADRAN', message: processed },
      detail: { code: 'ALREADY_PROCESSED', parameters: {} },
    },
  ])
  const { replay } = await gateway.data(`query ($id: ID!) { replay(id: $id) { results { ${said('message')} } } }`, {
    id: replayId,
  })
  expect(replay.results).toEqual([{ en: processed, es: 'Ya estaba procesado; con «Forzar» se lee de nuevo.' }])
})

it('a message with the same bytes is a duplicate without effect, in any e-mail', async () => {
  const first = await trade.send(mailOf(envio({ number: 'TWICE' })))
  const again = await trade.send(mailOf(envio({ number: 'TWICE' })))

  expect(again).toMatchObject({
    status: 'DUPLICATE',
    code: 'DUPLICADO_EXACTO',
    problem: expect.stringContaining(first.id),
    decoded: null,
  })
  expect(await gateway.db.sinliDocument.count({ where: { number: 'TWICE' } })).toBe(1)
})

it('of many concurrent messages with the same bytes, one is stored', async () => {
  const letters = Array.from({ length: 8 }, () => mailOf(envio({ number: 'ATONCE' })))

  const messages = await Promise.all(letters.map((letter) => trade.send(letter)))

  expect(messages.map(({ status }) => status).sort()).toEqual([...Array<string>(7).fill('DUPLICATE'), 'PROCESSED'])
})

it('concurrent processing of the same messages by several instances has one effect', async () => {
  const raw = mailOf(envio({ number: 'RACE' }))
  const data = { contentType: 'message/rfc822', raw: new Uint8Array(raw), receivedAt: new Date(gateway.clock.now()) }
  const ids = Array.from({ length: 5 }, (_, index) => `race-${index}`)
  await gateway.db.inboundMessage.createMany({ data: ids.map((id) => ({ id, ...data })) })

  const processing = { db: gateway.db, clock: gateway.clock, recordOutcome: () => undefined }

  await Promise.all([...ids, ...ids].map((id) => processWaiting(processing, { id, beginnings: 0, traceId: null })))

  const messages = await Promise.all(ids.map((id) => trade.messageOf(id)))
  expect(messages.map(({ status }) => status).sort()).toEqual([...Array<string>(4).fill('DUPLICATE'), 'PROCESSED'])
  expect(messages.map(({ attempts }) => attempts.length)).toEqual(Array(5).fill(1))
})

it('a known document number with other content is refused until it is forced', async () => {
  await trade.send(mailOf(envio({ number: 'SAME', title: 'Primero' })))
  const other = await trade.send(mailOf(envio({ number: 'SAME', title: 'Segundo' })))

  const refused = await trade.replay({ messageIds: [other.id] })
  const forced = await trade.replay({ messageIds: [other.id], force: true, reason: 'The supplier corrected it' })

  expect(other).toMatchObject({ status: 'FAILED', code: 'DOCUMENTO_DUPLICADO' })
  expect(refused.body).toMatchObject({ failed: 1, results: [{ outcome: 'failed', code: 'DOCUMENTO_DUPLICADO' }] })
  expect(forced.body).toMatchObject({ reprocessed: 1 })
  expect(
    await gateway.db.sinliDocument.findMany({ where: { number: 'SAME' }, include: { lines: true } }),
  ).toMatchObject([{ messageId: other.id, lines: [{ title: 'Segundo' }] }])
  expect((await trade.messageOf(other.id)).attempts.map(({ code }) => code)).toEqual([
    'DOCUMENTO_DUPLICADO',
    'DOCUMENTO_DUPLICADO',
    null,
  ])
})

it('another date makes another document, and other content under one Message-ID is an error', async () => {
  const messageId = '<one@example.org>'
  await trade.send(mailOf(factul({ number: 'DATES' }), { messageId }))

  const later = await trade.send(mailOf(factul({ number: 'DATES', date: '2026-03-02' })))
  const again = await trade.send(mailOf(factul({ number: 'OTHER' }), { messageId }))

  expect(later).toMatchObject({ status: 'PROCESSED' })
  expect(again).toMatchObject({ status: 'FAILED', code: 'DOCUMENTO_DUPLICADO' })
})

it('prices that are older than the stored ones are skipped', async () => {
  const newer = await trade.send(mailOf(campre({ date: '2026-05-02' })))
  const older = await trade.send(mailOf(campre({ date: '2026-05-01' })))
  const newest = await trade.send(mailOf(campre({ date: '2026-05-03' })))

  expect([newer.status, newest.status]).toEqual(['PROCESSED', 'PROCESSED'])
  expect(older).toMatchObject({ status: 'SKIPPED', decoded: null, problem: expect.stringContaining(newer.id) })
})

it('a state that arrived before the stored one is skipped, even if it is processed later', async () => {
  const late = await trade.send(mailOf(estado({ sender: stranger, title: 'Antes' })))
  await trade.registerSupplier(stranger)
  await gateway.pass(60)
  await trade.send(mailOf(estado({ sender: stranger, title: 'Después' })))

  const { body } = await trade.replay({ messageIds: [late.id], force: true })

  expect(body).toMatchObject({ skipped: 1, results: [{ messageId: late.id, outcome: 'skipped' }] })
})

it('a line without any code is identified by its title once the catalogue has it', async () => {
  const unknown = await trade.send(mailOf(envio({ number: 'TITLE', isbn: null, title: 'El título más raro' })))
  await trade.send(mailOf(libros({ title: 'El título más raro' })))

  const { body } = await trade.replay({ messageIds: [unknown.id] })

  expect(unknown.code).toBe('ARTICULO_NO_IDENTIFICADO')
  expect(body).toMatchObject({ reprocessed: 1 })
  expect((await trade.messageOf(unknown.id)).decoded?.lines).toMatchObject([{ isbn: '9788400000004' }])
})

it('a reviewed message with differing ids is accepted with force', async () => {
  const differing = await trade.send(
    withSubject(subjectOf(envio({ sender: 'LIB00055' })), encode(envio({ number: 'REVIEWED' }))),
  )

  const { body } = await trade.replay({ messageIds: [differing.id], force: true })

  expect(body).toMatchObject({ reprocessed: 1 })
  expect(await trade.messageOf(differing.id)).toMatchObject({ sender: supplier, decoded: { number: 'REVIEWED' } })
})

it.each([
  [{ 'content-type': 'application/json' }, '{}', 415],
  [{ 'content-type': 'text/plain' }, '', 400],
  [{ authorization: 'Bearer wrong' }, 'x', 401],
  [{ 'content-type': 'text/plain' }, 'x'.repeat(26 * 1024 * 1024), 413],
])('a message with %j is refused with a sentence', async (headers, body, status) => {
  const answer = await trade.post(bytes(body), headers)

  expect(answer).toMatchObject({ status, body: { detail: expect.stringMatching(/^[A-Z].+/) } })
})

it('a supplier keeps its newest record', async () => {
  const put = (name: string, updatedAt: string) => trade.put('/ingest/v1/suppliers/lib00077', { name, updatedAt })

  expect(await put('Uno', '2026-01-02T00:00:00Z')).toMatchObject({
    status: 201,
    body: { sinliId: 'LIB00077', name: 'Uno' },
  })
  expect(await put('Cero', '2026-01-01T00:00:00Z')).toMatchObject({ status: 200, body: { name: 'Uno' } })
  expect(await put('Dos', '2026-01-03T00:00:00Z')).toMatchObject({ status: 200, body: { name: 'Dos' } })
  expect(
    await trade.put('/ingest/v1/suppliers/none-such', { name: 'X', updatedAt: '2026-01-03T00:00:00Z' }),
  ).toMatchObject({ status: 400 })
})
