import { mapPoint } from '../../../src/monitoring/telemetry/otlp/metric-mapping.ts'
import { checkPoint } from '../../../src/monitoring/telemetry/otlp/point-bins.ts'
import type { MetricPoint } from '../../../src/otlp/telemetry-data.ts'
import { metricPoint } from '../../support/otlp/metric-points.ts'

type Attributes = Record<string, string | number | boolean>

/** A point of this metric with these attributes alone. */
const pointOf = (metric: string, attributes: Attributes, unit = ''): MetricPoint => ({
  ...metricPoint({ metric, unit, at: 1 }),
  attributes: new Map(Object.entries(attributes)),
})

const map = (metric: string, attributes: Attributes, unit = '') => mapPoint(pointOf(metric, attributes, unit), 'STG')

const endpoint = (key: string) => [{ kind: 'ENDPOINTS', key }]

describe('a data point of a server', () => {
  it.each<[string, Attributes, number]>([
    ['http.server.request.duration', { 'http.request.method': 'GET', 'http.route': '/api/admin/books/{id}' }, 1_000],
    ['http.server.duration', { 'http.method': 'GET', 'http.route': '/api/admin/books/:id/' }, 1],
    ['http.server.requests', { method: 'GET', uri: '/api/admin/books/{id}' }, 1],
  ])('of %s is about the endpoint of its route', (metric, attributes, msPerUnit) => {
    expect(map(metric, attributes)).toEqual({ targets: endpoint('GET /api/admin/books/:id/'), isBad: false, msPerUnit })
  })

  it('takes its unit from the sender, and is rejected if it is no time', () => {
    const attributes = { 'http.request.method': 'GET', 'http.route': '/a/' }

    expect(map('http.server.requests', attributes, 'seconds')).toMatchObject({ msPerUnit: 1_000 })
    expect(map('http.server.request.duration', attributes, 'ms')).toMatchObject({ msPerUnit: 1 })
    expect(map('http.server.request.duration', attributes, 'By')).toEqual({
      refused: 'The unit of http.server.request.duration is s or ms, not "By".',
    })
  })

  it.each<[Attributes, boolean]>([
    [{ 'http.response.status_code': 500 }, true],
    [{ 'http.response.status_code': 499, 'error.type': 'Cancelled' }, false],
    [{ 'http.status_code': '503' }, true],
    [{ status: '500' }, true],
    [{ status: 'UNKNOWN', outcome: 'SERVER_ERROR' }, true],
    [{ 'error.type': 'Timeout' }, true],
    [{}, false],
  ])('with %j has failed: %s', (attributes, isBad) => {
    const request = { 'http.request.method': 'GET', 'http.route': '/a/' }

    expect(map('http.server.request.duration', { ...request, ...attributes })).toMatchObject({ isBad })
  })

  it.each<Attributes>([
    { 'http.request.method': 'GET', 'url.path': '/api/admin/books/7' },
    { method: 'GET', uri: 'NOT_FOUND' },
    { 'http.route': '/a/' },
  ])('without a method and a route is rejected: %j', (attributes) => {
    expect(map('http.server.request.duration', attributes)).toEqual({
      refused: 'It has no http.request.method or no http.route, so that its endpoint is not known.',
    })
  })
})

describe('a data point of a client', () => {
  it('is about the integration of its host, and without a status it got no answer', () => {
    const attributes = { 'server.address': 'Pay.example', 'server.port': 8443 }

    expect(map('http.client.request.duration', attributes)).toEqual({
      targets: [{ kind: 'INTEGRACIONES', key: 'pay.example', hosts: ['pay.example:8443', 'pay.example'] }],
      isBad: true,
      msPerUnit: 1_000,
    })
    expect(map('http.client.duration', { ...attributes, 'http.status_code': 404 })).toMatchObject({ isBad: false })
  })
})

describe('a data point of messaging', () => {
  it('is about the integration of its destination, and bad with an error', () => {
    const attributes = { 'messaging.destination.name': 'orders-7', 'messaging.destination.template': 'orders-{n}' }

    expect(map('messaging.process.duration', attributes)).toMatchObject({
      targets: [{ kind: 'INTEGRACIONES', key: 'orders-{n}' }],
      isBad: false,
    })
    expect(map('messaging.client.operation.duration', { ...attributes, 'error.type': 'x' })).toMatchObject({
      isBad: true,
    })
  })
})

describe('a data point that names its subject', () => {
  it('is about that one instead of the one of its metric, and about its library too', () => {
    const named = { 'vigia.subject.kind': 'integration', 'vigia.subject.id': 'payments', 'vigia.library': 'EJ-001' }

    expect(map('http.server.request.duration', { 'http.request.method': 'GET', 'http.route': '/', ...named })).toEqual({
      targets: [
        { kind: 'INTEGRACIONES', key: 'payments' },
        { kind: 'LIBRERIAS', key: 'EJ-001' },
      ],
      isBad: false,
      msPerUnit: 1_000,
    })
  })

  it('may belong to any metric that has a unit of time', () => {
    const named = { 'vigia.subject.kind': 'endpoint', 'vigia.subject.id': 'get /api/admin/books/{id}' }

    expect(map('books.export', named, 's')).toMatchObject({ targets: endpoint('GET /api/admin/books/:id/') })
    expect(map('books.export', named)).toHaveProperty('refused')
    expect(map('books.export', { 'vigia.subject.kind': 'shop', 'vigia.subject.id': 'x' }, 's')).toEqual({
      refused: 'vigia.subject.kind is endpoint, library or integration, and comes with vigia.subject.id.',
    })
  })

  it('with a text that cannot be stored is rejected', () => {
    const refused = 'The name of a subject has at most 300 characters, no NUL and no half of a character.'

    expect(map('x', { 'vigia.subject.kind': 'library', 'vigia.subject.id': 'a\0' }, 's')).toEqual({ refused })
    expect(map('x', { 'vigia.subject.kind': 'library', 'vigia.subject.id': 'a'.repeat(301) }, 's')).toEqual({ refused })
  })
})

it.each<[string, Partial<MetricPoint>]>([
  ['a time', { atNanos: '0' }],
  ['an interval of at most an hour', { temporality: 'delta', startNanos: '1', atNanos: '3600000000002' }],
  ['a whole count', { count: 1.5 }],
  ['a finite sum', { sum: Infinity }],
  ['as many bins as bounds', { bins: { kind: 'explicit', bounds: [1], counts: [1] } }],
  ['ascending bounds', { bins: { kind: 'explicit', bounds: [2, 1], counts: [1, 1, 1] } }],
  ['counts of 0 or more', { bins: { kind: 'explicit', bounds: [1], counts: [1, -1] } }],
  ['a scale', { bins: { kind: 'exponential', scale: 21, zeroCount: 0, zeroThreshold: 0, offset: 0, counts: [] } }],
  [
    'few bins',
    {
      bins: {
        kind: 'exponential',
        scale: 1,
        zeroCount: 0,
        zeroThreshold: 0,
        offset: 0,
        counts: new Array<number>(1_001).fill(0),
      },
    },
  ],
])('a data point without %s is rejected with a sentence', (_, changes) => {
  expect(checkPoint(metricPoint({ at: 1 }))).toBeNull()
  expect(checkPoint({ ...metricPoint({ at: 1 }), ...changes })).toMatch(/^It.*\.$/)
})
