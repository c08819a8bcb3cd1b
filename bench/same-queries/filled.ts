import { openDatabase } from '../../src/database/open.ts'
import { givenFilledGateway } from '../../test/support/graphql/filled-gateway.ts'
import { fillOnboarding } from '../onboarding-records.ts'
import { readQuestions, type Question } from './questions.ts'

/** A filled database: its time, the cookie of the operator who has signed in, and the queries that find something in it. */
export type Filled = { at: number; cookie: string; questions: Question[] }

/** Fills a database in a folder with an object of every type, connected with the others, and 20,000 other records. */
export async function fillDatabase(dataDir: string): Promise<Filled> {
  const { close, ...opened } = await openDatabase({ databaseUrl: null, dataDir }, process.pid)
  try {
    const { clock, cookie, given, ...gateway } = await givenFilledGateway({ database: asGiven(opened) })
    await gateway[Symbol.asyncDispose]()
    await fillOnboarding((script) => opened.db.$executeRawUnsafe(script), { libraries: 1_000 })
    return { at: clock.now(), cookie, questions: readQuestions(given, clock.now()) }
  } finally {
    await close()
  }
}

const asGiven = (opened: Pick<Awaited<ReturnType<typeof openDatabase>>, 'db' | 'openCoordination'>) => ({
  ...opened,
  databaseUrl: null,
  openAgain: () => Promise.reject(new Error('One instance uses it.')),
  [Symbol.asyncDispose]: () => Promise.resolve(),
})
