import type { Resolvers } from '../../generated/graphql.ts'
import { findReplays, pageOfReplays } from '../../trade/replay/replay-queries.ts'
import { connection } from '../connection.ts'

export const replay = {
  Query: {
    replays: (_root, page, { db }) => connection(page, (limit, after) => pageOfReplays(db, limit, after)),
    replay: async (_root, { id }, { db }) => (await findReplays(db, [id]))[0] ?? null,
  },
  Replay: {
    operator: ({ operatorId }, _args, { loaders }) => loaders.account.load(operatorId),
    results: async ({ id }, _args, { loaders }) => (await loaders.replayAnswer.load(id))?.results ?? [],
  },
  ReplayResult: {
    outcome: ({ outcome }) => outcome.toUpperCase() as Uppercase<typeof outcome>,
  },
} satisfies Resolvers
