import type { Request } from 'express'
import type { Deps } from '../../src/http/deps.ts'
import { observations } from '../../src/http/ingest/observations/observations.ts'
import { createEndpointMatcher, withHorizon } from '../../src/inventory/endpoint-matcher.ts'
import { createIntake } from '../../src/monitoring/intake/sample-intake.ts'
import { listSubjects } from '../../src/monitoring/health/subject-queries.ts'
import { readHorizon } from '../../src/database/registration-horizon.ts'
import { advanceStreams } from '../../src/monitoring/telemetry/otlp/stream-store.ts'
import { decodeMetrics } from '../../src/otlp/decode-request.ts'
import { manualClock } from '../../test/support/clock.ts'
import { openFresh } from '../database.ts'
import { invent } from '../invented.ts'
import { exportRequests } from '../../test/support/otlp/exported-requests.ts'

/** The parts of taking telemetry that are measured, each alone. */
export type IngestWork = keyof typeof works

/** CPU time per observation or data point in nanoseconds. */
export type Ingested = { nsPerItem: number }

const batchSize = 1_000
/** The subjects of the observations, half of them of each kind; data points are of the few endpoints. */
const few = { endpoints: 50, libraries: 100 }
const many = { endpoints: 5_000, libraries: 5_000 }
/** A prime stride, so that subjects in a batch are not in the order of their creation. */
const stride = 7_919
/** How many batches are recorded from one handover of the samples to the next. */
const drainEvery = 100
const instances = 10
const statuses = [200, 503]
const exportMs = 10_000

const pathOf = (index: number, { endpoints } = few) => `/api/admin/invented-${((index * stride) % endpoints) + 1}/`

const { opened } = await openFresh(null)
await invent(opened, { ...many, incidents: 0 })
const clock = manualClock()
const horizon = await readHorizon(opened.db)
const match = withHorizon(createEndpointMatcher(await opened.db.endpoint.findMany()), horizon)
const readEndpointMatcher = () => Promise.resolve(match)
const intake = createIntake({ db: opened.db, clock, probed: new Set(), environment: 'STG', readEndpointMatcher })
intake.registry.replace(await listSubjects(opened.db))
const deps = {
  db: opened.db,
  accept: intake.accept,
  readEndpointMatcher,
} as unknown as Deps
const requests = await exportRequests({
  instances,
  attributes: Array.from({ length: batchSize / instances }, (_, index) => ({
    'http.request.method': 'GET',
    'http.route': pathOf(index),
    'http.response.status_code': statuses[Math.floor(index / few.endpoints)] ?? 200,
    'network.protocol.version': '1.1',
    'url.scheme': 'http',
  })),
})
const { items: points } = decodeMetrics(requests.protobuf, 'protobuf')
const startedAt = clock.now()
let exports = 0
let batches = 0

const works = {
  parseObservations: workOf(() => createObservations(few), parse),
  observations: workOf(() => createObservations(few), takeObservations),
  parseObservationsOfMany: workOf(() => createObservations(many), parse),
  observationsOfMany: workOf(() => createObservations(many), takeObservations),
  parsePoints: workOf(() => requests.json, parse),
  decodeJson: workOf(
    () => requests.json,
    (body) => decodeMetrics(body, 'json').items.length,
  ),
  decodeProtobuf: workOf(
    () => requests.protobuf,
    (body) => decodeMetrics(body, 'protobuf').items.length,
  ),
  storeStreams: workOf(nextPoints, storeStreams),
  takePoints: workOf(nextPoints, takePoints),
}

process.on('message', ({ ingest }: { ingest?: { work: IngestWork; ms: number } }) => {
  if (ingest) void works[ingest.work](ingest.ms).then((ingested) => process.send?.({ ingested }))
})
process.send?.({ ready: true })

/**
 * Repeats a work on `batchSize` items until it has used this much CPU time. `prepare`, and the handover of the samples
 * that were recorded, are not measured.
 */
function workOf<Input>(prepare: () => Input, run: (input: Input) => number | Promise<number>) {
  return async (ms: number): Promise<Ingested> => {
    let [usedUs, items] = [0, 0]
    while (usedUs < ms * 1_000) {
      const input = prepare()
      const before = process.cpuUsage()
      const taken = await run(input)
      const { user, system } = process.cpuUsage(before)
      if (taken !== batchSize) throw new Error(`${taken} of ${batchSize} were taken`)
      usedUs += user + system
      items += taken
      batches += 1
      if (batches % drainEvery === 0) intake.telemetry.drainAll()
    }
    return { nsPerItem: (usedUs * 1_000) / items }
  }
}

/** The baseline: does not even count the items. */
function parse(body: Buffer): number {
  JSON.parse(body.toString())
  return batchSize
}

/** The next batch of observations; those of many subjects come round once in ten batches. */
function createObservations(subjects: typeof few): Buffer {
  const first = batches * batchSize
  const observations = Array.from({ length: batchSize }, (_, index) => observationOf(first + index, subjects))
  return Buffer.from(JSON.stringify({ observations }))
}

function observationOf(index: number, subjects: typeof few) {
  const at = new Date(clock.now() - (index % 1_000)).toISOString()
  const durationMs = 5 + ((index * stride) % 400)
  const isBad = index % 50 === 0
  const place = Math.floor(index / 2)
  return index % 2 === 0
    ? { kind: 'endpoint', method: 'GET', path: pathOf(place, subjects), status: isBad ? 503 : 200, durationMs, at }
    : { kind: 'library', id: `B-${((place * stride) % subjects.libraries) + 1}`, ok: !isBad, durationMs, at }
}

/** Processes a body like POST /ingest/v1/observations, without Express and authentication. */
async function takeObservations(bytes: Buffer): Promise<number> {
  const req = {
    body: JSON.parse(bytes.toString()) as unknown,
    headers: {},
    params: {},
    query: {},
  } as unknown as Request
  const context = {
    req,
    at: new Date(clock.now()),
    address: '',
    requestId: '',
    traceId: '',
    traceState: null,
    viewer: null,
    service: null,
  }
  const response = await observations[0]?.answer(context, deps)
  return (response?.body as { accepted: number } | undefined)?.accepted ?? 0
}

/** The points of the next export, ten seconds after the last one: each counts ten requests more. */
function nextPoints(): typeof points {
  clock.jump(exportMs)
  exports += 1
  const times = { startNanos: `${startedAt}000000`, atNanos: `${clock.now()}000000` }
  return points.map(({ bins, ...point }) => {
    const counts = bins.counts.map((count) => count * exports)
    return {
      ...point,
      ...times,
      count: point.count * exports,
      sum: (point.sum ?? 0) * exports,
      bins: { ...bins, counts },
    }
  })
}

async function takePoints(sent: typeof points): Promise<number> {
  const { rejected, message } = await intake.acceptMetrics({ items: sent, rejected: 0, reason: null }, 'a source')
  if (message !== null) throw new Error(message)
  return sent.length - rejected
}

/** The part of taking points that is in the database: what each adds to its stream. */
async function storeStreams(sent: typeof points): Promise<number> {
  const request = { sourceId: 'another source', at: clock.now(), horizon: await readHorizon(opened.db) }
  const { outcomes } = await advanceStreams(opened.db, sent, request)
  return outcomes.filter((outcome) => outcome !== null && outcome !== 'REFUSED').length
}
