import fc from 'fast-check'
import type { DeclaredEndpoint } from '../../../src/inventory/reported/endpoint-declaration.ts'
import {
  findClaimed,
  identify,
  isEmptyPlan,
  planImport,
  type IdentifiedEndpoint,
  type PlannedImport,
  type RetirementTerms,
  type StoredEndpoint,
} from '../../../src/inventory/reported/plan-import.ts'
import { requestPattern } from '../../../src/inventory/read-route.ts'
import { casesOf } from '../../support/extent.ts'

const paths = ['/api/admin/a/', '/api/admin/b/', '/api/admin/c/:id/', '/api/admin/c/:code/', '/api/admin/d/:id/e/:n/']

const declared = fc.uniqueArray(
  fc.record({
    method: fc.constantFrom('GET', 'POST'),
    path: fc.constantFrom(...paths, '/api/admin/d/:x/e/:y/', '/api/admin/f/'),
    areaId: fc.constantFrom('correo', 'inventario', null),
    authRequired: fc.boolean(),
    critical: fc.boolean(),
  } satisfies { [Name in keyof DeclaredEndpoint]: fc.Arbitrary<DeclaredEndpoint[Name]> }),
  { selector: requestPattern },
)

const terms = fc.record({ retire: fc.boolean(), isIncomplete: fc.boolean() })

type Import = { list: DeclaredEndpoint[]; terms: RetirementTerms }

/** The stored endpoints after an import, as its writes leave them. */
function storedAfter(
  { plan, needConfirmation }: PlannedImport,
  list: readonly IdentifiedEndpoint[],
  before: readonly StoredEndpoint[],
) {
  const written = [...plan.added, ...plan.restored, ...plan.changed.map(({ id }) => id)]
  const put = list
    .filter(({ id }) => written.includes(id))
    .map((endpoint) => ({
      ...endpoint,
      subjectId: 0,
      service: 'one',
      isRetired: false,
      isMissing: false,
      needsConfirmation: false,
    }))
  const kept = before.filter(({ id }) => !written.includes(id))
  return [
    ...put,
    ...kept.map((row) => ({
      ...row,
      isRetired: row.isRetired || plan.retired.includes(row.id),
      needsConfirmation: needConfirmation.includes(row.id),
    })),
  ]
}

type InUse = ReadonlyMap<string, 'LISTED' | 'UNREAD' | 'MANY'>

/** What must be in use after an import, by what requests it takes, and why; written without the code of the plan. */
function expectedAfter(before: InUse, { list, terms }: Import): Map<string, 'LISTED' | 'UNREAD' | 'MANY'> {
  const listed = new Set(list.map(requestPattern))
  const missing = [...before].filter(([pattern]) => !listed.has(pattern))
  const areMany = listed.size === 0 || (missing.length > 1 && missing.length > before.size / 2)
  const after: Map<string, 'LISTED' | 'UNREAD' | 'MANY'> = new Map([...listed].map((pattern) => [pattern, 'LISTED']))
  if (terms.retire) return after
  for (const [pattern, why] of missing)
    if (areMany || why === 'MANY') after.set(pattern, 'MANY')
    else if (terms.isIncomplete) after.set(pattern, 'UNREAD')
  return after
}

it('any imports one after another: an endpoint is what requests it takes, and nothing odd retires one', () => {
  const imports = fc.array(fc.record({ list: declared, terms }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(imports, (sequence) => {
      let stored: StoredEndpoint[] = []
      let expected: InUse = new Map()
      const ids = new Map<string, string>()
      for (const one of sequence) {
        const list = identify('one', one.list, stored)
        const planned = planImport('one', list, stored, one.terms)
        const { plan } = planned
        const inUse = stored.filter(({ isRetired }) => !isRetired)
        const listed = inUse.filter((row) => list.some(({ id }) => id === row.id)).length
        const isCut = inUse.length - listed > 1 && listed < inUse.length / 2
        if (isCut && !one.terms.retire) expect(plan.retired).toEqual([])
        expected = expectedAfter(expected, one)
        stored = storedAfter(planned, list, stored)
        const active = stored.filter(({ isRetired }) => !isRetired)
        const patternOf = (id: string) =>
          requestPattern(stored.find((row) => row.id === id) ?? { method: '', path: '' })

        const waiting = [...expected].flatMap(([pattern, why]) => (why === 'LISTED' ? [] : [pattern]))
        expect(active.map(requestPattern).sort()).toEqual([...expected.keys()].sort())
        expect(plan.pendingRetirement.map(patternOf).sort()).toEqual(waiting.sort())
        expect(plan.added.length + plan.restored.length + plan.changed.length + plan.unchanged).toBe(list.length)
        // Under its present name, and under the id that it had from its first import on.
        for (const { method, path } of one.list)
          expect(active).toContainEqual(expect.objectContaining({ method, path }))
        for (const row of active) {
          expect(ids.get(requestPattern(row)) ?? row.id).toBe(row.id)
          ids.set(requestPattern(row), row.id)
        }
        const { plan: again } = planImport('one', identify('one', one.list, stored), stored, one.terms)
        expect([isEmptyPlan(again), again.pendingRetirement]).toEqual([true, plan.pendingRetirement])
      }
    }),
    { numRuns: casesOf(100, 3_000) },
  )
})

const endpoint = {
  method: 'GET',
  path: '/api/admin/a/:id/',
  areaId: null,
  authRequired: true,
  critical: false,
} as const

const row = (path: string, more: Partial<StoredEndpoint> = {}): StoredEndpoint => ({
  ...{
    ...endpoint,
    path,
    id: `GET ${path}`,
    subjectId: 1,
    service: 'two',
    isRetired: false,
    isMissing: false,
    needsConfirmation: false,
  },
  ...more,
})

it('an import touches no endpoint of another service, and claims of it are named with their owner', () => {
  const other = row('/api/admin/a/:code/')
  const own = [{ ...other, service: null }]

  expect(planImport('one', [], [other], { retire: true, isIncomplete: false }).plan).toMatchObject({ retired: [] })
  expect(findClaimed('one', [endpoint], [other])).toMatchObject([
    {
      field: 'GET /api/admin/a/:id/',
      sentence: {
        code: 'SAME_REQUESTS_AS_SERVICE',
        parameters: { endpoint: 'GET /api/admin/a/:id/', other: 'GET /api/admin/a/:code/', service: 'two' },
      },
    },
  ])
  expect(findClaimed('one', [{ ...endpoint, path: other.path }], own)[0]?.sentence.code).toBe('ENDPOINT_OF_VIGIA')
  expect(findClaimed('one', [endpoint], [{ ...other, isRetired: true }])).toEqual([])
  expect(findClaimed('two', [endpoint], [other])).toEqual([])
})

it('of several stored endpoints that take the same requests the one in use counts, then the one with the same id', () => {
  const retired = ['/api/admin/a/:x/', '/api/admin/a/:id/'].map((path) => row(path, { isRetired: true }))
  const idOf = (stored: StoredEndpoint[]) => identify('two', [endpoint], stored)[0]?.id

  expect(idOf([...retired, row('/api/admin/a/:code/')])).toBe('GET /api/admin/a/:code/')
  expect(idOf(retired)).toBe('GET /api/admin/a/:id/')
  expect(idOf(retired.slice(0, 1))).toBe('GET /api/admin/a/:x/')
})
