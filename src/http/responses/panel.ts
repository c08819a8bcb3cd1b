import { z } from 'zod'
import { labels } from '../../monitoring/health/state-labels.ts'
import { categories } from '../../monitoring/notifications/categories.ts'
import { SeverityLabel } from './shared.ts'

const Category = z
  .object({
    id: z.string().describe('Its kind and severity.'),
    kind: z.enum(['LIBRERIAS', 'ENDPOINTS', 'INTEGRACIONES']).describe('The kind of subject that it counts.'),
    severity: SeverityLabel.describe('The severity that it counts.'),
    title: z.string().describe('What it is called on screens, in Spanish.'),
    description: z.string().describe('What it is about, in Spanish.'),
    count: z.int().describe('Open incidents, acknowledged ones included, suppressed ones not.'),
  })
  .meta({
    id: 'NotificationCategory',
    description: 'A kind of subject crossed with a severity, and how many it counts.',
  })

/** REST representation of the notifications panel. */
export const NotificationPanel = z
  .object({
    revision: z.int().describe('Grows with every change of the panel, with gaps; the same on every instance.'),
    badge: z.int().describe('The sum of the six counts.'),
    telemetryInterruptedSince: z
      .date()
      .nullable()
      .describe('Since when no telemetry arrives at all, so that nothing can be judged; null while it does.'),
    profileBadge: z.int().describe('How many incidents opened since this operator last opened the panel.'),
    categories: z.array(Category).describe('The six categories, always all of them, in the order of the panel.'),
  })
  .meta({
    id: 'NotificationPanel',
    description: 'What is failing right now, true at one moment. Every count is absolute.',
    examples: [
      {
        revision: 41,
        badge: 0,
        telemetryInterruptedSince: null,
        profileBadge: 0,
        categories: categories.map((category) => ({ ...category, severity: labels[category.severity], count: 0 })),
      },
    ],
  })
