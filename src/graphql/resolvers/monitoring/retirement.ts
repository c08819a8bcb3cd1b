import type { Resolvers } from '../../../generated/graphql.ts'
import { requireReason } from '../../../monitoring/incidents/notes.ts'
import { changeAuthor } from './incident.ts'
import { subjectNode } from '../../subject-node.ts'

export const retirement = {
  Mutation: {
    retireSubject: (_root, { input: { kind, id, reason } }, context) => {
      const author = changeAuthor(context, requireReason(reason))
      const { address, requestId, traceId } = context
      return context.retireSubject({ kind, key: id }, { author, address, requestId, traceId })
    },
  },
  RetireSubjectPayload: {
    subject: ({ subject }, _args, context) => subjectNode(subject, context),
    resolvedIncident: ({ incidentId }, _args, { loaders }) => (incidentId ? loaders.incident.load(incidentId) : null),
  },
} satisfies Resolvers
