import type { Resolvers } from '../../../generated/graphql.ts'
import {
  countReplays,
  findReplays,
  listReplays,
  placeOfReplay,
  type ReplaySummary,
} from '../../../trade/replay/replay-queries.ts'
import { detailOf, textIn } from '../../../messages/sinli/stored.ts'
import { connectionBy, withTotal } from '../../connection.ts'
import { actorOf, type Context } from '../../context.ts'
import { languageOf } from '../../language-argument.ts'
import { firstOf } from '../../list-slice.ts'
import { subscribeUnavailable } from '../../subscriptions/subscribe.ts'
import { toReplayRequest } from './replay-request.ts'

export const replay = {
  Query: {
    replays: (_root, page, { db }) =>
      connectionBy(placeOfReplay, page, (limit, after) =>
        withTotal(listReplays(db, limit, after), () => countReplays(db)),
      ),
    replay: async (_root, { id }, { db }) => (await findReplays(db, [id]))[0] ?? null,
  },
  Mutation: {
    replaySinliMessages: async (_root, { input }, context) => {
      const id = await context.startReplay(toReplayRequest(input), actorOf(context))
      return { replay: await requireReplay(id, context.loaders) }
    },
  },
  Subscription: {
    replay: {
      subscribe: subscribeUnavailable,
      resolve: async (_root: unknown, { id }: { id: string }, { db }: Context) => {
        const replay = (await findReplays(db, [id]))[0] ?? null
        return { revision: replay ? revisionOf(replay) : 0, replay }
      },
    },
  },
  Replay: {
    operator: ({ operatorId }, _args, { loaders }) => loaders.account.load(operatorId),
    results: async ({ id }, slice, { loaders }) => firstOf((await loaders.replayResult.load(id))?.results ?? [], slice),
  },
  ReplayResult: {
    sinliMessage: ({ messageId }, _args, { loaders }) => loaders.sinliMessage.load(messageId),
    message: ({ message, sentence }, { language }) => textIn(languageOf(language, 'EN'), { text: message, sentence }),
    detail: ({ message, sentence }) => detailOf({ text: message, sentence }),
    outcome: ({ outcome }) => outcome.toUpperCase() as Uppercase<typeof outcome>,
  },
} satisfies Resolvers

/** A revision that grows with each processed message of the replay, and when the replay ends. */
const revisionOf = ({ doneCount, finishedAt }: ReplaySummary) => doneCount + (finishedAt ? 2 : 1)

async function requireReplay(id: string, { replay }: Context['loaders']): Promise<ReplaySummary> {
  const found = await replay.load(id)
  if (!found) throw new Error(`The replay ${id} was begun, but is not stored.`)
  return found
}
