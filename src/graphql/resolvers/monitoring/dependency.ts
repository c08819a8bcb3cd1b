import type { Resolvers } from '../../../generated/graphql.ts'
import { setDependencies } from '../../../monitoring/suppression/dependencies.ts'
import { actorOf, timeOf } from '../../context.ts'
import { subjectNode } from '../../subject-node.ts'

export const dependency = {
  Mutation: {
    setDependencies: async (_root, { input }, context) => {
      const record = await setDependencies(context.db, input, actorOf(context), timeOf(context))
      return subjectNode(record, context)
    },
  },
} satisfies Resolvers
