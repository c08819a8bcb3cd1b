import { givenAlertingGateway, givenDestination } from '../support/alerting/destinations.ts'
import { givenGateway, outcome, times, type GivenGateway } from '../support/gateway.ts'
import { givenReceiver } from '../support/alerting/receiver.ts'
import { until } from '../support/until.ts'

type Sample = { name: string; labels: Record<string, string>; value: number }
type Family = { name: string; type: string; help: string; samples: Sample[] }

let gateway: GivenGateway
let families: Family[]
beforeAll(async () => {
  gateway = await givenGateway()
  await gateway.report(
    ...times(6, outcome(200, '/api/admin/libraries/', 30)),
    ...times(2, outcome(503, '/api/admin/libraries/', 700)),
    { kind: 'integration', id: 'sinli_inbound', ok: true, durationMs: 12_000 },
  )
  await gateway.pass(10)
  await gateway.data('{ areas { id } }')
  families = parse(await (await gateway.get('/metrics')).text())
})
afterAll(() => gateway[Symbol.asyncDispose]())

const family = (name: string): Family => {
  const found = families.find((one) => one.name === name)
  if (!found) throw new Error(`There is no metric ${name}.`)
  return found
}
const own = () => families.filter(({ name }) => !/^vigia_(process|nodejs)_/.test(name))
const present = () => own().filter(({ help }) => !help.startsWith('Deprecated'))
const libraries = { kind: 'ENDPOINTS', key: 'GET /api/admin/libraries/' }
const ofLibraries = (name: string) =>
  family('vigia_subject_duration_seconds').samples.filter(
    (sample) => sample.name === `vigia_subject_duration_seconds_${name}` && sample.labels['key'] === libraries.key,
  )

it('every metric has a help and a type, is written once, and has no sample twice', () => {
  expect(families.length).toBeGreaterThan(30)
  expect(new Set(families.map(({ name }) => name)).size).toBe(families.length)
  for (const { name, help, samples } of families) {
    expect({ name, help: help.length > 5 }).toEqual({ name, help: true })
    const places = samples.map((sample) => JSON.stringify([sample.name, sample.labels]))
    expect(new Set(places).size).toBe(places.length)
  }
})

it('counters end in _total, and no other metric of Vigía does', () => {
  for (const { name, type } of own())
    expect({ name, total: name.endsWith('_total') }).toEqual({ name, total: type === 'counter' })
  expect(own().filter(({ type }) => type === 'counter').length).toBeGreaterThanOrEqual(3)
})

it('the units of metrics are seconds and ratios, in the name', () => {
  for (const { name } of present()) expect(name).not.toMatch(/milliseconds|_ms\b|percent|per_minute/)
  expect(family('vigia_subject_error_ratio').samples).toContainEqual(
    expect.objectContaining({ labels: libraries, value: 0.25 }),
  )
})

it('a histogram has cumulative buckets up to the count, and the sum in seconds', () => {
  const buckets = ofLibraries('bucket')
  const bounds = buckets.map(({ labels }) => Number(labels['le']?.replace('+Inf', 'Infinity')))
  const counts = buckets.map(({ value }) => value)

  expect(family('vigia_subject_duration_seconds').type).toBe('histogram')
  expect(bounds).toEqual([...bounds].sort((one, other) => one - other))
  expect(bounds.at(-1)).toBe(Infinity)
  expect(counts).toEqual([...counts].sort((one, other) => one - other))
  expect(buckets.find(({ labels }) => labels['le'] === '0.05')?.value).toBe(6)
  expect(buckets.find(({ labels }) => labels['le'] === '1')?.value).toBe(8)
  expect(ofLibraries('count')).toEqual([expect.objectContaining({ value: 8 })])
  expect(ofLibraries('sum')[0]?.value).toBeCloseTo(6 * 0.03 + 2 * 0.7)
  expect(family('vigia_subject_errors_total').samples).toContainEqual(
    expect.objectContaining({ labels: libraries, value: 2 }),
  )
})

it('a duration above all bounds is in the last bucket only', () => {
  const buckets = family('vigia_subject_duration_seconds').samples.filter(
    ({ name, labels }) => name.endsWith('_bucket') && labels['key'] === 'sinli_inbound',
  )

  expect(buckets.map(({ value }) => value)).toEqual([...Array<number>(buckets.length - 1).fill(0), 1])
})

it('totals never decrease, and include samples from more than 5 minutes ago', async () => {
  await gateway.pass(310)

  const later = parse(await (await gateway.get('/metrics')).text())

  // The service probes endpoints, so only an integration is quiet.
  const labels = { kind: 'INTEGRACIONES', key: 'sinli_inbound' }
  const samplesOf = (name: string) => later.find((one) => one.name === name)?.samples
  expect(samplesOf('vigia_subject_duration_seconds')).toContainEqual({
    name: 'vigia_subject_duration_seconds_count',
    labels,
    value: 1,
  })
  expect(samplesOf('vigia_subject_error_ratio')?.map(({ labels }) => labels['key'])).not.toContain(labels.key)
})

it.each([
  ['vigia_probes', 'vigia_probes_total'],
  ['vigia_graphql_answers', 'vigia_graphql_responses_total'],
  ['vigia_subject_latency_milliseconds', 'vigia_subject_duration_seconds'],
  ['vigia_subject_error_percent', 'vigia_subject_error_ratio'],
  ['vigia_subject_requests_per_minute', 'vigia_subject_duration_seconds_count'],
])('the deprecated metric %s is still present, and its help names %s', (name, replacement) => {
  const { help, type, samples } = family(name)

  expect(help).toBe(`Deprecated, and gone in the next release: use ${replacement}.`)
  expect(type).toBe('gauge')
  expect(samples.length).toBeGreaterThan(0)
  expect(families.some((one) => replacement.startsWith(one.name))).toBe(true)
})

it('delivery attempts are counted by type and result, and pending deliveries by type', async () => {
  await using failing = await givenReceiver((response) => response.writeHead(500).end())
  await using receiver = await givenReceiver()
  await using own = await givenAlertingGateway()
  const dead = await givenDestination(own, failing.url, { name: 'Caída' })
  const delivered = await givenDestination(own, receiver.url)
  const send = (id: string) => own.post(`/api/admin/destinations/${id}/test/`, {})
  const metricsOf = async () => (await own.get('/metrics')).text()

  await send(delivered)
  const { id } = (await (await send(dead)).json()) as { id: string }
  const before = await metricsOf()
  expect(before).toContain('vigia_delivery_attempts_total{type="WEBHOOK",result="delivered"} 1\n')
  expect(before).toContain('vigia_delivery_attempts_total{type="WEBHOOK",result="dead"} 1\n')
  expect(before).toContain('vigia_delivery_attempts_total{type="EMAIL",result="dead"} 0\n')
  expect(before).toContain('vigia_pending_deliveries{type="WEBHOOK"} 0\n')

  // As any other message, it has further attempts.
  await own.db.delivery.update({ where: { id }, data: { kind: 'DIGEST' } })
  await own.post(`/api/admin/deliveries/${id}/redeliver/`, {})
  const after = await until('the attempt has failed', async () => {
    const text = await metricsOf()
    return text.includes('vigia_delivery_attempts_total{type="WEBHOOK",result="retried"} 1\n') && text
  })

  expect(after).toContain('vigia_pending_deliveries{type="WEBHOOK"} 1\n')
})

const names = { metric: '[a-zA-Z_:][a-zA-Z0-9_:]*', label: '[a-zA-Z_][a-zA-Z0-9_]*' }
const label = `${names.label}="(?:[^"\\\\\\n]|\\\\[\\\\"n])*"`
const sampleLine = new RegExp(`^(${names.metric})(?:\\{((?:${label},?)*)\\})? (\\S+)$`)

/**
 * Parses the text format of Prometheus:
 * https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
 * @throws Error for a line that is not of the format, or a sample without the TYPE of its family above it.
 */
function parse(text: string): Family[] {
  expect(text.endsWith('\n')).toBe(true)
  const found: Family[] = []
  for (const line of text.split('\n')) {
    const [, keyword, name = '', rest = ''] = new RegExp(`^# (HELP|TYPE) (${names.metric}) (.*)$`).exec(line) ?? []
    if (keyword === 'HELP') found.push({ name, help: rest, type: '', samples: [] })
    else if (keyword === 'TYPE') Object.assign(lastOf(found, name, line), { type: rest })
    else if (line !== '') addSample(found, line)
  }
  return found
}

function addSample(found: Family[], line: string) {
  const [, name = '', labels = '', value = ''] = sampleLine.exec(line) ?? []
  const pairs = [...labels.matchAll(new RegExp(`(${names.label})="((?:[^"\\\\]|\\\\.)*)"`, 'g'))]
  const number = value === '+Inf' ? Infinity : Number(value)
  if (name === '' || value === '' || (Number.isNaN(number) && value !== 'NaN')) throw new Error(`No sample: ${line}`)
  const sample = { name, labels: Object.fromEntries(pairs.map(([, key, text]) => [key, text])), value: number }
  const isComposed = ['histogram', 'summary'].includes(found.at(-1)?.type ?? '')
  lastOf(found, isComposed ? name.replace(/_(?:bucket|sum|count)$/, '') : name, line).samples.push(sample)
}

function lastOf(found: Family[], name: string, line: string): Family {
  const last = found.at(-1)
  if (last?.name !== name) throw new Error(`Not below the HELP of its metric: ${line}`)
  return last
}
