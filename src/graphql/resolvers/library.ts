import type { Resolvers } from '../../generated/graphql.ts'
import { pageOfMessages } from '../../trade/inbound/message-queries.ts'
import {
  findWatchedLibraries,
  pageOfWatchedLibraries,
  type WatchedLibrary,
} from '../../trade/records/library-queries.ts'
import { connection } from '../connection.ts'
import { health } from './health-fields.ts'

export const library = {
  Query: {
    libraries: (_root, { filter, ...page }, { db }) =>
      connection(page, async (limit, after) => withIds(await pageOfWatchedLibraries(db, filter ?? {}, limit, after))),
    library: async (_root, { id }, { db }) => (await findWatchedLibraries(db, [id]))[0] ?? null,
  },
  Library: {
    id: ({ code }) => code,
    ...health,
    sinliMessages: ({ code: libraryCode }, page, { db, loaders }) =>
      connection(page, (limit, after) =>
        after === null
          ? loaders.libraryMessages.load({ libraryCode, limit })
          : pageOfMessages(db, { libraryCode }, limit, after),
      ),
  },
} satisfies Resolvers

// Cursors in the list of libraries are their codes.
const withIds = <Page extends { rows: WatchedLibrary[] }>(page: Page) => ({
  ...page,
  rows: page.rows.map((row) => ({ ...row, id: row.code })),
})
