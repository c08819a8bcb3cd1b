import fc from 'fast-check'
import { keepNewest, keptPerHour, type RequestExample } from '../../../src/monitoring/examples/request-example.ts'
import { toExample } from '../../../src/monitoring/examples/span-example.ts'
import { targetsOfSpan } from '../../../src/monitoring/examples/span-targets.ts'
import type { AttributeValue } from '../../../src/otlp/telemetry-data.ts'
import { span } from '../../support/otlp/spans.ts'

it.each<[string, string, Record<string, AttributeValue>, unknown[]]>([
  ['the route of a server', 'server', {}, [{ kind: 'ENDPOINTS', key: 'GET /api/admin/libraries/' }]],
  [
    'the route in the old names',
    'server',
    { 'http.request.method': '', 'http.method': 'POST', 'http.route': '/a/{id}/b' },
    [{ kind: 'ENDPOINTS', key: 'POST /a/:id/b/' }],
  ],
  ['no path without a route', 'server', { 'http.route': '', 'url.path': '/api/admin/libraries/' }, []],
  [
    'the host of a client',
    'client',
    { 'server.address': 'PAY.example.org' },
    [{ kind: 'INTEGRACIONES', key: 'pay.example.org', hosts: ['pay.example.org'] }],
  ],
  [
    'the template of a destination before its name',
    'consumer',
    { 'messaging.destination.template': 'orders', 'messaging.destination.name': 'orders-7' },
    [{ kind: 'INTEGRACIONES', key: 'orders' }],
  ],
  [
    'the destination of a producer',
    'producer',
    { 'messaging.destination.name': 'orders' },
    [{ kind: 'INTEGRACIONES', key: 'orders' }],
  ],
  [
    'the library too',
    'server',
    { 'vigia.library': 'EJ-001' },
    [
      { kind: 'ENDPOINTS', key: 'GET /api/admin/libraries/' },
      { kind: 'LIBRERIAS', key: 'EJ-001' },
    ],
  ],
  [
    'what it names itself, and its library',
    'server',
    { 'vigia.subject.kind': 'library', 'vigia.subject.id': 'EJ-002', 'vigia.library': 'EJ-001' },
    [
      { kind: 'LIBRERIAS', key: 'EJ-002' },
      { kind: 'LIBRERIAS', key: 'EJ-001' },
    ],
  ],
  ['nothing by the route of an internal one', 'internal', {}, []],
])('a span names %s', (_, kind, attributes, subjects) => {
  expect(targetsOfSpan(span({ kind: kind as 'server', attributes }))).toEqual(subjects)
})

it.each([
  ['GET /api/admin/search/?q=Alice&n=1', 'GET /api/admin/search/'],
  ['GET https://shop.example.org/search#Alice', 'GET https://shop.example.org/search'],
  ['GET /api/admin/search/?q=Alice Smith&town=Vigo', 'GET /api/admin/search/'],
  ['SELECT * FROM t WHERE id = ?', 'SELECT * FROM t WHERE id = ?'],
])('of the name %s the example shows %s, without a query string', (name, shown) => {
  expect(toExample(span({ name }))?.example.name).toBe(shown)
})

it('whatever the values of a span are, it is read, and what is read can be stored', () => {
  const value = fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), fc.bigInt().map(String))
  const names = ['http.response.status_code', 'error.type', 'http.route', 'vigia.library', 'messaging.destination.name']
  const more = { startNanos: fc.string(), name: fc.string({ unit: 'binary', maxLength: 500 }), isError: fc.boolean() }
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom(...names), value),
      fc.record(more, { requiredKeys: [] }),
      (attributes, others) => {
        const hostile = span({ attributes, ...others })
        for (const { key } of targetsOfSpan(hostile)) expect(key).toMatch(/^[^\0\p{Cs}]{1,300}$/su)
        const { status = null, errorType, name, durationMs = 0 } = toExample(hostile)?.example ?? {}
        expect(status === null || (Number.isInteger(status) && status >= 100 && status <= 599)).toBe(true)
        expect(durationMs).toBeGreaterThanOrEqual(0)
        for (const text of [errorType, name]) expect(text ?? 'x').toMatch(/^[^\0\p{Cs}]{1,200}$/su)
      },
    ),
  )
})

it('of any number of examples in any order the newest are kept, each once', () => {
  const examples = fc.uniqueArray(fc.nat(), { maxLength: 60 })
  fc.assert(
    fc.property(examples, fc.array(fc.nat({ max: 59 })), (times, repeated) => {
      const all = times.map((time) => ({ traceId: String(time), spanId: '', at: time }) as RequestExample)
      const kept: RequestExample[] = []
      for (const example of [...all, ...repeated.flatMap((index) => all[index] ?? [])]) keepNewest(kept, example)

      const newest = times.toSorted((one, other) => other - one).slice(0, keptPerHour)
      expect(kept.map((example) => example.at).toSorted((one, other) => other - one)).toEqual(newest)
    }),
  )
})
