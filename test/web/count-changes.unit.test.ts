import { countChanges } from '../../web/src/imports/countChanges.ts'

const nothing = { service: 'stock', dryRun: true, total: 3, unchanged: 3, skipped: [] }
const lists = { added: [], changed: [], restored: [], retired: [], pendingRetirement: [] }
const plan = { ...nothing, ...lists, newlyPending: [], noLongerPending: [] }

test('an import that only repeats which endpoints wait changes nothing; one that ends a wait, or begins it, does', () => {
  expect(countChanges({ ...plan, pendingRetirement: ['GET /a/'] })).toBe(0)
  expect(countChanges({ ...plan, noLongerPending: ['GET /a/'] })).toBe(1)
  expect(countChanges({ ...plan, pendingRetirement: ['GET /a/', 'GET /b/'], newlyPending: ['GET /b/'] })).toBe(1)
})

test('an endpoint that changes and waits no longer is counted once', () => {
  const details = { path: '/a/', areaId: null, critical: false, authRequired: true }
  const changed = [{ id: 'GET /a/', before: details, after: { ...details, critical: true } }]
  expect(countChanges({ ...plan, changed, noLongerPending: ['GET /a/'] })).toBe(1)
})
