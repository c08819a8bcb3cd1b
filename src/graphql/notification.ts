import type { Resolvers } from '../generated/graphql.ts'
import { markSeen, readPanel, type Panel } from '../monitoring/notifications/notifications.ts'

export const notification = {
  Query: {
    notifications: (_root, _args, { db }) => readPanel(db),
  },
  Mutation: {
    markNotificationsSeen: async (_root, _args, { db, clock, live, whoever }) => {
      await markSeen(db, whoever().operator.id, new Date(clock.now()))
      live.nudge('panel')
      return readPanel(db)
    },
  },
  Subscription: {
    notifications: {
      subscribe: (_root, _args, { feeds }) => feeds.panel.listen(),
      resolve: (panel: Panel) => panel,
    },
  },
  NotificationPanel: {
    profileBadge: ({ profileBadges }, _args, { whoever }) => profileBadges.get(whoever().operator.id) ?? 0,
  },
  NotificationCategory: {
    incidents: ({ id }, _args, { loaders }) => loaders.openIncidents.load(id),
  },
} satisfies Resolvers
