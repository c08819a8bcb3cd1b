import { z } from 'zod'
import { labels, stateOf } from '../monitoring/health/state-labels.ts'
import { pageSizes } from '../lib/pagination.ts'
import { isPostgresSafe } from '../lib/postgres-values.ts'

/** A text of so many characters, without what the database cannot hold or a log should not show. */
export const text = (most: number, least = 1) =>
  z
    .string('must be a text')
    .trim()
    .min(least, least === 1 ? 'must not be empty' : `must have at least ${least} characters`)
    .max(most, `must have at most ${most} characters`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not contain control characters')

/** The same where it may be left out, or be null, which is the same. */
export const optionalText = (most: number) =>
  text(most)
    .nullish()
    .transform((value) => value ?? null)

/** A moment: ISO 8601 with a time zone. */
export const moment = z.iso
  .datetime({ offset: true, error: 'must be ISO 8601 with a time zone, e.g. 2026-01-01T00:00:00Z' })
  .transform((iso) => new Date(iso))
  .refine(isPostgresSafe, 'must lie in the years 1 to 9999')

/** A flag in a query. */
export const flag = z.enum(['true', 'false'], 'must be true or false').transform((word) => word === 'true')

/** A state by its label. */
export function State() {
  const known = Object.values(labels)
  return z.enum(known, `must be one of ${known.join(', ')}`).transform((label) => stateOf(label))
}

/** How many at most, as a query says it; `limitOf` reads the number, and says what is wrong with it. */
export const limit = (usual: number) =>
  z
    .string('must be given once')
    .optional()
    .meta({
      type: 'integer',
      minimum: 1,
      maximum: pageSizes.most,
      default: usual,
      description: `How many at most: ${usual} unless told, ${pageSizes.most} at most; more is an error that says so.`,
    })

/** What every list is asked for with, beside its filters. */
export const paging = {
  limit: limit(pageSizes.usual),
  cursor: z
    .string('must be given once')
    .max(2_000, 'must be one that a page gave')
    .optional()
    .describe('Where the page begins: the `nextCursor` of the page before. Without it, the first page.'),
}

/** What is taken as it comes and judged further on, piece by piece, by the schema that it is documented with. */
export const deferValidation = <Taken extends z.ZodType>(judge: z.ZodType, taken: Taken): Taken =>
  taken.meta(z.toJSONSchema(judge, { io: 'input' }))
