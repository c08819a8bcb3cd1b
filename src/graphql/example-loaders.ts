import type { RootDatabase } from '../database/database.ts'
import { listExamplesOfIncidents, listExamplesOfSubjects } from '../monitoring/examples/example-queries.ts'
import { loadMany } from './batch-loading.ts'

/** Creates the batched reads of the examples of failed and slow requests. */
export const createExampleLoaders = (db: RootDatabase) => ({
  examples: loadMany(
    (ids: readonly number[]) => listExamplesOfSubjects(db, ids),
    (example) => example.subjectId,
  ),
  incidentExamples: loadMany(
    (ids: readonly string[]) => listExamplesOfIncidents(db, ids),
    (example) => example.incidentId,
  ),
})
