import { permissionsOf } from '../../../auth/permissions.ts'
import type { Resolvers } from '../../../generated/graphql.ts'

export const session = {
  Query: {
    session: (_root, _args, { requireViewer }) => requireViewer(),
  },
  Session: {
    role: ({ operator }) => operator.role,
    environment: (_session, _args, { environment }) => environment,
    traceUrl: (_session, _args, { config }) => config.traceUrl,
    permissions: (viewer) => permissionsOf(viewer),
  },
} satisfies Resolvers
