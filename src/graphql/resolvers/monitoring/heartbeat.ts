import type { HeartbeatChanges, Resolvers } from '../../../generated/graphql.ts'
import {
  createHeartbeat,
  resumeHeartbeat,
  rotateHeartbeat,
  updateHeartbeat,
  type HeartbeatSettings,
} from '../../../monitoring/heartbeats/manage-heartbeats.ts'
import { listHeartbeats } from '../../../monitoring/heartbeats/heartbeat-queries.ts'
import { actorOf, timeOf, type Context } from '../../context.ts'
import { sliceList } from '../../list-slice.ts'

export const heartbeat = {
  Query: {
    heartbeats: async (_root, slice, { db }) => sliceList(await listHeartbeats(db), slice),
  },
  Mutation: {
    createHeartbeat: (_root, { input: { owner = null, critical, ...input } }, context) =>
      createHeartbeat(context.db, { ...input, owner, critical: critical ?? false }, byOf(context)),
    updateHeartbeat: (_root, { id, input }, context) =>
      updateHeartbeat(context.db, id, changesOf(input), byOf(context)),
    rotateHeartbeat: (_root, { id }, context) => rotateHeartbeat(context.db, id, byOf(context)),
    resumeHeartbeat: (_root, { id }, context) => resumeHeartbeat(context.db, id, byOf(context)),
  },
  Heartbeat: {
    intervalSeconds: ({ schedule }) => schedule?.intervalSeconds ?? null,
    graceSeconds: ({ schedule }) => schedule?.graceSeconds ?? null,
  },
} satisfies Resolvers

const byOf = (context: Context) => ({ by: actorOf(context), at: timeOf(context) })

// Only the owner can be cleared: null leaves any other field unchanged.
const changesOf = ({ owner, ...input }: HeartbeatChanges): Partial<HeartbeatSettings> => ({
  ...Object.fromEntries(Object.entries(input).filter(([, value]) => value != null)),
  ...(owner !== undefined && { owner }),
})
