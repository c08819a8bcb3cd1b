import type { Resolvers } from '../../../generated/graphql.ts'
import { listKinds } from '../../../monitoring/health/kind-counts.ts'

export const kind = {
  Query: {
    kinds: (_root, _args, { db }) => listKinds(db),
  },
} satisfies Resolvers
