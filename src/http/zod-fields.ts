import { z } from 'zod'
import { labels, stateOf } from '../monitoring/health/state-labels.ts'
import { pageSizes } from '../lib/pagination.ts'
import { isPostgresSafe } from '../lib/postgres-values.ts'

/** A trimmed text of limited length, without characters that PostgreSQL cannot store or logs should not show. */
export const text = (most: number, least = 1) =>
  z
    .string('must be a text')
    .trim()
    .min(least, least === 1 ? 'must not be empty' : `must have at least ${least} characters`)
    .max(most, `must have at most ${most} characters`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not contain control characters')

/** A text that may be absent or null; both are read as null. */
export const optionalText = (most: number) =>
  text(most)
    .nullish()
    .transform((value) => value ?? null)

/** A time in ISO 8601 with a time zone, read as a Date. */
export const moment = z.iso
  .datetime({ offset: true, error: 'must be ISO 8601 with a time zone, e.g. 2026-01-01T00:00:00Z' })
  .transform((iso) => new Date(iso))
  .refine(isPostgresSafe, 'must lie in the years 1 to 9999')

/** A boolean in a query string. */
export const flag = z.enum(['true', 'false'], 'must be true or false').transform((word) => word === 'true')

/** A state, given by its label. */
export function State() {
  const known = Object.values(labels)
  return z.enum(known, `must be one of ${known.join(', ')}`).transform((label) => stateOf(label))
}

/** The page size in a query string; `parseLimit` parses and validates it. */
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

/** Query parameters of every paginated list. */
export const paging = {
  limit: limit(pageSizes.usual),
  cursor: z
    .string('must be given once')
    .max(2_000, 'must be one that a page gave')
    .optional()
    .describe('Where the page begins: the `nextCursor` of the page before. Without it, the first page.'),
}

/** Documents a value with one schema but parses it with another, lenient one; the handler validates it later. */
export const deferValidation = <Taken extends z.ZodType>(judge: z.ZodType, taken: Taken): Taken =>
  taken.meta(z.toJSONSchema(judge, { io: 'input' }))
