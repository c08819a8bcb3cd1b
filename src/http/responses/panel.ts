import { z } from 'zod'
import { labels } from '../../monitoring/health/state-labels.ts'
import { categories } from '../../monitoring/notifications/categories.ts'
import { descriptionOf, fieldsOf } from '../../lib/fields-of.ts'
import { KindName, SeverityLabel } from './shared.ts'

const Category = z
  .object({
    id: z.string().describe('Kind and severity of the category.'),
    ...fieldsOf('NotificationCategory', { kind: KindName, severity: SeverityLabel, title: true, description: true }),
    count: z.int().describe('Number of unresolved incidents, including acknowledged ones, without suppressed ones.'),
    unacknowledgedCount: z.int().describe('Number of those incidents that are not acknowledged.'),
  })
  .meta({
    id: 'NotificationCategory',
    description: 'A kind of subject combined with a severity, and its number of incidents.',
  })

const SilentSource = z
  .object({
    id: z.string().describe('ID of its service.'),
    ...fieldsOf('SilentSource', { name: true, since: true }),
  })
  .meta({ id: 'SilentSource', description: descriptionOf('SilentSource') })

/** REST representation of the notifications panel. */
export const NotificationPanel = z
  .object({
    revision: z
      .int()
      .describe('Revision of the panel: grows with every change, with gaps; the same on every instance.'),
    badge: z.int().describe('Sum of the six counts.'),
    telemetryInterruptedSince: z
      .date()
      .nullable()
      .describe('Last report of any watched service, while all of them are told silent; null otherwise.'),
    silentSources: z
      .array(SilentSource)
      .describe('Watched services that are told silent, longest silence first, at most 20.'),
    silentSourceCount: z.int().describe('How many watched services are told silent, of which the first 20 are listed.'),
    profileBadge: z
      .int()
      .describe('Number of incidents opened, reopened or unsuppressed since the operator last opened the panel.'),
    categories: z.array(Category).describe('The six categories, always all of them, in the order of the panel.'),
  })
  .meta({
    id: 'NotificationPanel',
    description: 'Current incidents by category, in a consistent snapshot. All counts are absolute.',
    examples: [
      {
        revision: 41,
        badge: 0,
        telemetryInterruptedSince: null,
        silentSources: [],
        silentSourceCount: 0,
        profileBadge: 0,
        categories: categories.map((category) => ({
          ...category,
          severity: labels[category.severity],
          count: 0,
          unacknowledgedCount: 0,
        })),
      },
    ],
  })
