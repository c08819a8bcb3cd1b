import fc from 'fast-check'
import { createEndpointMatcher, createInventoryMatcher } from '../../src/inventory/endpoint-matcher.ts'
import type { Inventory } from '../../src/inventory/inventory.ts'

const segment = fc.constantFrom('a', 'b', ':x', ':y')
const pathOf = (segments: string[]) => `/api/admin/${segments.map((part) => `${part}/`).join('')}`
const path = fc.array(segment, { maxLength: 4 }).map(pathOf)
const entry = fc.record({ method: fc.constantFrom('GET', 'POST'), path })
const asked = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 5 }).map(pathOf)

const literals = (pattern: string) =>
  pattern
    .split('/')
    .map((part) => (part.startsWith(':') ? '1' : '0'))
    .join('')

/** The same by comparing with each entry; of several the one whose first parameter comes last. */
function naiveMatch(entries: { method: string; path: string }[], method: string, sought: string) {
  const actual = sought.split('/')
  const matches = entries.filter((one) => {
    const expected = one.path.split('/')
    return (
      one.method === method &&
      expected.length === actual.length &&
      expected.every((part, index) => part === actual[index] || (part.startsWith(':') && actual[index] !== ''))
    )
  })
  return matches.sort((one, other) => (literals(one.path) < literals(other.path) ? -1 : 1))[0]
}

it('finds what comparing with each endpoint finds, literal segments first', () => {
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 12 }),
      fc.constantFrom('GET', 'POST'),
      asked,
      (entries, method, sought) => {
        const found = createEndpointMatcher(entries)(method, sought)
        const expected = naiveMatch(entries, method, sought)
        expect(found && literals(found.path)).toBe(expected && literals(expected.path))
        expect(found === undefined || naiveMatch([found], method, sought) === found).toBe(true)
      },
    ),
  )
})

it('takes the final slash as optional, and no parameter for an empty segment', () => {
  const match = createEndpointMatcher([{ method: 'GET', path: '/api/admin/stock/:isbn/' }])

  const found = ['/api/admin/stock/1/', '/api/admin/stock/1', '/api/admin/stock//', '/api/admin/stock/'].map(
    (sought) => match('GET', sought)?.path,
  )

  expect(found).toEqual(['/api/admin/stock/:isbn/', '/api/admin/stock/:isbn/', undefined, undefined])
})

it('the matcher of the inventory follows it, and stays in use while the inventory cannot be read', async () => {
  const inventoryWith = (id: string) =>
    ({ endpoints: [{ id, method: 'GET', path: id.slice(4) }] }) as unknown as Inventory
  let read = () => Promise.resolve(inventoryWith('GET /api/admin/a/'))
  const readMatcher = createInventoryMatcher(() => read())
  const found = async (sought: string) => (await readMatcher())('GET', sought)?.id
  const first = await found('/api/admin/a/')

  read = () => Promise.resolve(inventoryWith('GET /api/admin/b/'))
  const second = [await found('/api/admin/a/'), await found('/api/admin/b/')]
  read = () => Promise.reject(new Error('the database is away'))

  expect(first).toBe('GET /api/admin/a/')
  expect(second).toEqual([undefined, 'GET /api/admin/b/'])
  expect(await found('/api/admin/b/')).toBe('GET /api/admin/b/')
  await expect(createInventoryMatcher(() => read())()).rejects.toThrow('away')
})
