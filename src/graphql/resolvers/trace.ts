import { can } from '../../auth/permissions.ts'
import type { Resolvers } from '../../generated/graphql.ts'
import { findTrace } from '../../tracing/trace.ts'
import { requireText } from '../input-text.ts'

export const trace = {
  Query: {
    trace: (_root, { id }, { db, requireViewer }) => {
      const viewer = requireViewer()
      return findTrace(db, requireText(id, { field: 'id', maxLength: 1_000 }), (permission) => can(viewer, permission))
    },
  },
  Trace: {
    startedAt: ({ steps }) => steps[0]?.at ?? null,
    endedAt: ({ steps }) =>
      steps.length > 0
        ? new Date(Math.max(...steps.map(({ at, durationMs }) => at.getTime() + (durationMs ?? 0))))
        : null,
  },
  TraceStep: {
    __resolveType: ({ type }) => type,
  },
  TraceDocument: {
    documentDate: ({ date }) => date?.toISOString().slice(0, 10) ?? null,
    sender: ({ sender }) => ({ id: sender }),
    receiver: ({ receiver }) => ({ id: receiver }),
  },
  RequestStep: {
    endpointId: ({ endpointId }, _args, { inventory }) => (inventory.byId.has(endpointId) ? endpointId : null),
  },
  MessageStep: {
    sender: ({ sender }) => (sender === null ? null : { id: sender }),
    receiver: ({ receiver }) => (receiver === null ? null : { id: receiver }),
  },
} satisfies Resolvers
