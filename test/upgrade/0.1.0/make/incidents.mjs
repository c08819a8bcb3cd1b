import { givenOpenIncidents, givenSlowIncident } from '../../../support/monitoring/incidents.ts'
import { givenHeartbeat } from '../../../support/monitoring/heartbeats.ts'
import { planMaintenance, muteIntegrations } from '../../../support/monitoring/integrations.ts'
import { mutate, nasty } from './context.mjs'

/** A subject fails at the first tick with failures, and recovers within half a minute. */
const quick = {
  pendingFailingMs: 0,
  pendingDegradedMs: 60_000,
  cleanFailingMs: 10_000,
  cleanDegradedMs: 10_000,
  recentMs: 10_000,
}

const failing = ['payments', 'mail', 'stock', 'search', 'retired', 'planned', 'downstream']

/** Lets time pass while each integration works or fails, as reported every ten seconds. */
export async function report(server, seconds, working) {
  for (let passed = 0; passed < seconds; passed += 10) {
    const samples = Object.entries(working).flatMap(([id, ok]) =>
      Array.from({ length: 4 }, () => ({ kind: 'integration', id, ok, durationMs: 20 })),
    )
    await server.report(...samples, ...libraries(working.libraries))
    await server.pass(10)
  }
}

const libraries = (ok = true) => [
  ...['L-1', 'L-2'].flatMap((id) => Array.from({ length: 20 }, () => ({ kind: 'library', id, ok, durationMs: 20 }))),
  ...Array.from({ length: 4 }, () => ({ ...price, status: ok ? 200 : 503 })),
]

const price = { kind: 'endpoint', method: 'GET', path: '/api/admin/prices/9788400000004/', durationMs: 20 }

const all = (ok) => Object.fromEntries(failing.map((key) => [key, ok]))

/** Incidents that are open, acknowledged, suppressed and resolved in every way, with their timelines. */
export async function haveIncidents(server, { luis }) {
  await server.db.subject.updateMany({ where: { key: { in: failing } }, data: { policy: quick } })
  const soon = (minutes) => new Date(server.clock.now() + minutes * 60_000).toISOString()
  const planned = await planMaintenance(server, ['planned'], { startsAt: soon(0), endsAt: soon(24 * 60) })
  const over = await planMaintenance(server, ['quiet'], { startsAt: soon(0), endsAt: soon(60), reason: nasty })
  await server.data('mutation ($id: ID!) { endMaintenance(id: $id) { id } }', { id: over })
  const weekly = { startsAt: soon(60), endsAt: soon(120), recurrence: 'FREQ=WEEKLY', zone: 'Europe/Madrid' }
  await planMaintenance(server, ['quiet'], weekly)
  await muteIntegrations(server, ['search'], new Date(server.clock.now() + 86_400_000))
  const ended = await muteIntegrations(server, ['quiet'], new Date(server.clock.now() + 86_400_000))
  await server.data('mutation ($id: ID!) { endMute(id: $id) { id } }', { id: ended })
  await report(server, 60, all(true))
  await report(server, 90, { ...all(false), downstream: true })
  await report(server, 30, { ...all(false), libraries: false })
  await resolveInEachWay(server, luis)
  await server.data('mutation ($id: ID!) { endMaintenance(id: $id) { id } }', { id: planned })
  await report(server, 60, { payments: false, planned: false, stock: false })
  await escalate(server)
  await server.pass(60)
}

const openOf = ({ db }, key) => db.incident.findFirst({ where: { subject: { key }, openKey: { not: null } } })

async function incidentOf(server, key) {
  const incident = await openOf(server, key)
  if (incident === null) throw new Error(`${key} has no open incident.`)
  return incident.id
}

async function resolveInEachWay(server, luis) {
  const id = Object.fromEntries(await Promise.all(failing.map(async (key) => [key, await incidentOf(server, key)])))
  const change = (mutation, input) =>
    mutate(server, mutation, `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`, input, '__typename')
  await server.data('mutation ($id: ID!, $note: String) { acknowledgeIncident(id: $id, note: $note) { id } }', {
    id: id.payments,
    note: nasty,
  })
  await change('addIncidentNote', { id: id.payments, note: 'Primera línea\nsegunda "línea"' })
  await change('releaseIncident', { id: id.payments, note: 'Fin de turno' })
  await server.data('mutation ($id: ID!) { acknowledgeIncident(id: $id) { id } }', { id: id.payments })
  const takeOver = 'mutation ($input: TakeOverIncidentInput!) { takeOverIncident(input: $input) { __typename } }'
  await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: luis.cookie },
    body: JSON.stringify({ query: takeOver, variables: { input: { id: id.payments } } }),
  })
  const resolve =
    'mutation ($id: ID!, $reason: String!, $force: Boolean) { resolveIncident(id: $id, reason: $reason, force: $force) { id } }'
  await server.data(resolve, { id: id.mail, reason: nasty, force: true })
  const retired = { kind: 'INTEGRACIONES', id: 'retired', reason: 'Ya no existe' }
  await mutate(server, 'retireSubject', 'RetireSubjectInput', retired, '__typename')
  await givenOpenIncidents(server, ['slow'])
  await givenSlowIncident(server, 'slow')
  await change('acceptIncidentLatency', { id: await incidentOf(server, 'slow'), note: 'Es lo normal ahora' })
  await server.db.subject.updateMany({
    where: { key: 'search' },
    data: { policy: { ...quick, cleanFailingMs: 600_000 } },
  })
  await report(server, 120, { payments: false, planned: false, downstream: false, stock: true, search: true })
  await server.data(resolve, { id: id.search, reason: 'Arreglado', force: false })
  await report(server, 60, { payments: false, planned: false, downstream: false, stock: true, search: true })
}

/** An incident that somebody has acknowledged gets worse; then its subject recovers and fails again and again. */
async function escalate(server) {
  await server.db.subject.updateMany({ where: { key: 'quiet' }, data: { policy: { ...quick, cleanGoodRun: 1 } } })
  const some = (bad, count) =>
    Array.from({ length: count }, (_, index) => ({
      kind: 'integration',
      id: 'quiet',
      ok: index >= bad,
      durationMs: 20,
    }))
  const report = async (seconds, bad) => {
    for (let passed = 0; passed < seconds; passed += 10) {
      await server.report(...some(bad, 20))
      await server.pass(10)
    }
  }
  await report(60, 0)
  for (let minute = 0; minute < 6 && (await openOf(server, 'quiet')) === null; minute++) await report(60, 3)
  const id = await incidentOf(server, 'quiet')
  await server.data('mutation ($id: ID!) { acknowledgeIncident(id: $id) { id } }', { id })
  await report(60, 20)
  for (let round = 0; round < 4; round++) {
    await report(90, 0)
    await report(30, 20)
  }
}

/** Jobs: one that beat in time, one that never did and one that is late. */
export async function haveHeartbeats(server) {
  const beating = await givenHeartbeat(server, { name: 'Copia nocturna' })
  const late = await givenHeartbeat(server, { name: `Trabajo ${nasty}`, critical: true })
  await givenHeartbeat(server, { name: 'Nunca' })
  await fetch(beating.address, { method: 'POST' })
  await fetch(late.address, { method: 'POST' })
  for (let minute = 0; minute < 4; minute++) {
    await fetch(beating.address, { method: 'POST' })
    await report(server, 60, { payments: false })
  }
}

const base = { windowSeconds: 300, n: 15, bad: 12, recentRate: 80, p95: 20, threshold: 25 }
const noSample = { n: 0, bad: 0, recentRate: null, p95: null, threshold: null }
const slow = { code: 'SLOW', bad: 1, p95: 1_234, threshold: 5, budgetMs: 1_000 }

/** The numbers of every reason, with one and several, none and thousands, and each unit of time. */
export const evidences = [
  { code: 'ERRORS_FAILING' },
  { code: 'ERRORS_FAILING', n: 1, bad: 1, windowSeconds: 60 },
  { code: 'ERRORS_FAILING', n: 12_345, bad: 1_234, windowSeconds: 3_600, threshold: 0.5 },
  { code: 'ERRORS_FAILING', threshold: null, windowSeconds: null },
  { code: 'ERRORS_DEGRADED', bad: 2, windowSeconds: 5_400 },
  { code: 'ERRORS_DEGRADED', bad: 0 },
  slow,
  { ...slow, bad: 7, windowSeconds: 10, normalP95Ms: 1_100 },
  { ...slow, bad: 2, p95: null, threshold: null },
  { code: 'SILENCE_FAILING', ...noSample, windowSeconds: 59 },
  { code: 'SILENCE_FAILING', ...noSample, windowSeconds: 90_061 },
  { code: 'PARTLY_RECOVERED', bad: 1 },
  { code: 'PARTLY_RECOVERED', bad: 3, threshold: null },
  { code: 'RECOVERED', n: 40, bad: 0, threshold: 2.5 },
  { code: 'RECOVERED', ...noSample },
  { code: 'FIRST_SAMPLE', n: 1, bad: 0, threshold: null },
  { code: 'NO_DATA', ...noSample, windowSeconds: 600 },
  { code: 'NO_DATA', ...noSample, windowSeconds: 3_601 },
  { code: 'DATA_RETURNED', n: 4, bad: 4, threshold: null },
  { code: 'RESOLVED_BY_HAND', n: 5, bad: 5, threshold: null },
  { code: 'RESOLVED_BY_HAND', ...noSample },
]

/** An open incident of a library of its own for each of the numbers. The rows are written directly. */
export async function haveReasons({ db, clock, ingest }) {
  const records = evidences.map((_, index) => ({
    code: `R-${index}`,
    name: `Librería R-${index}`,
    updatedAt: '2026-01-01T00:00:00Z',
  }))
  await ingest('POST', '/ingest/v1/libraries:batch', { libraries: records })
  await givenOpenIncidents(
    { db, clock },
    records.map(({ code }) => code),
  )
  for (const [index, evidence] of evidences.entries())
    await db.incident.updateMany({
      where: { openKey: `LIBRERIAS:R-${index}` },
      data: { evidence: { ...base, at: clock.now(), ...evidence } },
    })
}

/** Resolves those incidents, which keep their numbers. */
export const endReasons = ({ db, clock }) =>
  db.incident.updateMany({
    where: { openKey: { startsWith: 'LIBRERIAS:R-' } },
    data: { openKey: null, status: 'RESOLVED', resolvedAt: new Date(clock.now()), resolution: 'AUTOMATIC' },
  })
