import fc from 'fast-check'
import { DomainError } from '../../src/lib/errors.ts'
import { countLogRecords, decodeMetrics, decodeSpans } from '../../src/otlp/decode-request.ts'
import { messageType, type RequestMessage } from '../../src/otlp/messages.ts'
import type { MetricPoint } from '../../src/otlp/telemetry-data.ts'
import { hostileValue } from '../support/fuzz/hostile-values.ts'

type Json = Record<string, unknown>

const histogramPoint = {
  startTimeUnixNano: '1',
  timeUnixNano: '2',
  count: '3',
  bucketCounts: ['1', '2'],
  explicitBounds: [0.5],
}

const metricsOf = (metric: Json) => ({
  resourceMetrics: [
    {
      resource: { attributes: [attribute('service.name', { stringValue: 'orders' })] },
      scopeMetrics: [
        { scope: { name: 'scope' }, metrics: [{ name: 'http.server.request.duration', unit: 's', ...metric }] },
      ],
    },
  ],
})
const histogramOf = (...dataPoints: unknown[]) => metricsOf({ histogram: { aggregationTemporality: 1, dataPoints } })
const exponentialOf = (...dataPoints: unknown[]) =>
  metricsOf({ exponentialHistogram: { aggregationTemporality: 1, dataPoints } })
const spansOf = (...spans: unknown[]) => ({ resourceSpans: [{ scopeSpans: [{ spans }] }] })
const logsOf = (...logRecords: unknown[]) => ({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] })

const attribute = (key: string, value: unknown) => ({ key, value })
const json = (value: unknown) => Buffer.from(JSON.stringify(value))
const metricsFrom = (value: unknown) => decodeMetrics(json(value), 'json')
const encode = (name: RequestMessage, message: Json) =>
  Buffer.from(messageType(name).encode(messageType(name).fromObject(message)).finish())

describe('metrics in JSON', () => {
  it('have 64-bit integers as texts or as numbers', () => {
    const asNumbers = { startTimeUnixNano: 1, timeUnixNano: 2, count: 3, bucketCounts: [1, 2], explicitBounds: [0.5] }

    expect(metricsFrom(histogramOf(asNumbers)).items).toEqual(metricsFrom(histogramOf(histogramPoint)).items)
    expect(metricsFrom(histogramOf(asNumbers)).items[0]).toMatchObject({
      startNanos: '1',
      atNanos: '2',
      count: 3,
      bins: { kind: 'explicit', bounds: [0.5], counts: [1, 2] },
    })
  })

  it('have any of their numbers as text too, with an exponent too, and what is no number as one of its three names', () => {
    const texts = (value: unknown): unknown => {
      if (typeof value === 'number') return Number.isInteger(value) ? String(value) : value.toExponential()
      if (Array.isArray(value)) return value.map(texts)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, texts(of)]))
    }
    const number = fc.double({ min: 1e-9, max: 1e9, noNaN: true })
    const values = fc.record({
      ...{ startTimeUnixNano: fc.nat(), timeUnixNano: fc.nat(), count: fc.nat(), sum: number, flags: fc.constant(0) },
      ...{ scale: fc.integer({ min: -10, max: 20 }), zeroCount: fc.nat(), zeroThreshold: number },
      explicitBounds: fc.tuple(fc.double({ min: -9, max: 0, noNaN: true }), number),
      bucketCounts: fc.tuple(fc.nat(), fc.nat(), fc.nat()),
      positive: fc.record({ offset: fc.integer({ min: -99, max: 99 }), bucketCounts: fc.array(fc.nat()) }),
      attributes: fc.record({ doubleValue: number }).map((value) => [attribute('a', value)]),
    })
    fc.assert(
      fc.property(values, fc.constantFrom(histogramOf, exponentialOf), (point, of) => {
        expect(metricsFrom(of(texts(point)))).toEqual(metricsFrom(of(point)))
        expect(metricsFrom(of(point)).items).toHaveLength(1)
      }),
    )
    for (const sum of ['NaN', 'Infinity', '-Infinity', ''])
      expect(metricsFrom(histogramOf({ ...histogramPoint, sum })).items).toMatchObject([{ sum: null }])
    expect(metricsFrom(histogramOf({ ...histogramPoint, count: '3e0', sum: '2e-2' })).items).toMatchObject([
      { count: 3, sum: 0.02 },
    ])
  })

  it('have enumerations as numbers, and their names are understood as well', () => {
    const named = (aggregationTemporality: unknown) =>
      metricsFrom(metricsOf({ histogram: { aggregationTemporality, dataPoints: [histogramPoint] } })).items

    expect(named('AGGREGATION_TEMPORALITY_CUMULATIVE')).toEqual(named(2))
    expect(named('AGGREGATION_TEMPORALITY_DELTA')).toEqual(named(1))
  })

  it('may have unknown fields, and values of attributes that are not read', () => {
    const attributes = [
      attribute('http.route', { stringValue: 'a\0b\ud800' }),
      attribute('whole', { intValue: '-503' }),
      attribute('half', { doubleValue: 0.5 }),
      attribute('none', { doubleValue: 'NaN' }),
      attribute('yes', { boolValue: true }),
      attribute('list', { arrayValue: { values: [{ stringValue: 'x' }] } }),
      attribute('absent', undefined),
    ]
    const [point] = metricsFrom({ ...histogramOf({ ...histogramPoint, attributes, later: {} }), later: [] }).items

    expect(point?.attributes).toEqual(
      new Map<string, unknown>([
        ['http.route', 'a\ufffdb\ufffd'],
        ['whole', -503],
        ['half', 0.5],
        ['yes', true],
      ]),
    )
  })

  it.each([
    ['text that is no JSON', Buffer.from('{'), 'The body is no ExportMetricsServiceRequest in JSON.'],
    ['nothing', Buffer.from(''), 'The body is no ExportMetricsServiceRequest in JSON.'],
    ['a list', json([]), '"body" is not an object.'],
    ['metrics that are no list', json({ resourceMetrics: {} }), '"resourceMetrics" is not a list.'],
    ['metrics that are no objects', json({ resourceMetrics: [1] }), '"resourceMetrics" is not an object.'],
    ['a resource that is none', json({ resourceMetrics: [{ resource: 'x' }] }), '"resource" is not an object.'],
  ])('are refused as a whole where there is %s', (_what, body, message) => {
    expect(() => decodeMetrics(body, 'json')).toThrow(expect.objectContaining({ code: 'INVALID_INPUT', message }))
  })

  it('in any form of their values get points or a refusal', () => {
    const value = () => fc.oneof(hostileValue, fc.constantFrom('1', 1, -1, 1.5, 2 ** 60, 1e30, [], {}, null))
    const fields = fc.record({
      ...Object.fromEntries(
        ['startTimeUnixNano', 'timeUnixNano', 'count', 'sum', 'scale', 'zeroCount', 'flags', 'attributes'].map(
          (name) => [name, value()],
        ),
      ),
      bucketCounts: fc.oneof(fc.array(value(), { maxLength: 3 }), value()),
      explicitBounds: fc.oneof(fc.array(value(), { maxLength: 3 }), value()),
      positive: fc.oneof(fc.record({ offset: value(), bucketCounts: fc.array(value(), { maxLength: 3 }) }), value()),
    })
    fc.assert(
      fc.property(fields, fc.boolean(), (point, exponential) => {
        const decoded = tryDecode(() => metricsFrom((exponential ? exponentialOf : histogramOf)(point)))
        for (const item of decoded?.items ?? []) expectWhole(item)
      }),
    )
  })
})

describe('metrics in protobuf', () => {
  it('have their times exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (nanos) => {
        const body = Buffer.alloc(18)
        body.set([0x11], 0)
        body.writeBigUInt64LE(nanos, 1)
        body.set([0x19], 9)
        body.writeBigUInt64LE(nanos, 10)

        const [point] = decodeMetrics(wrap(body), 'protobuf').items

        expect(point).toMatchObject({ startNanos: String(nanos), atNanos: String(nanos) })
      }),
    )
  })

  it('have lists of counts packed or not', () => {
    const count = (value: number) => [0x31, value, 0, 0, 0, 0, 0, 0, 0]
    const bounds = [0x39, 0, 0, 0, 0, 0, 0, 0xe0, 0x3f]
    const packed = [0x32, 16, ...count(1).slice(1), ...count(2).slice(1)]

    const one = decodeMetrics(wrap(Buffer.from([...count(1), ...count(2), ...bounds])), 'protobuf').items
    const other = decodeMetrics(wrap(Buffer.from([...packed, ...bounds])), 'protobuf').items

    expect(one[0]?.bins).toEqual({ kind: 'explicit', bounds: [0.5], counts: [1, 2] })
    expect(other).toEqual(one)
  })

  it('have whole numbers in attributes, negative ones too', () => {
    const values = [0, 1, 127, 128, 503, -1, -7, -128, -(2 ** 40), 2 ** 53 - 1]
    const attributes = values.map((intValue, index) => attribute(`a${index}`, { intValue }))

    const [point] = decodeMetrics(encode('ExportMetricsServiceRequest', histogramOf({ attributes })), 'protobuf').items

    expect([...(point?.attributes.values() ?? [])]).toEqual(values)
  })

  it.each([
    ['what is nested without end', Buffer.alloc(10_000, 0x0b)],
    ['a number without end', Buffer.alloc(10_000, 0xff)],
    ['a part that is longer than the body', Buffer.from([0x0a, 0x7f, 0x00])],
    ['JSON', json(histogramOf(histogramPoint))],
  ])('are refused as a whole where there is %s', (_what, body) => {
    expect(() => decodeMetrics(body, 'protobuf')).toThrow('The body is no ExportMetricsServiceRequest in protobuf.')
  })
})

describe('points that are wrong in themselves', () => {
  it.each([
    ['count is no whole number', { count: -1 }],
    ['a time is no number of nanoseconds', { timeUnixNano: 'yesterday' }],
    ['a time is no number of nanoseconds', { timeUnixNano: '18446744073709551616' }],
    ['bucketCounts is no list', { bucketCounts: ['x', '1'] }],
    ['explicitBounds is no list of ascending numbers', { bucketCounts: [1, 1, 1], explicitBounds: [1, 1] }],
    ['there are 3 bucketCounts, but 1 explicitBounds', { bucketCounts: [1, 1, 1] }],
    ['bucketCounts is no list of at most 1000', { bucketCounts: Array(1_001).fill(0) }],
  ])('are counted, and the others are kept: %s', (reason, wrong) => {
    const decoded = metricsFrom(histogramOf({ ...histogramPoint, ...wrong }, histogramPoint))

    expect(decoded).toMatchObject({ rejected: 1, reason: expect.stringContaining(reason) })
    expect(decoded.items).toHaveLength(1)
  })

  it.each([
    ['scale is no whole number from -10 to 20', { scale: 21 }],
    ['zeroCount is no whole number', { zeroCount: 1.5 }],
    ['offset is no whole number', { positive: { offset: 2 ** 31 } }],
    ['zeroThreshold is no number of 0 or more', { zeroThreshold: 'NaN' }],
    ['zeroThreshold is no number of 0 or more', { zeroThreshold: -1 }],
  ])('are counted if they are exponential: %s', (reason, wrong) => {
    expect(metricsFrom(exponentialOf(wrong))).toMatchObject({ rejected: 1, reason: expect.stringContaining(reason) })
  })

  it('are those without a temporality', () => {
    expect(metricsFrom(metricsOf({ histogram: { dataPoints: [{}] } }))).toMatchObject({
      rejected: 1,
      reason: 'http.server.request.duration: aggregationTemporality is neither delta (1) nor cumulative (2).',
    })
  })
})

it('points that say that there is no value, and metrics that are no histograms, give no points and are no mistakes', () => {
  const none = { items: [], rejected: 0, reason: null }

  expect(metricsFrom(histogramOf({ ...histogramPoint, flags: 1 }))).toEqual(none)
  expect(metricsFrom(metricsOf({ sum: { dataPoints: [{ asInt: '1' }] } }))).toEqual(none)
  expect(decodeMetrics(Buffer.alloc(0), 'protobuf')).toEqual(none)
  expect(metricsFrom({})).toEqual(none)
})

describe('spans', () => {
  const span = { traceId: '5B8EFFF798038103D269B633813FC60C', spanId: 'EEE19B7EC3C1B174', kind: 2, name: 'GET' }

  it('in JSON have hexadecimal ids, and enumerations as numbers or names', () => {
    const named = { ...span, kind: 'SPAN_KIND_SERVER', status: { code: 'STATUS_CODE_ERROR' } }
    const [one, other, without] = decodeSpans(json(spansOf(span, named, { ...span, kind: 0 })), 'json').items

    expect(one).toMatchObject({
      traceId: '5b8efff798038103d269b633813fc60c',
      spanId: 'eee19b7ec3c1b174',
      kind: 'server',
      isError: false,
    })
    expect(other).toMatchObject({ kind: 'server', isError: true })
    expect(without).toMatchObject({ kind: 'internal' })
  })

  it.each([{ traceId: 'x' }, { traceId: '0'.repeat(32) }, { spanId: '' }, { spanId: 1 }, { endTimeUnixNano: {} }])(
    'with %j are counted, and the others are kept',
    (wrong) => {
      const decoded = decodeSpans(json(spansOf({ ...span, ...wrong }, span)), 'json')

      expect(decoded).toMatchObject({ rejected: 1, reason: expect.any(String) })
      expect(decoded.items).toHaveLength(1)
    },
  )
})

it('log records are counted in both formats', () => {
  expect(countLogRecords(json(logsOf({}, {})), 'json')).toBe(2)
  expect(countLogRecords(encode('ExportLogsServiceRequest', logsOf({}, {}, {})), 'protobuf')).toBe(3)
})

describe('a request', () => {
  it('of more than 20,000 entries is refused', () => {
    const tooMany = Array(20_001).fill({})

    expect(() => metricsFrom(histogramOf(...tooMany))).toThrow('more than 20000 data points: send smaller batches.')
    expect(() => decodeSpans(json(spansOf(...tooMany)), 'json')).toThrow('more than 20000 spans')
    expect(() => countLogRecords(json(logsOf(...tooMany)), 'json')).toThrow('more than 20000 log records')
  })

  it('that would be far larger in memory is refused while it is read', () => {
    const emptyResources = Buffer.alloc(4 * 1_024 ** 2, Buffer.from([0x0a, 0x00]))
    const manyBins = wrap(part(0x32, Buffer.alloc(1_001 * 8)))
    const manyExponentialBins = wrap(part(0x42, part(0x12, Buffer.alloc(1_002))), 0x52)

    expect(() => decodeMetrics(emptyResources, 'protobuf')).toThrow('more than 600000 parts')
    for (const bins of [manyBins, manyExponentialBins])
      expect(() => decodeMetrics(bins, 'protobuf')).toThrow('more than 1000 bins')
  })

  it('of arbitrary or damaged bytes gets an answer', () => {
    const valid = fc.constantFrom(
      encode('ExportMetricsServiceRequest', histogramOf(histogramPoint)),
      encode(
        'ExportMetricsServiceRequest',
        exponentialOf({ scale: 3, positive: { offset: -2, bucketCounts: [1, 2] } }),
      ),
      encode('ExportTraceServiceRequest', spansOf({ traceId: Buffer.alloc(16, 1), spanId: Buffer.alloc(8, 1) })),
    )
    const damaged = fc
      .tuple(valid, fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 4 }), fc.nat())
      .map(([body, changes, length]) => {
        const copy = Buffer.from(body)
        for (const [place, byte] of changes) copy[place % copy.length] = byte
        return length % 3 === 0 ? copy.subarray(0, length % copy.length) : copy
      })
    const arbitrary = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))

    fc.assert(
      fc.property(
        fc.oneof(damaged, arbitrary),
        fc.constantFrom('protobuf' as const, 'json' as const),
        (body, format) => {
          for (const item of tryDecode(() => decodeMetrics(body, format))?.items ?? []) expectWhole(item)
          tryDecode(() => decodeSpans(body, format))
          tryDecode(() => countLogRecords(body, format))
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

/** Decodes, or returns null where the request is refused with a sentence; any other error fails the test. */
function tryDecode<T>(decode: () => T): T | null {
  try {
    return decode()
  } catch (error) {
    expect(error).toBeInstanceOf(DomainError)
    return null
  }
}

function expectWhole({ startNanos, atNanos, count, sum, bins }: MetricPoint) {
  expect([startNanos, atNanos].every((nanos) => BigInt(nanos) >= 0n && BigInt(nanos) < 2n ** 64n)).toBe(true)
  expect([count, ...bins.counts].every((number) => Number.isSafeInteger(number) && number >= 0)).toBe(true)
  expect(sum === null || Number.isFinite(sum)).toBe(true)
  if (bins.kind === 'explicit') expect([0, bins.bounds.length + 1]).toContain(bins.counts.length)
  else expect([bins.scale, bins.offset, bins.zeroCount].every(Number.isSafeInteger)).toBe(true)
}

/** A request with one delta histogram that has this encoded data point; the tag tells the kind of histogram. */
function wrap(point: Buffer, tag = 0x4a): Buffer {
  const histogram = Buffer.concat([part(0x0a, point), Buffer.from([0x10, 1])])
  return part(0x0a, part(0x12, part(0x12, part(tag, histogram))))
}

/** A length-prefixed part of a message; the length as a varint of two bytes. */
const part = (tag: number, body: Buffer) =>
  Buffer.concat([Buffer.from([tag, 0x80 | (body.length & 127), body.length >> 7]), body])
