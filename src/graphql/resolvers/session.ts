import { permissionsOf } from '../../auth/permissions.ts'
import type { Resolvers } from '../../generated/graphql.ts'

export const session = {
  Query: {
    session: (_root, _args, { requireViewer }) => requireViewer(),
  },
  Session: {
    role: ({ operator }) => operator.role,
    environment: (_session, _args, { environment }) => environment,
    permissions: ({ operator }) => permissionsOf(operator.role),
  },
} satisfies Resolvers
