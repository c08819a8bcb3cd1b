import { commit } from '../src/audit/commit.ts'
import { listEndpoints, type EndpointFilter } from '../src/inventory/endpoints.ts'
import { createInventory, type ReadInventory } from '../src/inventory/inventory.ts'
import { createChangeBus } from '../src/lib/change-bus.ts'
import { listLibraries } from '../src/trade/records/library-queries.ts'
import { openFresh, type Fresh } from './database.ts'
import { invent } from './invented.ts'
import { databaseOn, jsonOf, type Benchmark, type Settings } from './result.ts'
import { median, ratioOf, timed } from './statistics.ts'

const size = 10_000
const limit = 50
/** How many of the libraries fail. */
const rare = 20
// A round takes only milliseconds.
const roundsEach = 20

/**
 * Reads a page of many endpoints and of many libraries. It calls the functions directly, because a server would retire
 * endpoints that no route declares.
 */
export const page: Benchmark = {
  name: 'page',
  about: `a page of ${limit}, filtered, of ${size.toLocaleString('en')} endpoints and as many libraries`,
  run: async (settings) => {
    await using fresh = await openFresh(settings.server)
    settings.tell(`${size} endpoints and as many libraries are being invented`)
    await invent(fresh.opened, { endpoints: size, libraries: size, incidents: 0 })
    await fresh.run(
      `UPDATE "Subject" SET "state" = 'FALLANDO' WHERE "kind" = 'LIBRERIAS' AND "id" % ${size / rare} = 0`,
    )
    // As autovacuum, or the vacuum of the embedded database, does within a minute.
    await fresh.run('ANALYZE')
    const measured = await measureAll(await pagesOf(fresh), settings)
    const [limits = []] = measured.values()
    const on = databaseOn(settings.server)
    const figures = Array.from(measured, ([of, ms]) => ({
      of,
      value: median(ms),
      unit: 'ms',
      ratio: ratioOf(ms, limits),
    }))
    const json = { on, ...jsonOf(figures) }
    return { title: page.about, limit: `looking up a row by its primary key, on ${on}`, figures, json }
  },
}

type Step = { before?: () => Promise<unknown>; read: () => Promise<unknown> }

/** The measured reads by their label in the table, starting with the baseline. */
async function pagesOf({ opened: { db } }: Fresh): Promise<Record<string, Step>> {
  const changeBus = createChangeBus()
  const readInventory = createInventory(db, changeBus)
  const { endpoints } = await readInventory()
  const { id, subjectId } = endpoints[size / 2] ?? { id: '', subjectId: 0 }
  const ask = (filter: EndpointFilter, after: string | null) => () => firstPage(readInventory, filter, after)
  const change = async () => {
    await commit(db, () => ({ views: ['inventory'], changed: [subjectId] }))
    changeBus.publish('inventory')
  }
  const libraries = (filter: Parameters<typeof listLibraries>[1]) => () => listLibraries(db, filter, limit, null)
  return {
    'a row by its primary key': { read: () => db.endpoint.findUnique({ where: { id } }) },
    'endpoints with a text': { read: ask({ search: 'invented-99' }, null) },
    'endpoints of a state, from the middle on': { read: ask({ state: 'DESCONOCIDO' }, id) },
    'the same, after one of them changed': { before: change, read: ask({ state: 'DESCONOCIDO' }, id) },
    'libraries with a text': { read: libraries({ search: '99' }) },
    'libraries of a state': { read: libraries({ state: 'DESCONOCIDO' }) },
    'libraries of a rare state': { read: libraries({ state: 'FALLANDO' }) },
  }
}

async function firstPage(readInventory: ReadInventory, filter: EndpointFilter, after: string | null) {
  return listEndpoints(await readInventory(), filter, limit, after)
}

async function measureAll(steps: Record<string, Step>, { rounds, tell }: Settings): Promise<Map<string, number[]>> {
  const measured = new Map<string, number[]>(Object.keys(steps).map((of) => [of, []]))
  for (let round = 1; round <= rounds * roundsEach; round++) {
    if (round % roundsEach === 0) tell(`round ${round / roundsEach} of ${rounds}`)
    for (const [of, { before, read }] of Object.entries(steps)) {
      await before?.()
      measured.get(of)?.push((await timed(read)).ms)
    }
  }
  return measured
}
