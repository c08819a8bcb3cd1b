import { z } from 'zod'
import { labels, stateOf } from '../../monitoring/health/state-labels.ts'
import { pageSizes } from '../../lib/pagination.ts'
import { isPostgresSafe } from '../../lib/postgres-values.ts'

/** A trimmed text of limited length, without characters that PostgreSQL cannot store or logs should not show. */
export const text = (maxLength: number, minLength = 1) =>
  z
    .string('must be a text')
    .trim()
    .min(minLength, minLength === 1 ? 'must not be empty' : `must have at least ${minLength} characters`)
    .max(maxLength, `must have at most ${maxLength} characters`)
    // As ranges: readers of JSON Schema that know no `\p{Cc}` understand this pattern too.
    .regex(/^[^\x00-\x1F\x7F-\x9F]*$/, 'must not contain control characters')
    .refine((value) => !/\p{Cs}/u.test(value), 'must not contain half of a character')

/** A text that may be absent or null; both are read as null. */
export const optionalText = (maxLength: number) =>
  text(maxLength)
    .nullish()
    .transform((value) => value ?? null)

/** A trimmed text of several lines, as operators write them. */
export const note = (maxLength: number) =>
  z
    .string('must be a text')
    .trim()
    .min(1, 'must not be empty')
    .max(maxLength, `must have at most ${maxLength} characters`)
    .refine(isPostgresSafe, 'must not contain NUL or half of a character')

/** A time in ISO 8601 with a time zone, read as a Date. */
export const moment = z.iso
  .datetime({ offset: true, error: 'must be ISO 8601 with a time zone, e.g. 2026-01-01T00:00:00Z' })
  .transform((iso) => new Date(iso))
  .refine(isPostgresSafe, 'must lie in the years 1 to 9999')

/** A boolean in a query string. */
export const flag = z.enum(['true', 'false'], 'must be true or false').transform((word) => word === 'true')

/** A state, given by its label. */
export function State() {
  const values = Object.values(labels)
  return z.enum(values, `must be one of ${values.join(', ')}`).transform((label) => stateOf(label))
}

/** A severity, given by its label. */
export function Severity() {
  const values = [labels.FALLANDO, labels.DEGRADADO] as const
  return z
    .enum(values, `must be one of ${values.join(', ')}`)
    .transform((label) => (label === labels.FALLANDO ? 'FALLANDO' : 'DEGRADADO'))
}

/** The page size in a query string; `parseLimit` parses and validates it. */
export const limit = (defaultLimit: number) =>
  z
    .string('must be given once')
    .optional()
    .meta({
      type: 'integer',
      minimum: 1,
      maximum: pageSizes.max,
      default: defaultLimit,
      description:
        `Maximum number of items; default: ${defaultLimit}, maximum: ${pageSizes.max}. A greater number is an ` +
        'error.',
    })

/** Query parameters of every paginated list. */
export const paging = {
  limit: limit(pageSizes.default),
  cursor: z
    .string('must be given once')
    .max(2_000, 'must be one that a page gave')
    .optional()
    .describe('Cursor of the page: the `nextCursor` of the previous page. If omitted, the first page.'),
}

/** The schemas with an id that document values which are validated later. */
export const deferredSchemas: z.ZodType[] = []

/** Documents a value with one schema but parses it with another, lenient one; the handler validates it later. */
export function deferValidation<Schema extends z.ZodType>(documented: z.ZodType, parsed: Schema): Schema {
  const id = documented.meta()?.id
  if (id === undefined) return parsed.meta(z.toJSONSchema(documented, { io: 'input' }))
  deferredSchemas.push(documented)
  return parsed.meta({ $ref: schemaRef(id) })
}

/** Reference to a schema with an id, for keywords that zod does not write. */
export const schemaRef = (id: string): string => `#/$defs/${id}`
