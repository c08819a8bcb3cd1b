import type { Resolvers } from '../generated/graphql.ts'
import { overSockets } from './access.ts'
import type { Context } from './context.ts'
import { markSeen } from '../monitoring/notifications/notifications.ts'

export const notification = {
  Query: {
    notifications: (_root, _args, { readPanel }) => readPanel(),
  },
  Mutation: {
    markNotificationsSeen: async (_root, _args, { db, clock, live, whoever, readPanel }) => {
      await markSeen(db, whoever().operator.id, new Date(clock.now()))
      live.nudge('panel')
      return readPanel()
    },
  },
  Subscription: {
    notifications: {
      subscribe: overSockets,
      resolve: (_root: unknown, _args: unknown, { readPanel }: Context) => readPanel(),
    },
  },
  NotificationPanel: {
    profileBadge: ({ profileBadges }, _args, { whoever }) => profileBadges.get(whoever().operator.id) ?? 0,
  },
  NotificationCategory: {
    incidents: ({ id }, _args, { loaders }) => loaders.openIncidents.load(id),
  },
} satisfies Resolvers
