import { changeRole, disableOperator, enableOperator, resetPassword } from '../access/operator-changes.ts'
import { addOperator, listAccounts, type Account } from '../access/operators.ts'
import { changePassword, endOwnSession, signOutEverywhere } from '../access/own-account.ts'
import { may } from '../access/permissions.ts'
import { listSessions } from '../access/sessions.ts'
import type { Resolvers } from '../generated/graphql.ts'
import type { Context } from './context.ts'

export const operator = {
  Query: {
    operators: (_root, _args, { db }) => listAccounts(db),
    operator: (_root, { id }, { loaders }) => loaders.account.load(id),
    mySessions: (_root, _args, context) => sessionsOf(context),
  },
  Mutation: {
    addOperator: (_root, { operator }, context) => addOperator(context.db, operator, oneself(context), now(context)),
    changeOperatorRole: (_root, args, context) =>
      told(context, changeRole(context.db, args, oneself(context), now(context))),
    disableOperator: (_root, { id }, context) =>
      told(context, disableOperator(context.db, id, oneself(context), now(context))),
    enableOperator: (_root, { id }, context) =>
      told(context, enableOperator(context.db, id, oneself(context), now(context))),
    resetOperatorPassword: (_root, { id }, context) =>
      told(context, resetPassword(context.db, id, oneself(context), now(context))),
    changePassword: async (_root, args, context) => {
      await told(context, changePassword(context.db, args, oneself(context), now(context)))
      return context.whoever()
    },
    endSession: async (_root, { id }, context) => {
      await told(context, endOwnSession(context.db, id, oneself(context), now(context)))
      return sessionsOf(context)
    },
    signOutEverywhere: (_root, _args, context) =>
      told(context, signOutEverywhere(context.db, oneself(context), now(context))),
  },
  Operator: {
    disabledAt: async ({ id }, _args, context) => (await visible(id, context))?.disabledAt ?? null,
    createdAt: async ({ id }, _args, context) => (await visible(id, context))?.createdAt ?? null,
    lastSeenAt: async ({ id }, _args, context) => (await visible(id, context))?.lastSeenAt ?? null,
  },
  OpenSession: {
    isCurrent: ({ id }, _args, { whoever }) => id === whoever().sessionId,
  },
} satisfies Resolvers

const now = ({ clock }: Context) => new Date(clock.now())

/** Who makes the change, from where and in which of their sessions. */
const oneself = ({ whoever, address, requestId }: Context) => ({ ...whoever(), address, requestId })

const sessionsOf = (context: Context) => listSessions(context.db, context.whoever().operator.id, now(context))

/** What only administrators see of others. */
async function visible(id: string, { whoever, loaders }: Context): Promise<Account | null> {
  const asking = whoever().operator
  return asking.id === id || may(asking.role, 'manage:Operator') ? loaders.account.load(id) : null
}

/** Lets open sockets know, once the change is made; what was read before it is forgotten. */
async function told<T>({ live, loaders }: Context, change: Promise<T>): Promise<T> {
  const changed = await change
  live.nudge('sessions')
  loaders.account.clearAll()
  return changed
}
