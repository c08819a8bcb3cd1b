import type { Resolvers } from '../generated/graphql.ts'
import { findEndpoints, pageOfEndpoints, type Endpoint } from '../inventory/endpoints.ts'
import { explain } from '../monitoring/health/reason.ts'
import type { Evidence } from '../monitoring/health/state.ts'
import { limitOf } from '../pages.ts'
import { connection } from './connection.ts'
import type { Context } from './context.ts'

export const endpoint = {
  Query: {
    endpoints: (_root, { filter, ...page }, { db }) =>
      connection(page, (limit, after) => pageOfEndpoints(db, filter ?? {}, limit, after)),
    endpoint: async (_root, { id }, { db }) => (await findEndpoints(db, [id]))[0] ?? null,
  },
  Endpoint: {
    state: ({ subject }) => subject.state,
    stateSince: ({ subject }) => subject.stateSince,
    reason: ({ subject }) => (subject.evidence ? explain(subject.evidence as Evidence) : null),
    evidence: ({ subject }) => subject.evidence as Evidence | null,
    latencyMs: (endpoint, _args, context) => figures(endpoint, context)?.p95 ?? null,
    latency: (endpoint, _args, context) => figures(endpoint, context),
    errorRate: (endpoint, _args, context) => figures(endpoint, context)?.errorRate ?? null,
    requestsPerMinute: (endpoint, _args, context) => figures(endpoint, context)?.requestsPerMinute ?? 0,
    openIncident: ({ subjectId }, _args, { loaders }) => loaders.openIncident.load(subjectId),
    history: ({ subjectId }, { window }, { loaders, clock }) =>
      loaders.history.load({ subjectId, window, at: clock.now() }),
    transitions: async ({ subjectId }, { first }, { loaders }) =>
      (await loaders.transitions.load(subjectId)).slice(0, limitOf(first)),
  },
  Evidence: {
    at: ({ at }) => new Date(at),
  },
  Transition: {
    reason: ({ evidence }) => explain(evidence),
  },
} satisfies Resolvers

const figures = ({ subjectId }: Endpoint, { figuresOf }: Context) => figuresOf(subjectId)
