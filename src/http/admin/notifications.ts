import { labels } from '../../monitoring/health/labels.ts'
import { adminRoute, answer } from '../admin-route.ts'

/** The route of the area Notificaciones: the panel, with its revision as the `ETag`. */
export const notifications = [
  adminRoute(
    {
      method: 'GET',
      path: '/api/admin/notifications/',
      areaId: 'notificaciones',
      authRequired: true,
      critical: false,
      may: 'read:Panel',
    },
    async ({ signedIn, headers }, { readPanel }) => {
      const { profileBadges, categories, ...panel } = await readPanel()
      const etag = `"${panel.revision}"`
      // The profile badge is the operator's own: an answer is theirs alone, and their session is part of who asks.
      if (headers['if-none-match'] === etag) return answer(304, undefined, { etag })
      const body = {
        ...panel,
        profileBadge: profileBadges.get(signedIn.operator.id) ?? 0,
        categories: categories.map((category) => ({ ...category, severity: labels[category.severity] })),
      }
      return answer(200, body, { etag })
    },
  ),
]
