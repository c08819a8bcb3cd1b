import type { RootDatabase } from '../../src/database/database.ts'

/** The ids of the rows of `givenTracedRows`. */
export const traced = {
  message: '10000000-0000-4000-8000-000000000001',
  document: '20000000-0000-4000-8000-000000000001',
  sameNumber: '20000000-0000-4000-8000-000000000002',
  replay: '30000000-0000-4000-8000-000000000001',
  incident: '40000000-0000-4000-8000-000000000001',
  earlierIncident: '40000000-0000-4000-8000-000000000002',
  delivery: `msg_${'5'.repeat(32)}`,
  messageId: '<envio.1234@example.org>',
  number: 'A/1234',
  isbn: '9788400000004',
  arrival: { traceId: 'a'.repeat(32), requestId: 'request-arrival' },
  replaying: { traceId: 'b'.repeat(32), requestId: 'request-replay' },
  delivering: { traceId: 'c'.repeat(32) },
  unlocking: { traceId: 'd'.repeat(32), requestId: 'request-unlock' },
} as const

const evidence = {
  ...{ code: 'ERRORS_FAILING', windowSeconds: 60, n: 3, bad: 3, recentRate: 100, p95: 20, threshold: 10 },
  at: Date.parse('2026-03-01T12:00:00Z'),
}

const sender = 'LIB00002'
const otherSender = 'LIB00003'
const receiver = 'LIB00001'
const second = '10000000-0000-4000-8000-000000000002'

/**
 * Related rows, a minute apart from `start`: a delivery note arrives by a request and fails, the incident of its
 * bookshop opens and is reported, a replay reprocesses the note together with another one of the same number by another
 * sender, and a customer is unlocked.
 */
export async function givenTracedRows(db: RootDatabase, start: Date): Promise<void> {
  const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
  await storeLibrary(db, at)
  await storeMessages(db, at)
  await storeReplay(db, at)
  await storeDelivery(db, at)
  await db.customer.create({ data: { id: 'c-100', name: 'Ana', email: 'ana@example.org', updatedAt: at(0) } })
  await db.auditEntry.create({ data: entry(at(8), 'customer.unlock', 'customer:c-100', traced.unlocking) })
  await db.requestTrace.createMany({
    data: [
      request(at(0), '/ingest/v1/sinli/messages', 202, traced.arrival),
      { ...request(at(5), '/graphql', 200, traced.replaying), operation: 'ReplaySinliMessages' },
      request(at(8), '/graphql', 200, traced.unlocking),
    ],
  })
}

type At = (minutes: number) => Date
type Link = { traceId: string; requestId: string }

async function storeLibrary(db: RootDatabase, at: At) {
  const { id } = await db.subject.create({ data: { kind: 'LIBRERIAS', key: 'L-1', name: 'Librería Cálamo' } })
  await db.library.create({ data: { code: 'L-1', subjectId: id, name: 'Librería Cálamo', updatedAt: at(0) } })
  const incident = {
    kind: 'LIBRERIAS',
    subjectId: id,
    severity: 'FALLANDO',
    maxSeverity: 'FALLANDO',
    evidence,
  } as const
  await db.incident.createMany({
    data: [
      { ...incident, id: traced.incident, openedAt: at(2), openKey: 'LIBRERIAS:L-1' },
      { ...incident, id: traced.earlierIncident, status: 'RESOLVED', openedAt: at(-90), resolvedAt: at(-30) },
    ],
  })
  await db.requestExample.create({
    data: { subjectId: id, traceId: traced.arrival.traceId, spanId: '', at: at(1), durationMs: 900, status: 503 },
  })
}

async function storeMessages(db: RootDatabase, at: At) {
  const message = { contentType: 'message/rfc822', raw: new Uint8Array(), receiver, document: 'ENVIO', version: '08' }
  await db.inboundMessage.createMany({
    data: [
      {
        ...{ ...message, ...traced.arrival, id: traced.message, receivedAt: at(0), identity: traced.messageId },
        ...{ status: 'PROCESSED', sender, libraryCode: 'L-1' },
      },
      {
        ...{ ...message, id: second, receivedAt: at(-600), identity: '<other@example.org>' },
        ...{ status: 'PROCESSED', sender: otherSender },
      },
    ],
  })
  const document = { type: 'ENVIO', receiver, number: traced.number, encoding: 'ascii', header: {}, totals: {} }
  await db.sinliDocument.createMany({
    data: [
      {
        ...document,
        id: traced.document,
        messageId: traced.message,
        identity: 'one',
        sender,
        date: new Date('2026-03-01'),
      },
      { ...document, id: traced.sameNumber, messageId: second, identity: 'two', sender: otherSender },
    ],
  })
  await db.sinliLine.create({ data: { documentId: traced.document, position: 0, isbn: traced.isbn, fields: {} } })
  await db.inboundAttempt.createMany({
    data: [
      {
        messageId: traced.message,
        at: at(1),
        status: 'FAILED',
        code: 'REMITENTE_DESCONOCIDO',
        traceId: traced.arrival.traceId,
      },
      { messageId: traced.message, at: at(6), status: 'PROCESSED', ...replayed },
      { messageId: second, at: at(7), status: 'DUPLICATE', ...replayed },
    ],
  })
}

const replayed = { replayId: traced.replay, traceId: traced.replaying.traceId }

async function storeReplay(db: RootDatabase, at: At) {
  await db.replay.create({
    data: {
      ...{ id: traced.replay, operatorId: 'somebody', startedAt: at(5), aliveAt: at(7), finishedAt: at(7), done: 2 },
      request: { dryRun: false, force: false, limit: 2, selection: {} },
      selected: [traced.message, second],
      answer: { reprocessed: 1, unchanged: 1, skipped: 0, failed: 0, results: [] },
      ...traced.replaying,
    },
  })
  await db.auditEntry.create({ data: entry(at(7), 'integration.replay', `replay:${traced.replay}`, traced.replaying) })
}

async function storeDelivery(db: RootDatabase, at: At) {
  const subject = await db.subject.create({ data: { kind: 'INTEGRACIONES', key: 'alerts_guardia', name: 'Guardia' } })
  const { id } = await db.destination.create({
    data: {
      name: 'Guardia',
      type: 'WEBHOOK',
      config: { shown: 'example.org' },
      createdAt: at(0),
      subjectId: subject.id,
    },
  })
  await db.delivery.create({
    data: {
      ...{ id: traced.delivery, destinationId: id, kind: 'INCIDENTS', status: 'DELIVERED', ...traced.delivering },
      ...{ message: { kind: 'TEST' }, createdAt: at(3), nextAt: at(3), endedAt: at(4) },
      incidents: { create: { incidentId: traced.incident } },
    },
  })
}

const entry = (at: Date, action: string, object: string, link: Link) => ({
  ...{ at, action, object, actor: 'ana@example.org', ...link },
})

const request = (at: Date, route: string, status: number, link: Link) => ({
  ...{ at, method: 'POST', route, status, durationMs: 12, actor: 'ingest', address: '198.51.100.7', ...link },
})
