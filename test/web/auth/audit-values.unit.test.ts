import fc from 'fast-check'
import { validatePassword } from '../../../web/src/pages/account/passwordRules.ts'
import { diffFields } from '../../../web/src/pages/audit/entry/diff.ts'
import { readAuditView } from '../../../web/src/pages/audit/filters.ts'
import { parseAuditObject, incidentSubject } from '../../../web/src/pages/audit/objects.ts'
import { fromMadridLocal, toMadridLocal } from '../../../web/src/format/madridTime.ts'

it.each([
  ['in summer', '2026-07-01T10:15', '2026-07-01T08:15:00.000Z'],
  ['in winter', '2026-01-01T00:00', '2025-12-31T23:00:00.000Z'],
  ['just before the clocks are put forward', '2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
  ['just after', '2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
  ['in the hour that is left out', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
  ['just after the hour that comes twice', '2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
])('reads a time in Madrid %s', (_when, local, moment) => {
  expect(fromMadridLocal(local, 'first')?.toISOString()).toBe(moment)
  expect(fromMadridLocal(local, 'last')?.toISOString()).toBe(moment)
})

it('reads a time in the hour that comes twice as its first or its last moment, as asked', () => {
  expect(fromMadridLocal('2026-10-25T02:30', 'first')?.toISOString()).toBe('2026-10-25T00:30:00.000Z')
  expect(fromMadridLocal('2026-10-25T02:30', 'last')?.toISOString()).toBe('2026-10-25T01:30:00.000Z')
})

it.each(['', '2026-02-31T10:00', '0202-01-01T00:00', '2026-01-01', '2026-01-01T25:00'])(
  'takes %p for no time in Madrid',
  (local) => {
    expect(fromMadridLocal(local, 'first')).toBeUndefined()
  },
)

it('finds every minute again that it shows, in the one hour as in the other', () => {
  const minutes = fc.integer({ min: Date.UTC(2000, 0, 2) / 60_000, max: Date.UTC(2100, 0, 1) / 60_000 })
  fc.assert(
    fc.property(minutes, (minute) => {
      const moment = new Date(minute * 60_000)
      const found = (['first', 'last'] as const).map((which) =>
        fromMadridLocal(toMadridLocal(moment), which)?.getTime(),
      )
      expect(found).toContain(moment.getTime())
    }),
  )
})

it('tells what was added, removed and changed before what stayed the same', () => {
  const before = { kept: 1, gone: 'a', nested: { one: 1, two: [1, 2] }, other: { x: 1 } }
  const after = { kept: 1, nested: { two: [1, 2], one: 1 }, other: { x: 2 }, made: null }

  expect(diffFields(before, after)).toEqual([
    { field: 'gone', change: 'removed', before: 'a' },
    { field: 'other', change: 'changed', before: { x: 1 }, after: { x: 2 } },
    { field: 'made', change: 'added', after: null },
    { field: 'kept', change: 'same', before: 1, after: 1 },
    { field: 'nested', change: 'same', before: before.nested, after: after.nested },
  ])
})

it.each([
  [null, { a: 1 }, [{ field: 'a', change: 'added', after: 1 }]],
  [{ a: 1 }, null, [{ field: 'a', change: 'removed', before: 1 }]],
  [[1], [2], [{ field: '', change: 'changed', before: [1], after: [2] }]],
  [null, undefined, []],
])('compares %j with %j', (before, after, changes) => {
  expect(diffFields(before, after)).toEqual(changes)
})

it('reads a view from a URL, without what makes no sense', () => {
  const view = { actor: 'ana@example.org', object: 'customer:a:b', from: '2026-07-01T08:15:00.000Z', entry: 7 }

  expect(readAuditView({ ...view, from: '2026-07-01T10:15+02:00', entry: '7' })).toEqual(view)
  expect(readAuditView({ actor: '', action: {}, from: 'ayer', to: null, entry: '-1', more: 1 })).toEqual({})
})

it('reads what an entry is about', () => {
  expect(parseAuditObject('endpoint:GET /a/:id/')).toEqual({ kind: 'endpoint', key: 'GET /a/:id/' })
  expect(parseAuditObject('everything')).toEqual({ kind: '', key: 'everything' })
  expect(incidentSubject({ object: 'incident:1', after: { subject: 'LIBRERIAS:L-1' } })).toBe('L-1')
  expect(incidentSubject({ object: 'customer:1', after: { subject: 'LIBRERIAS:L-1' } })).toBeUndefined()
})

it('finds what is wrong with a new password, field by field', () => {
  const problems = (next: string, repeat = next, current = 'la-que-tengo-hoy') =>
    validatePassword({ current, next, repeat }, 'ana.lopez@example.org')

  expect(problems('una-clave-larga')).toEqual({})
  expect(problems('corta')).toEqual({ next: 'short' })
  expect(problems('x'.repeat(201))).toEqual({ next: 'long' })
  expect(problems(' Ana.Lopez@example.org')).toEqual({ next: 'email' })
  expect(problems('la-que-tengo-hoy')).toEqual({ next: 'same' })
  expect(problems('una-clave-larga', 'otra-clave-larga', '')).toEqual({ current: 'empty', repeat: 'different' })
})
