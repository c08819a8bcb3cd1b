import fc from 'fast-check'
import type { DeclaredEndpoint } from '../../../src/inventory/reported/endpoint-declaration.ts'
import {
  findClaimed,
  isEmptyPlan,
  planImport,
  type ImportPlan,
  type StoredEndpoint,
} from '../../../src/inventory/reported/plan-import.ts'
import { endpointId } from '../../../src/inventory/route-catalog.ts'

const declared = fc.uniqueArray(
  fc.record({
    method: fc.constantFrom('GET', 'POST'),
    path: fc.constantFrom('/api/admin/a/', '/api/admin/b/', '/api/admin/c/:id/'),
    areaId: fc.constantFrom('correo', 'inventario', null),
    authRequired: fc.boolean(),
    critical: fc.boolean(),
  } satisfies { [Name in keyof DeclaredEndpoint]: fc.Arbitrary<DeclaredEndpoint[Name]> }),
  { selector: endpointId },
)

/** The stored endpoints after an import, as its writes leave them. */
function storedAfter(plan: ImportPlan, list: readonly DeclaredEndpoint[], before: readonly StoredEndpoint[]) {
  const written = [...plan.added, ...plan.restored, ...plan.changed.map(({ id }) => id)]
  const put = list
    .filter((endpoint) => written.includes(endpointId(endpoint)))
    .map((endpoint) => ({ ...endpoint, id: endpointId(endpoint), subjectId: 0, service: 'one', isRetired: false }))
  const kept = before.filter(({ id }) => !written.includes(id))
  return [...put, ...kept.map((row) => ({ ...row, isRetired: row.isRetired || plan.retired.includes(row.id) }))]
}

it('any lists one after another: what is stored is the last one, and the same again changes nothing', () => {
  fc.assert(
    fc.property(fc.array(declared, { minLength: 1, maxLength: 5 }), (lists) => {
      let stored: StoredEndpoint[] = []
      for (const list of lists) {
        const plan = planImport('one', list, stored)
        expect(plan.added.length + plan.restored.length + plan.changed.length + plan.unchanged).toBe(list.length)
        stored = storedAfter(plan, list, stored)
        const active = stored.filter(({ isRetired }) => !isRetired)
        expect(active.map(({ id }) => id).sort()).toEqual(list.map(endpointId).sort())
        expect(isEmptyPlan(planImport('one', list, stored))).toBe(true)
      }
    }),
  )
})

it('an import touches no endpoint of another service, and claims of it are named with their owner', () => {
  const endpoint = {
    method: 'GET',
    path: '/api/admin/a/:id/',
    areaId: null,
    authRequired: true,
    critical: false,
  } as const
  const other = { ...endpoint, id: 'GET /api/admin/a/:code/', path: '/api/admin/a/:code/', subjectId: 1 }
  const stored = [{ ...other, service: 'two', isRetired: false }]
  const own = [{ ...other, service: null, isRetired: false }]
  const retired = [{ ...other, service: 'two', isRetired: true }]

  expect(planImport('one', [], stored)).toMatchObject({ retired: [] })
  expect(findClaimed('one', [endpoint], stored)).toEqual([
    {
      field: 'GET /api/admin/a/:id/',
      message: 'GET /api/admin/a/:id/ takes the same requests as GET /api/admin/a/:code/ of the service two.',
    },
  ])
  expect(findClaimed('one', [{ ...endpoint, path: other.path }], own)[0]?.message).toBe(
    'GET /api/admin/a/:code/ belongs to Vigía itself (vigia).',
  )
  expect(findClaimed('one', [endpoint], retired)).toEqual([])
  expect(findClaimed('two', [endpoint], stored)).toEqual([])
})
