import { readListSizes, type StoredList } from '../../database/stored-list-sizes.ts'
import type { Inventory } from '../../inventory/inventory.ts'
import { criticalEndpoints } from '../../inventory/endpoints.ts'
import type { Panel } from '../../monitoring/notifications/notifications.ts'
import type { GraphqlDeps } from '../context.ts'
import { noListCounts, type ListCount, type ListCounts } from './list-sizes.ts'

/** Reads the actual sizes of the given lists (schema coordinates), as far as they are counted. */
export type ReadListCounts = (lists: ReadonlySet<string>) => Promise<ListCounts>

type Sources = Pick<GraphqlDeps, 'readInventory' | 'readPanel' | 'db' | 'clock' | 'documents'>

/** Counts of the lists that the server has in memory. The inventory and the panel are read once per change. */
const ownCounters: Readonly<Record<string, (sources: Sources) => Promise<ListCount>>> = {
  'Area.endpoints': async ({ readInventory }) => endpointsPerArea(await readInventory()),
  'Inventory.criticalEndpoints': async ({ readInventory }) => criticalCount(await readInventory()),
  'Inventory.services': async ({ readInventory }) => countOf([(await readInventory()).services.length]),
  'NotificationCategory.incidents': async ({ readPanel }) => incidentsPerCategory(await readPanel()),
  'Query.trustedDocuments': ({ documents }) => Promise.resolve(countOf([documents.length])),
}

const subjectTypes = ['Subject', 'Endpoint', 'Integration', 'Library']

/** The lists that are counted in the database, by the schema coordinate of the field that returns them. */
const storedLists: Readonly<Record<string, StoredList>> = {
  'Delivery.attempts': 'attemptsOfDeliveries',
  'Delivery.incidents': 'incidentsOfDeliveries',
  'DestinationFilter.subjects': 'subjectsOfFilters',
  'Incident.deliveries': 'deliveriesOfIncidents',
  'Incident.suppresses': 'suppressedIncidents',
  'Incident.timeline': 'timelines',
  'Maintenance.incidents': 'incidentsOfMaintenances',
  'Mutation.endSession': 'sessionsOfOperators',
  'Query.destinations': 'destinations',
  'Query.heartbeats': 'heartbeats',
  'Query.integrations': 'integrations',
  'Query.maintenances': 'maintenances',
  'Query.mutes': 'mutes',
  'Query.mySessions': 'sessionsOfOperators',
  'Query.myTokens': 'tokensOfOperators',
  'Query.operators': 'operators',
  'Query.serviceTokens': 'tokensOfServices',
  'Query.services': 'services',
  'Replay.results': 'resultsOfReplays',
  'SinliMessage.attempts': 'attemptsOfMessages',
  'SubjectMatcher.subjects': 'subjectsOfMatchers',
  ...Object.fromEntries(subjectTypes.map((type) => [`${type}.upstream`, 'upstream'])),
  ...Object.fromEntries(subjectTypes.map((type) => [`${type}.downstream`, 'downstream'])),
}

/**
 * Lists of tables that grow for years. Counting reads the whole table, so each list is counted at most once a minute,
 * and all callers share the count.
 */
const countedPerMinute: ReadonlySet<StoredList> = new Set([
  ...(['attemptsOfDeliveries', 'attemptsOfMessages', 'deliveriesOfIncidents', 'incidentsOfDeliveries'] as const),
  ...(['resultsOfReplays', 'suppressedIncidents', 'timelines'] as const),
])

const minuteMs = 60_000

/** Whether the actual size of a list is counted. */
export const isCounted = (list: string): boolean => list in ownCounters || list in storedLists

/**
 * Creates the reader of list sizes. If a source cannot be read, its lists have their assumed sizes. The same lists get the
 * same object until a size changes.
 */
export function createListCounts(sources: Sources): ReadListCounts {
  const lastCounts = new WeakMap<ReadonlySet<string>, ListCounts>()
  const readStored = createStoredCounts(sources)
  return async (lists) => {
    const counted = [...lists].filter(isCounted)
    if (counted.length === 0) return noListCounts
    const ofRows = counted.filter((list) => list in storedLists)
    const own = countOwn(sources, counted)
    const stored = ofRows.length > 0 ? readStored(ofRows).catch(() => []) : []
    const counts = new Map([...(await own), ...(await stored)])
    const last = lastCounts.get(lists)
    if (last && isSame(last, counts)) return last
    lastCounts.set(lists, counts)
    return counts
  }
}

type Counted = [list: string, count: ListCount]

async function countOwn(sources: Sources, lists: readonly string[]): Promise<Counted[]> {
  const counts = lists.map(async (list) => [list, await ownCounters[list]?.(sources).catch(() => null)] as const)
  return (await Promise.all(counts)).flatMap(([list, count]) => (count ? [[list, count]] : []))
}

/** Counts the lists that are stored as rows. Lists counted at each request share one statement. */
function createStoredCounts({ db, clock }: Sources): (lists: readonly string[]) => Promise<Counted[]> {
  const lastReads = new Map<StoredList, { until: number; sizes: ReturnType<typeof readListSizes> }>()

  function readPerMinute(list: StoredList) {
    const now = clock.elapsed()
    const last = lastReads.get(list)
    if (last && now < last.until) return last.sizes
    const sizes = readListSizes(db, [list])
    lastReads.set(list, { until: now + minuteMs, sizes })
    // A failure is not kept: the next call reads again.
    sizes.catch(() => lastReads.delete(list))
    return sizes
  }

  return async (lists) => {
    const stored = [...new Set(lists.flatMap((list) => storedLists[list] ?? []))]
    const perRequest = stored.filter((list) => !countedPerMinute.has(list))
    const perMinute = stored.filter((list) => countedPerMinute.has(list)).map(readPerMinute)
    const sizes = new Map(
      (await Promise.all([readListSizes(db, perRequest), ...perMinute])).flatMap((read) => [...read]),
    )
    return lists.flatMap((list): Counted[] => {
      const size = storedLists[list] && sizes.get(storedLists[list])
      return size ? [[list, size]] : []
    })
  }
}

const isSame = (one: ListCounts, other: ListCounts) =>
  one.size === other.size &&
  [...one].every(([list, { each, total }]) => other.get(list)?.each === each && other.get(list)?.total === total)

/** Caches the count of a source object: a changed source is another object. */
function countOnce<Source extends object>(count: (source: Source) => ListCount): (source: Source) => ListCount {
  const counts = new WeakMap<Source, ListCount>()
  return (source) => {
    const counted = counts.get(source) ?? count(source)
    counts.set(source, counted)
    return counted
  }
}

const endpointsPerArea = countOnce(({ areas, byArea }: Inventory) =>
  countOf(areas.map(({ id }) => byArea.get(id)?.length ?? 0)),
)

const criticalCount = countOnce(({ endpoints }: Inventory) => countOf([criticalEndpoints(endpoints).length]))

const incidentsPerCategory = countOnce(({ categories }: Panel) => countOf(categories.map(({ count }) => count)))

const countOf = (sizes: readonly number[]): ListCount => ({
  each: Math.max(0, ...sizes),
  total: sizes.reduce((sum, size) => sum + size, 0),
})
