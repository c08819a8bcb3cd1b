import { changeRole, disableOperator, enableOperator, resetPassword } from '../../auth/operator-admin.ts'
import { addOperator, listAccounts, type Account } from '../../auth/operators.ts'
import { changePassword, endOwnSession, signOutEverywhere } from '../../auth/my-account.ts'
import { can } from '../../auth/permissions.ts'
import { listSessions } from '../../auth/sessions.ts'
import type { Resolvers } from '../../generated/graphql.ts'
import type { Context } from '../context.ts'

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
    disabledAt: async ({ id }, _args, context) => (await accountIfAllowed(id, context))?.disabledAt ?? null,
    createdAt: async ({ id }, _args, context) => (await accountIfAllowed(id, context))?.createdAt ?? null,
    lastSeenAt: async ({ id }, _args, context) => (await accountIfAllowed(id, context))?.lastSeenAt ?? null,
  },
  OpenSession: {
    isCurrent: ({ id }, _args, { requireViewer }) => id === requireViewer().sessionId,
  },
} satisfies Resolvers

const now = ({ clock }: Context) => new Date(clock.now())

/** Returns the actor of a change: operator, session, address and request id. */
const actorOf = ({ requireViewer, address, requestId }: Context) => ({ ...requireViewer(), address, requestId })

const sessionsOf = (context: Context) => listSessions(context.db, context.requireViewer().operator.id, now(context))

/** Returns an account: operators see their own, only those who may manage operators see others; otherwise null. */
async function accountIfAllowed(id: string, { requireViewer, loaders }: Context): Promise<Account | null> {
  const asking = requireViewer().operator
  return asking.id === id || can(asking.role, 'manage:Operator') ? loaders.account.load(id) : null
}

/** Once the change is made, triggers a recheck of open sockets and drops accounts cached before it. */
async function afterChange<T>({ live, loaders }: Context, change: Promise<T>): Promise<T> {
  const changed = await change
  live.publish('sessions')
  loaders.account.clearAll()
  return changed
}
