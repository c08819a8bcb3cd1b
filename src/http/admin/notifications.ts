import { z } from 'zod'
import { labels } from '../../monitoring/health/state-labels.ts'
import { adminRoute } from '../routing/admin-route.ts'
import { NotificationPanel } from '../responses/panel.ts'
import { answer } from '../routing/define-route.ts'

const Headers = z.object({
  'if-none-match': z.string().optional().describe('`ETag` of the cached panel.'),
})

const withRevision = { ETag: 'Revision of the panel, in quotes.' }

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
      operationId: 'readNotifications',
      tag: 'Notifications',
      summary: 'Get the notifications panel',
      description: 'The six categories with their absolute counts, and the numbers on the badges.',
      headers: Headers,
      answers: {
        200: { description: 'The current panel.', schema: NotificationPanel, headers: withRevision },
        304: { description: 'The panel has not changed since the cached one.', headers: withRevision },
      },
    },
    async ({ viewer, headers }, { readPanel }) => {
      const { profileBadges, categories, ...panel } = await readPanel()
      const etag = `"${panel.revision}"`
      // The revision suffices although the profile badge differs by operator, because operators share no responses.
      if (headers['if-none-match'] === etag) return answer(304, undefined, { etag })
      const body = {
        ...panel,
        profileBadge: profileBadges.get(viewer.operator.id) ?? 0,
        categories: categories.map((category) => ({ ...category, severity: labels[category.severity] })),
      }
      return answer(200, body, { etag })
    },
  ),
]
