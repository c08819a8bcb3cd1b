import { changeRole, disableOperator, enableOperator, resetPassword } from '../../../auth/operator-admin.ts'
import { addOperator, listAccounts, type Account } from '../../../auth/operators.ts'
import { changePassword, endOwnSession, signOutEverywhere } from '../../../auth/my-account.ts'
import { can } from '../../../auth/permissions.ts'
import { listSessions } from '../../../auth/sessions.ts'
import type { Resolvers } from '../../../generated/graphql.ts'
import { actorOf, type Context } from '../../context.ts'

export const operator = {
  Query: {
    operators: (_root, _args, { db }) => listAccounts(db),
    operator: (_root, { id }, { loaders }) => loaders.account.load(id),
    mySessions: (_root, _args, context) => sessionsOf(context),
  },
  Mutation: {
    addOperator: (_root, { operator }, context) => addOperator(context.db, operator, actorOf(context), now(context)),
    changeOperatorRole: (_root, args, context) =>
      afterChange(context, changeRole(context.db, args, actorOf(context), now(context))),
    disableOperator: (_root, { id }, context) =>
      afterChange(context, disableOperator(context.db, id, actorOf(context), now(context))),
    enableOperator: (_root, { id }, context) =>
      afterChange(context, enableOperator(context.db, id, actorOf(context), now(context))),
    resetOperatorPassword: (_root, { id }, context) =>
      afterChange(context, resetPassword(context.db, id, actorOf(context), now(context))),
    changePassword: async (_root, args, context) => {
      await afterChange(context, changePassword(context.db, args, actorOf(context), now(context)))
      return context.requireViewer()
    },
    endSession: async (_root, { id }, context) => {
      await afterChange(context, endOwnSession(context.db, id, actorOf(context), now(context)))
      return sessionsOf(context)
    },
    signOutEverywhere: (_root, _args, context) =>
      afterChange(context, signOutEverywhere(context.db, actorOf(context), now(context))),
  },
  Operator: {
    origin: async ({ id }, _args, context) => (await accountIfAllowed(id, context))?.origin ?? null,
    disabledAt: async ({ id }, _args, context) => (await accountIfAllowed(id, context))?.disabledAt ?? null,
    createdAt: async ({ id }, _args, context) => (await accountIfAllowed(id, context))?.createdAt ?? null,
    lastSeenAt: async ({ id }, _args, context) => (await accountIfAllowed(id, context))?.lastSeenAt ?? null,
  },
  OpenSession: {
    isCurrent: ({ id }, _args, { requireViewer }) => id === requireViewer().sessionId,
  },
} satisfies Resolvers

const now = ({ clock }: Context) => new Date(clock.now())

const sessionsOf = (context: Context) => listSessions(context.db, context.requireViewer().operator.id, now(context))

/** Returns an account: operators see their own, only those who may manage operators see others; otherwise null. */
async function accountIfAllowed(id: string, { requireViewer, loaders }: Context): Promise<Account | null> {
  const viewer = requireViewer()
  return viewer.operator.id === id || can(viewer, 'manage:Operator') ? loaders.account.load(id) : null
}

/** Drops the accounts cached before a change once it is made. */
async function afterChange<T>({ loaders }: Context, change: Promise<T>): Promise<T> {
  const result = await change
  loaders.account.clearAll()
  return result
}
