import { z } from 'zod'
import { isPostgresSafe } from '../../../lib/postgres-values.ts'
import { descriptionOf } from '../../../lib/fields-of.ts'

/** A text of an observation, not empty, with at most `maxLength` characters. */
export const text = (name: string, maxLength = 300) =>
  z
    .string(`"${name}" is a text.`)
    .min(1, `"${name}" is not empty.`)
    .max(maxLength, `"${name}" has at most ${maxLength} characters.`)
    .refine(isPostgresSafe, `"${name}" has no NUL and no half of a character.`)

/** The fields that name an endpoint. */
export const endpointFields = {
  method: text('method').describe('HTTP method.'),
  path: text('path').describe('Path as requested, or as in the inventory.'),
}

/** The field that names a library or an integration. */
export const operationFields = { id: text('id').describe(descriptionOf('RetireSubjectInput.id')) }

/** The error of an observation of another kind. */
export const kindSentence = '"kind" is endpoint, library or integration.'
