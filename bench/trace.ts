// cspell:ignore ctid
import type { RootDatabase } from '../src/database/database.ts'
import { findTrace } from '../src/tracing/trace.ts'
import { openFilledWith } from './database.ts'
import { benchmarkOf } from './reads.ts'
import { fill, someCustomer } from './search-records.ts'

/** Ids that operators trace, by their kind. */
const ids = {
  'a document number': 'A/12345',
  'an ISBN': 'isbn:9788400000004',
  'a Message-ID': '<7000.envio@example.org>',
  "a customer's id": 'B00370000',
  'a trace id that nothing has': 'e'.repeat(32),
}

const isbnLine = `UPDATE "SinliLine" SET "isbn" = '9788400000004' WHERE ctid IN (SELECT ctid FROM "SinliLine" LIMIT 40)`

/** A trace over 100,000 records. */
export const tracing = benchmarkOf({
  name: 'trace',
  about: 'following one thing through 100,000 records',
  invented: '100,000 records',
  open: openFilledWith(async (run) => {
    await fill(run)
    await run(isbnLine)
  }),
  lookUp: (db) => db.customer.findUnique({ where: { id: someCustomer } }),
  reads: Object.fromEntries(
    Object.entries(ids).map(([kind, id]) => [kind, (db: RootDatabase) => findTrace(db, id, () => true)]),
  ),
  describe: (trace) => `${trace?.steps.length ?? 0} steps`,
  roundsEach: 20,
})
