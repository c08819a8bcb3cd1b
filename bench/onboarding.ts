import type { RootDatabase } from '../src/database/database.ts'
import { countStages, findOnboarding, listOnboardings } from '../src/onboarding/onboarding-queries.ts'
import { listUnknownParties } from '../src/onboarding/unknown-parties.ts'
import { openFresh } from './database.ts'
import { counts, fillOnboarding } from './onboarding-records.ts'
import { databaseOn, type Benchmark, type Settings } from './result.ts'
import { median, timed } from './statistics.ts'

const pageSize = 50
// A round takes about a second.
const roundsEach = 3

type Read = (db: RootDatabase, at: Date) => Promise<unknown>

/** The reads of the pages of onboarding. */
const reads: Readonly<Record<string, Read>> = {
  'the board, all stages': (db, at) => listOnboardings(db, { filter: {}, at }, pageSize, null),
  'the board, under test': (db, at) => listOnboardings(db, { filter: { stages: ['EN_PRUEBAS'] }, at }, pageSize, null),
  'the board, standing still for 30 days': (db, at) =>
    listOnboardings(db, { filter: { stalledDays: 30 }, at }, pageSize, null),
  'the board, with a word': (db, at) => listOnboardings(db, { filter: { search: 'inventada 77' }, at }, pageSize, null),
  'how many are in each stage': (db) => countStages(db),
  'one bookshop': (db, at) => findOnboarding(db, 'L-04321', at),
  'the parties that are not registered': (db) => listUnknownParties(db, pageSize, null),
}

type Measured = { read: string; ms: number; lookups: number }

/** The pages of onboarding with 10,000 bookshops. */
export const onboarding: Benchmark = {
  name: 'onboarding',
  about: 'the board of 10,000 bookshops: 50 of them with all their steps in one statement',
  run: async (settings) => {
    const measured = await benchOnboarding(settings)
    const figures = measured.map(({ read, ms, lookups }) => ({ of: read, value: ms, unit: 'ms', ratio: lookups }))
    const on = databaseOn(settings.server)
    const limit = `looking up a row by its primary key, on ${on}`
    return { title: onboarding.about, limit, figures, json: { on, reads: measured } }
  },
}

/** Every round runs all reads, each preceded by the baseline: a lookup of one row by its primary key. */
async function benchOnboarding({ server, rounds: asked, tell }: Settings): Promise<Measured[]> {
  tell(`${counts.libraries} bookshops are being invented`)
  await using database = await openFresh(server)
  await fillOnboarding(database.run)
  const { db } = database.opened
  const rounds = asked * roundsEach
  const lookups: number[] = []
  const durations = new Map<string, number[]>()
  for (let round = 1; round <= rounds; round++) {
    tell(`round ${round} of ${rounds}`)
    for (const [read, run] of Object.entries(reads)) {
      lookups.push((await timed(() => db.library.findUnique({ where: { code: 'L-04321' } }))).ms)
      const { ms } = await timed(() => run(db, new Date()))
      durations.set(read, [...(durations.get(read) ?? []), ms])
    }
  }
  const lookup = median(lookups)
  return Array.from(durations, ([read, all]) => ({ read, ms: median(all), lookups: median(all) / lookup }))
}
