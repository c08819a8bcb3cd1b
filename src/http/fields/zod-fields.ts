import { z } from 'zod'
import { labels, stateOf } from '../../monitoring/health/state-labels.ts'
import { pageSizes } from '../../lib/pagination.ts'
import { isPostgresSafe } from '../../lib/postgres-values.ts'
import { matching, withoutControls } from '../../request/text-patterns.ts'
import { said } from '../../request/said.ts'
import { anyText, oneOf, parameter, withLength } from './basic-fields.ts'

/** A trimmed text of limited length, without characters that PostgreSQL cannot store or logs should not show. */
export const text = (maxLength: number, minLength = 1) =>
  withLength(anyText().trim(), maxLength, minLength)
    .regex(...matching(withoutControls))
    .refine((value) => !/\p{Cs}/u.test(value), said({ code: 'TEXT_WITH_HALF_CHARACTER', parameters: {} }))

/** A text that may be absent or null; both are read as null. */
export const optionalText = (maxLength: number) =>
  text(maxLength)
    .nullish()
    .transform((value) => value ?? null)

/** A trimmed text of several lines, as operators write them. */
export const note = (maxLength: number) =>
  withLength(anyText().trim(), maxLength, 1).refine(isPostgresSafe, said({ code: 'TEXT_NOT_STORABLE', parameters: {} }))

/** A time in ISO 8601 with a time zone, read as a Date. */
export const moment = z.iso
  .datetime({ offset: true, ...said({ code: 'TIME_INVALID', parameters: {} }) })
  .transform((iso) => new Date(iso))
  .refine(isPostgresSafe, said({ code: 'YEAR_OUT_OF_RANGE', parameters: {} }))

/** A state, given by its label. */
export const State = () => oneOf(Object.values(labels)).transform((label) => stateOf(label))

/** A severity, given by its label. */
export const Severity = () =>
  oneOf([labels.FALLANDO, labels.DEGRADADO]).transform((label) =>
    label === labels.FALLANDO ? 'FALLANDO' : 'DEGRADADO',
  )

/** The page size in a query string; `parseLimit` parses and validates it. */
export const limit = (defaultLimit: number) =>
  parameter()
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
  cursor: parameter()
    .max(2_000, said({ code: 'CURSOR_NOT_OF_PAGE', parameters: {} }))
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
