import fc from 'fast-check'
import { Observation } from '../../src/http/ingest/observations/observation-schema.ts'
import { isPlainObservation } from '../../src/http/ingest/observations/plain-observation.ts'

const request = {
  kind: 'endpoint',
  method: 'GET',
  path: '/api/',
  status: 200,
  durationMs: 1,
  at: '2026-02-03T04:05:06Z',
}
const operation = { kind: 'library', id: 'EJ-001', ok: true, durationMs: 1 }

const time = fc
  .tuple(fc.constantFrom('2026', '0000', '12026'), ...[13, 31, 25, 61, 61].map((most) => fc.nat(most)))
  .map(([year, ...parts]) => [year, ...parts.map((part) => String(part).padStart(2, '0'))])
  .chain(([year, month, day, hour, minute, second]) =>
    fc
      .constantFrom('Z', '.5Z', '.123456789Z', '+02:00', '', 'z')
      .map((end) => `${year}-${month}-${day}T${hour}:${minute}:${second}${end}`),
  )

const texts = ['', 'EJ-001', 'x'.repeat(300), 'x'.repeat(301), 'a\0b', 'a\nb', '\ud800', 'ñ', 7, null, undefined]
const values = {
  kind: fc.constantFrom('endpoint', 'library', 'integration', 'other', undefined),
  method: fc.constantFrom(...texts),
  path: fc.constantFrom(...texts),
  id: fc.constantFrom(...texts),
  status: fc.constantFrom(99, 100, 200.5, 599, 600, NaN, '200', null, undefined),
  error: fc.constantFrom('timeout', 'other', null, undefined),
  ok: fc.constantFrom(true, false, 1, null, undefined),
  durationMs: fc.constantFrom(-1, -0, 0, 0.5, 86_400_000, 86_400_001, NaN, Infinity, '1', null, undefined),
  at: fc.oneof(time, fc.constantFrom(1, null, undefined, '', '2026-02-28T00:00:00Z ')),
  traceId: fc.constantFrom('0af7651916cd43dd8448eb211c80319c', '', null, undefined),
  errorType: fc.constantFrom('Broken', '', null, undefined),
  other: fc.constantFrom(1),
}
const change = fc
  .constantFrom(...Object.entries(values))
  .chain(([field, value]) => value.map((changed: unknown) => ({ [field]: changed })))
const observation = fc
  .tuple(fc.constantFrom(request, operation), change, change)
  .map(([valid, one, other]) => ({ ...valid, ...one, ...other }))
const anything = fc.constantFrom(null, undefined, 1, 'endpoint', [], {})

it('an observation that is taken as plain is what its schema reads', () => {
  const seen = { plain: 0, others: 0 }
  fc.assert(
    fc.property(fc.oneof({ weight: 50, arbitrary: observation }, anything), (entry) => {
      const isPlain = isPlainObservation(entry)
      seen[isPlain ? 'plain' : 'others'] += 1
      if (isPlain) expect(entry).toMatchObject(Observation.parse(entry))
    }),
    { numRuns: 5_000 },
  )
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(300)
})

it.each([request, operation])('an observation of the usual form is plain: %j', (entry) => {
  expect(isPlainObservation(entry)).toBe(true)
})
