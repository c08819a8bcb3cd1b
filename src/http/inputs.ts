import { z } from 'zod'
import { labels, stateOf } from '../monitoring/health/labels.ts'

/** A text of so many characters, without what the database cannot hold or a log should not show. */
export const text = (most: number, least = 1) =>
  z
    .string('must be a text')
    .trim()
    .min(least, least === 1 ? 'must not be empty' : `must have at least ${least} characters`)
    .max(most, `must have at most ${most} characters`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not contain control characters')

/** A moment: ISO 8601 with a time zone. */
export const moment = z.iso
  .datetime({ offset: true, error: 'must be ISO 8601 with a time zone, e.g. 2026-01-01T00:00:00Z' })
  .transform((iso) => new Date(iso))

/** A flag in a query. */
export const flag = z.enum(['true', 'false'], 'must be true or false').transform((word) => word === 'true')

/** A state by its label. */
export function State() {
  const known = Object.values(labels)
  return z.enum(known, `must be one of ${known.join(', ')}`).transform((label) => stateOf(label))
}

/** What every list is asked for with, beside its filters. */
export const paging = {
  limit: z.string('must be given once').optional(),
  cursor: z.string('must be given once').max(2_000, 'must be one that a page gave').optional(),
}
