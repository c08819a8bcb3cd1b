import { countAt, badColumn, nColumn, numberAt, slowColumn, bucketMs } from '../../src/monitoring/telemetry/buckets.ts'
import { createHistogram, mergeEncoded, percentile } from '../../src/monitoring/telemetry/histogram.ts'
import { createWindow, record } from '../../src/monitoring/telemetry/window.ts'
import { givenGateway, type GivenGateway } from '../support/gateway.ts'
import {
  exportForms,
  formName,
  givenMeteredService,
  type ExportForm,
  type MeteredRequest,
} from '../support/otlp/metered-service.ts'
import { advisedBounds } from '../support/otlp/metric-points.ts'
import { normal, randomFrom } from '../support/monitoring/traffic.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
  const endpoints = exportForms.map((form) => ({ method: 'GET', path: `${pathOf(form)}{code}` }))
  const answer = await fetch(`${gateway.url}/ingest/v1/services/metered/endpoints`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${gateway.ingestToken}` },
    body: JSON.stringify(endpoints),
  })
  expect(answer.status).toBe(200)
})
afterAll(() => gateway[Symbol.asyncDispose]())

const pathOf = (form: ExportForm) => `/api/admin/${formName(form)}/`

/** Durations around the budget of 1 s, and one that is slower than the last bound. */
const edges: MeteredRequest[] = [
  { status: 200, durationMs: 999 },
  { status: 200, durationMs: 1_000 },
  { status: 404, durationMs: 1_001 },
  { status: 500, durationMs: 14_000 },
]

/** Three exports: the second has the first failures, and so a stream that the first one does not have. */
const rounds: MeteredRequest[][] = [
  requestsOf(30, () => 200),
  [...requestsOf(30, (index) => (index % 5 === 0 ? 503 : 200)), ...edges],
  requestsOf(40, (index) => (index % 8 === 0 ? 500 : 200)),
]

function requestsOf(count: number, statusOf: (index: number) => number): MeteredRequest[] {
  const random = randomFrom(count)
  return Array.from({ length: count }, (_, index) => ({
    status: statusOf(index),
    durationMs: Math.round(2 * 1_250 ** random()),
  }))
}

it.each(exportForms)(
  "the buckets equal the requests that OpenTelemetry's SDK counts and exports: $format, $temporality, $bins",
  async (form) => {
    await using service = await givenMeteredService(
      { url: gateway.url, token: gateway.ingestToken, path: pathOf(form) },
      form,
    )
    const expected = createWindow()

    for (const requests of rounds) {
      await service.request(requests)
      gateway.clock.jump(Math.max(0, Date.now() - gateway.clock.now()))
      const { at, failed } = await service.export()
      expect(failed).toBe(false)
      for (const { status, durationMs } of requests)
        record(expected, { at: at - 1, ok: status < 500, durationMs }, normal.slowBudgetMs)
    }
    await gateway.pass(10)
    const { buckets, durations } = await readBuckets(`GET ${pathOf(form)}:code/`)

    expect(buckets).toEqual(bucketsOf(expected))
    const sorted = rounds.flatMap((requests) => requests.map(({ durationMs }) => durationMs)).sort((a, b) => a - b)
    for (const quantile of [0.5, 0.9, 0.95, 0.99]) {
      const actual = sorted[Math.ceil(quantile * sorted.length) - 1] ?? 0
      const { aboveMs, upToMs } = binOf(actual, form)
      expect(percentile(durations, quantile)).toBeGreaterThanOrEqual(aboveMs * (1 - ownError) - 1)
      expect(percentile(durations, quantile)).toBeLessThanOrEqual(upToMs * (1 + ownError) + 1)
    }
  },
)

/** The largest error of a value of our own histogram. Source: src/monitoring/telemetry/histogram.ts. */
const ownError = 1 / 32

/** The durations of one exponential bin differ by this factor: at most 160 bins hold 2 ms to 14 s, at scale 3. */
const exponentialBase = 2 ** (2 ** -3)

/** The limits of the sender's bin that holds a duration. */
function binOf(durationMs: number, { bins }: ExportForm): { aboveMs: number; upToMs: number } {
  if (bins === 'exponential') return { aboveMs: durationMs / exponentialBase, upToMs: durationMs * exponentialBase }
  const index = advisedBounds.findIndex((bound) => durationMs <= bound * 1_000)
  const last = advisedBounds.at(-1) ?? 0
  const [above, upTo] = index < 0 ? [last, last] : [advisedBounds[index - 1] ?? 0, advisedBounds[index] ?? 0]
  return { aboveMs: above * 1_000, upToMs: upTo * 1_000 }
}

/** The stored rows of an endpoint, by the start of their bucket, and their durations together. */
async function readBuckets(key: string) {
  const rows = await gateway.db.bucket.findMany({ where: { subject: { key }, span: 10 }, orderBy: { start: 'asc' } })
  const durations = createHistogram()
  const buckets = new Map<number, { n: number; bad: number; slow: number }>()
  for (const { start, n, bad, slow, durations: encoded } of rows) {
    mergeEncoded(durations, encoded)
    const before = buckets.get(start.getTime()) ?? { n: 0, bad: 0, slow: 0 }
    buckets.set(start.getTime(), { n: before.n + n, bad: before.bad + bad, slow: before.slow + slow })
  }
  return { buckets, durations }
}

function bucketsOf({ buckets }: ReturnType<typeof createWindow>) {
  const slots = Array.from({ length: buckets.length }, (_, slot) => slot)
  return new Map(
    slots.map((slot) => [
      numberAt(buckets, slot) * bucketMs,
      {
        n: countAt(buckets, slot, nColumn),
        bad: countAt(buckets, slot, badColumn),
        slow: countAt(buckets, slot, slowColumn),
      },
    ]),
  )
}
