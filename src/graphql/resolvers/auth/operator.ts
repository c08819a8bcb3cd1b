import {
  allowLinking,
  changeRole,
  disableOperator,
  enableOperator,
  resetPassword,
} from '../../../auth/operator-admin.ts'
import { addOperator, listAccounts } from '../../../auth/operators.ts'
import { changePassword, endOwnSession, signOutEverywhere } from '../../../auth/my-account.ts'
import { listSessions } from '../../../auth/sessions.ts'
import type { Resolvers } from '../../../generated/graphql.ts'
import { actorOf, type Context } from '../../context.ts'
import { sliceList } from '../../list-slice.ts'

export const operator = {
  Query: {
    operators: async (_root, slice, { db }) => sliceList(await listAccounts(db), slice),
    operator: (_root, { id }, { loaders }) => loaders.account.load(id),
    mySessions: async (_root, slice, context) => sliceList(await sessionsOf(context), slice),
  },
  Mutation: {
    addOperator: (_root, { operator }, context) => addOperator(context.db, operator, actorOf(context), now(context)),
    changeOperatorRole: (_root, args, context) =>
      afterChange(context, changeRole(context.db, args, actorOf(context), now(context))),
    disableOperator: (_root, { id }, context) =>
      afterChange(context, disableOperator(context.db, id, actorOf(context), now(context))),
    enableOperator: (_root, { id }, context) =>
      afterChange(context, enableOperator(context.db, id, actorOf(context), now(context))),
    allowOperatorLink: (_root, { id }, context) =>
      afterChange(context, allowLinking(context.db, id, actorOf(context), now(context))),
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
    origin: async ({ id }, _args, { loaders }) => (await loaders.account.load(id))?.origin ?? null,
    disabledAt: async ({ id }, _args, { loaders }) => (await loaders.account.load(id))?.disabledAt ?? null,
    createdAt: async ({ id }, _args, { loaders }) => (await loaders.account.load(id))?.createdAt ?? null,
    lastSeenAt: async ({ id }, _args, { loaders }) => (await loaders.account.load(id))?.lastSeenAt ?? null,
    noRoleSince: async ({ id }, _args, { loaders }) => (await loaders.account.load(id))?.noRoleSince ?? null,
    linkable: async ({ id }, _args, { loaders }) => (await loaders.account.load(id))?.linkable ?? null,
    unattendedTokens: async ({ id }, _args, { loaders }) => (await loaders.unattendedTokens.load(id))?.count ?? 0,
  },
  OpenSession: {
    isCurrent: ({ id }, _args, { requireViewer }) => id === requireViewer().sessionId,
  },
} satisfies Resolvers

const now = ({ clock }: Context) => new Date(clock.now())

const sessionsOf = (context: Context) => listSessions(context.db, context.requireViewer().operator.id, now(context))

/** Waits for a change, then drops the accounts that this operation had cached before it. */
async function afterChange<T>({ loaders }: Context, change: Promise<T>): Promise<T> {
  const result = await change
  loaders.account.clearAll()
  loaders.unattendedTokens.clearAll()
  return result
}
