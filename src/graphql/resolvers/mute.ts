import { beginMute, endMute, listMutes } from '../../alerting/mutes.ts'
import type { Resolvers } from '../../generated/graphql.ts'
import { toMatcher } from '../../monitoring/suppression/subject-matcher.ts'
import { actorOf, timeOf } from '../context.ts'
import { sliceList } from '../list-slice.ts'

export const mute = {
  Query: {
    mutes: async (_root, { active, ...slice }, context) =>
      sliceList(await listMutes(context.db, active ?? null, timeOf(context)), slice),
  },
  Mutation: {
    mute: (_root, { input }, context) => beginMute(context.db, input, actorOf(context), timeOf(context)),
    endMute: (_root, { id }, context) => endMute(context.db, id, actorOf(context), timeOf(context)),
  },
  Mute: {
    matcher: ({ matcher }) => toMatcher(matcher),
  },
} satisfies Resolvers
