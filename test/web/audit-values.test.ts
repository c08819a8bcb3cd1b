import fc from 'fast-check'
import { problemsWith } from '../../web/src/pages/account/passwordRules.ts'
import { differences } from '../../web/src/pages/audit/difference.ts'
import { readView } from '../../web/src/pages/audit/filters.ts'
import { readObject, subjectOf } from '../../web/src/pages/audit/objects.ts'
import { fromMadrid, inMadrid } from '../../web/src/ui/madrid.ts'

it.each([
  ['in summer', '2026-07-01T10:15', '2026-07-01T08:15:00.000Z'],
  ['in winter', '2026-01-01T00:00', '2025-12-31T23:00:00.000Z'],
  ['just before the clocks are put forward', '2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
  ['just after', '2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
  ['in the hour that is left out', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
  ['just after the hour that comes twice', '2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
])('reads a time in Madrid %s', (_when, local, moment) => {
  expect(fromMadrid(local, 'first')?.toISOString()).toBe(moment)
  expect(fromMadrid(local, 'last')?.toISOString()).toBe(moment)
})

it('reads a time in the hour that comes twice as its first or its last moment, as asked', () => {
  expect(fromMadrid('2026-10-25T02:30', 'first')?.toISOString()).toBe('2026-10-25T00:30:00.000Z')
  expect(fromMadrid('2026-10-25T02:30', 'last')?.toISOString()).toBe('2026-10-25T01:30:00.000Z')
})

it.each(['', '2026-02-31T10:00', '0202-01-01T00:00', '2026-01-01', '2026-01-01T25:00'])(
  'takes %p for no time in Madrid',
  (local) => {
    expect(fromMadrid(local, 'first')).toBeUndefined()
  },
)

it('finds every minute again that it shows, in the one hour as in the other', () => {
  const minutes = fc.integer({ min: Date.UTC(2000, 0, 2) / 60_000, max: Date.UTC(2100, 0, 1) / 60_000 })
  fc.assert(
    fc.property(minutes, (minute) => {
      const moment = new Date(minute * 60_000)
      const found = (['first', 'last'] as const).map((which) => fromMadrid(inMadrid(moment), which)?.getTime())
      expect(found).toContain(moment.getTime())
    }),
  )
})

it('tells what was added, removed and changed before what stayed the same', () => {
  const before = { kept: 1, gone: 'a', nested: { one: 1, two: [1, 2] }, other: { x: 1 } }
  const after = { kept: 1, nested: { two: [1, 2], one: 1 }, other: { x: 2 }, made: null }

  expect(differences(before, after)).toEqual([
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
  expect(differences(before, after)).toEqual(changes)
})

it('reads a view from a URL, without what makes no sense', () => {
  const view = { actor: 'ana@example.org', object: 'customer:a:b', from: '2026-07-01T08:15:00.000Z', entry: 7 }

  expect(readView({ ...view, from: '2026-07-01T10:15+02:00', entry: '7' })).toEqual(view)
  expect(readView({ actor: '', action: {}, from: 'ayer', to: null, entry: '-1', more: 1 })).toEqual({})
})

it('reads what an entry is about', () => {
  expect(readObject('endpoint:GET /a/:id/')).toEqual({ kind: 'endpoint', key: 'GET /a/:id/' })
  expect(readObject('everything')).toEqual({ kind: '', key: 'everything' })
  expect(subjectOf({ object: 'incident:1', after: { subject: 'LIBRERIAS:L-1' } })).toBe('L-1')
  expect(subjectOf({ object: 'customer:1', after: { subject: 'LIBRERIAS:L-1' } })).toBeUndefined()
})

it('finds what is wrong with a new password, field by field', () => {
  const problems = (next: string, again = next, current = 'la-que-tengo-hoy') =>
    problemsWith({ current, next, again }, 'ana.lopez@example.org')

  expect(problems('una-clave-larga')).toEqual({})
  expect(problems('corta')).toEqual({ next: 'short' })
  expect(problems('x'.repeat(201))).toEqual({ next: 'long' })
  expect(problems(' Ana.Lopez@example.org')).toEqual({ next: 'email' })
  expect(problems('la-que-tengo-hoy')).toEqual({ next: 'same' })
  expect(problems('una-clave-larga', 'otra-clave-larga', '')).toEqual({ current: 'empty', again: 'different' })
})
