import { z } from 'zod'
import { isPostgresSafe } from '../../../lib/postgres-values.ts'
import { said } from '../../../request/said.ts'

/** A text of an observation, not empty, with at most `maxLength` characters. */
export const text = (field: string, maxLength = 300) =>
  z
    .string(said({ code: 'OBSERVED_TEXT_INVALID', parameters: { field } }))
    .min(1, said({ code: 'OBSERVED_TEXT_EMPTY', parameters: { field } }))
    .max(maxLength, said({ code: 'OBSERVED_TEXT_TOO_LONG', parameters: { field, max: maxLength } }))
    .refine(isPostgresSafe, said({ code: 'OBSERVED_TEXT_NOT_STORABLE', parameters: { field } }))

/** A time of an observation in ISO 8601 with a time zone. */
export const time = (field: string) =>
  z.iso.datetime({ offset: true, ...said({ code: 'OBSERVED_TIME_INVALID', parameters: { field } }) })

/** The fields that name an endpoint. */
export const endpointFields = {
  method: text('method').describe('HTTP method.'),
  path: text('path').describe('Path as requested, or as in the inventory.'),
}

/** The field that names a library or an integration. */
export const operationFields = { id: text('id').describe('Code of the library, or key of the integration.') }

/** The error for an unknown kind, as an option of the union of observations. */
export const kindOption = said({ code: 'OBSERVED_KIND_UNKNOWN', parameters: {} })
