import { commit } from '../../../src/audit/commit.ts'
import type { GivenGateway } from '../gateway.ts'

/** More than any list may return without being counted or limited. */
export const many = 620

const evidence = '{"code":"ERRORS_FAILING","windowSeconds":60,"n":3,"bad":3,"recentRate":100,"threshold":10,"at":0}'
/** A matcher or a filter that names as many subjects. */
const naming = (count: number) => ({
  ...{ kinds: [], areas: [] },
  subjects: Array.from({ length: count }, (_, at) => ({ kind: 'INTEGRACIONES', id: `many-${at + 1}` })),
})

/** More than 600 of everything of which a list can have as many, most of them below one parent. */
export async function givenLongLists({ db, clock }: GivenGateway): Promise<void> {
  const at = new Date(clock.now())
  const later = new Date(at.getTime() + 86_400_000)
  const { id: by } = await db.operator.findFirstOrThrow()
  const numbers = Array.from({ length: many }, (_, index) => index + 1)
  await db.$executeRaw`INSERT INTO "Subject" ("kind", "key", "name")
    SELECT 'INTEGRACIONES', 'many-' || i, 'Una ' || i FROM generate_series(1, ${many}::int) i`
  await db.$executeRaw`INSERT INTO "Integration" ("key", "subjectId", "name")
    SELECT "key", "id", "name" FROM "Subject" WHERE "key" LIKE 'many-%'`
  const subjects = await db.subject.findMany({ where: { key: { startsWith: 'many-' } }, orderBy: { id: 'asc' } })
  const idAt = (index: number) => subjects[index]?.id ?? 0
  await db.dependency.createMany({
    data: subjects.slice(1).map(({ id }) => ({ upstreamId: idAt(0), downstreamId: id })),
  })
  await db.dependency.createMany({
    data: subjects.slice(2, 21).map(({ id }) => ({ upstreamId: id, downstreamId: idAt(1) })),
  })
  await db.heartbeat.createMany({
    data: subjects.map(({ id, key }) => ({ id: `beat-${key}`, subjectId: id, hash: key, createdAt: at })),
  })
  await db.destination.createMany({
    data: subjects.map(({ id, key }) => ({
      ...{
        id: key,
        name: key,
        type: 'EMAIL' as const,
        config: { shown: 'a@example.org' },
        createdAt: at,
        subjectId: id,
      },
      filter: key === 'many-1' ? naming(100) : {},
    })),
  })
  await db.operator.createMany({
    data: numbers.map((i) => ({ id: `person-${i}`, email: `p${i}@example.org`, name: 'Una', role: 'lector' })),
  })
  await db.session.createMany({
    data: numbers.map((i) => ({
      ...{ id: `session-${i}`, operatorId: by, createdAt: at, seenAt: at, expiresAt: later, address: '192.0.2.1' },
    })),
  })
  await db.apiToken.createMany({
    data: numbers.flatMap((i) =>
      (['SERVICE', 'PERSONAL'] as const).map((kind) => ({
        ...{ kind, operatorId: kind === 'PERSONAL' ? by : null, name: 'Una', hash: `${kind}-${i}`, prefix: 'vg' },
        ...{ scopes: [], createdAt: at, expiresAt: later },
      })),
    ),
  })
  await db.service.createMany({
    data: numbers.map((i) => ({ id: `service-${i}`, name: 'Una', createdAt: at, lastReportAt: at })),
  })
  const planned = { byId: by, reason: 'Una', startsAt: at, endsAt: later, matcher: naming(150) }
  await db.maintenance.createMany({
    data: numbers.map((i) => ({ ...planned, id: `plan-${i}`, zone: 'Europe/Madrid' })),
  })
  await db.mute.createMany({ data: numbers.map((i) => ({ ...planned, id: `mute-${i}` })) })
  await db.$executeRaw`INSERT INTO "Incident"
      ("id", "kind", "subjectId", "openKey", "severity", "maxSeverity", "openedAt", "evidence", "suppressed", "suppressedById", "maintenanceId")
    SELECT 'incident-' || "id", 'INTEGRACIONES', "id", 'INTEGRACIONES:' || "key", 'FALLANDO', 'FALLANDO', ${at}, ${evidence}::jsonb,
      "id" > ${idAt(250)}, CASE WHEN "id" > ${idAt(250)} THEN 'incident-' || ${idAt(0)}::int END,
      CASE WHEN "id" > ${idAt(250)} THEN 'plan-1' END
    FROM "Subject" WHERE "key" LIKE 'many-%' ORDER BY "id"`
  await db.$executeRaw`INSERT INTO "TimelineEntry" ("incidentId", "at", "event", "severity")
    SELECT 'incident-' || ${idAt(0)}::int, ${at}, 'NOTE', 'FALLANDO' FROM generate_series(1, ${many}::int)`
  await db.delivery.createMany({
    data: numbers.map((i) => ({
      ...{
        id: `msg_${i}`,
        destinationId: 'many-1',
        kind: 'INCIDENTS' as const,
        message: {},
        createdAt: i === 1 ? later : at,
        nextAt: later,
      },
      ...{ status: 'DELIVERED' as const, endedAt: at },
    })),
  })
  await db.deliveryIncident.createMany({
    data: [
      ...subjects.map(({ id }) => ({ deliveryId: 'msg_1', incidentId: `incident-${id}` })),
      ...numbers.slice(1).map((i) => ({ deliveryId: `msg_${i}`, incidentId: `incident-${idAt(0)}` })),
    ],
  })
  await db.deliveryAttempt.createMany({ data: numbers.map(() => ({ deliveryId: 'msg_1', at, ms: 1 })) })
  const results = numbers.map((i) => ({ messageId: `m-${i}`, outcome: 'unchanged', code: null, message: null }))
  await db.replay.create({
    data: {
      ...{ id: 'replay-1', operatorId: by, request: { limit: 1_000, selection: {} }, startedAt: at },
      // As it is stored of a replay that was interrupted before its first message.
      ...{ done: 0, selected: results.map(({ messageId }) => messageId) },
      ...{ aliveAt: at, finishedAt: at, answer: { replayId: 'replay-1', results } },
    },
  })
  await db.inboundMessage.create({
    data: {
      id: 'message-1',
      raw: Buffer.from(''),
      sha256: '',
      receivedAt: at,
      status: 'FAILED',
      contentType: 'text/plain',
    },
  })
  const warnings = numbers.map((line) => ({ code: 'ISBN_INVALIDO', line, message: 'Una' }))
  await db.inboundAttempt.createMany({
    data: numbers.map((i) => ({
      messageId: 'message-1',
      at,
      status: 'FAILED' as const,
      warnings: i === many ? warnings : [],
    })),
  })
  // The rows were written past the functions that announce changes.
  await commit(db, () => ({ views: ['inventory', 'panel'] }))
}
