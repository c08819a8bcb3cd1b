import type { RootDatabase } from '../src/database/database.ts'
import { countStages, findOnboarding, listOnboardings } from '../src/onboarding/onboarding-queries.ts'
import { listUnknownParties } from '../src/onboarding/unknown-parties.ts'
import { openFilledWith } from './database.ts'
import { fillOnboarding } from './onboarding-records.ts'
import { benchmarkOf } from './reads.ts'

const pageSize = 50

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

/** The pages of onboarding with 10,000 bookshops. */
export const onboarding = benchmarkOf({
  name: 'onboarding',
  about: 'the board of 10,000 bookshops: 50 of them with all their steps in one statement',
  invented: '10,000 bookshops',
  open: openFilledWith((run) => fillOnboarding(run, { libraries: 10_000 })),
  lookUp: (db) => db.library.findUnique({ where: { code: 'L-04321' } }),
  reads: Object.fromEntries(
    Object.entries(reads).map(([read, run]) => [read, (db: RootDatabase) => run(db, new Date())]),
  ),
  roundsEach: 3,
})
