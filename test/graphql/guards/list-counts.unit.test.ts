import { createListCounts } from '../../../src/graphql/guards/list-counts.ts'
import type { RootDatabase } from '../../../src/database/database.ts'
import type { Inventory } from '../../../src/inventory/inventory.ts'
import { systemClock } from '../../../src/lib/clock.ts'
import type { Panel } from '../../../src/monitoring/notifications/notifications.ts'

const inventoryOf = (endpoints: number): Inventory =>
  ({
    areas: [{ id: 'correo' }],
    byArea: new Map([['correo', Array(endpoints).fill({ critical: true })]]),
    endpoints: Array(endpoints).fill({ critical: true }),
  }) as unknown as Inventory

const withoutDatabase = {
  $queryRaw: () => Promise.reject(new Error('The database is away.')),
} as unknown as RootDatabase

const panel = { categories: [{ count: 3 }] } as unknown as Panel

/** Counts of an inventory that can be exchanged. */
function givenCounts() {
  let inventory = inventoryOf(2)
  const read = createListCounts({
    readInventory: () => Promise.resolve(inventory),
    readPanel: () => Promise.resolve(panel),
    documents: [],
    clock: systemClock,
    db: withoutDatabase,
  })
  return { read, change: (endpoints: number) => (inventory = inventoryOf(endpoints)) }
}

const lists: ReadonlySet<string> = new Set(['Area.endpoints', 'NotificationCategory.incidents', 'Query.endpoints'])

it('the sizes of lists are the same object while nothing changes, and are counted again after a change', async () => {
  const { read, change } = givenCounts()

  const first = await read(lists)
  const second = await read(lists)
  change(5)
  const third = await read(lists)

  expect(second).toBe(first)
  expect(first.get('Area.endpoints')).toEqual({ each: 2, total: 2 })
  expect(third.get('Area.endpoints')).toEqual({ each: 5, total: 5 })
  expect(third.get('NotificationCategory.incidents')).toEqual({ each: 3, total: 3 })
})

it('lists whose rows cannot be counted have their assumed sizes, and the others their actual ones', async () => {
  const counts = await givenCounts().read(new Set(['Area.endpoints', 'Query.integrations', 'Incident.timeline']))

  expect([...counts.keys()]).toEqual(['Area.endpoints'])
})
