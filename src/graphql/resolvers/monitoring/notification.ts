import type { Resolvers } from '../../../generated/graphql.ts'
import { sliceList } from '../../list-slice.ts'
import { subscribeUnavailable } from '../../subscriptions/subscribe.ts'
import type { Context } from '../../context.ts'
import { markSeen } from '../../../monitoring/notifications/notifications.ts'

export const notification = {
  Query: {
    notifications: (_root, _args, { readPanel }) => readPanel(),
  },
  Mutation: {
    markNotificationsSeen: async (_root, _args, { db, clock, requireViewer, readPanel }) => {
      await markSeen(db, requireViewer().operator.id, new Date(clock.now()))
      return readPanel()
    },
  },
  Subscription: {
    notifications: {
      subscribe: subscribeUnavailable,
      resolve: (_root: unknown, _args: unknown, { readPanel }: Context) => readPanel(),
    },
  },
  NotificationPanel: {
    profileBadge: ({ profileBadges }, _args, { requireViewer }) => profileBadges.get(requireViewer().operator.id) ?? 0,
  },
  NotificationCategory: {
    incidents: async ({ id }, slice, { loaders }) => sliceList(await loaders.openIncidents.load(id), slice),
  },
} satisfies Resolvers
