import { z } from 'zod'
import type { ItemsNamed } from '../../messages/fields/en.ts'
import { said } from '../../request/said.ts'

/** A text of limited length, kept as it was sent: not trimmed. */
export const plainText = (maxLength: number, minLength = 0) => withLength(anyText(), maxLength, minLength)

/** A text as it was sent. */
export const anyText = () => z.string(said({ code: 'FIELD_NOT_TEXT', parameters: {} }))

/**
 * Limits the length of a text. With `minLength` 1 an empty text is an error.
 */
export const withLength = (text: z.ZodString | z.ZodURL, maxLength: number, minLength = 0) =>
  (minLength === 0 ? text : text.min(minLength, tooShort(minLength))).max(maxLength, tooLong(maxLength))

const tooShort = (min: number) =>
  said(min === 1 ? { code: 'FIELD_EMPTY', parameters: {} } : { code: 'FIELD_TOO_SHORT', parameters: { min } })

const tooLong = (max: number) => said({ code: 'FIELD_TOO_LONG', parameters: { max } })

/** A parameter of a query string. A value that is not a text means that the parameter was given twice. */
export const parameter = () => z.string(said({ code: 'FIELD_GIVEN_TWICE', parameters: {} }))

/** A boolean in a body. */
export const boolean = () => z.boolean(said({ code: 'FIELD_NOT_BOOLEAN', parameters: {} }))

/** A boolean in a query string. */
export const flag = z
  .enum(['true', 'false'], said({ code: 'FIELD_NOT_BOOLEAN', parameters: {} }))
  .transform((word) => word === 'true')

/** A whole number in a range. */
export const wholeNumber = (min: number, max: number) =>
  numberFrom(min).max(max, said({ code: 'NUMBER_TOO_LARGE', parameters: { max } }))

/** A whole number of at least `min`. */
export const numberFrom = (min: number) =>
  z
    .int(said({ code: 'FIELD_NOT_WHOLE', parameters: {} }))
    .min(min, said({ code: 'NUMBER_TOO_SMALL', parameters: { min } }))

/** A text that must be one of the listed values. The error message lists them. */
export const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, said({ code: 'VALUE_NOT_LISTED', parameters: { values: values.join(', ') } }))

/** A text that must be `one` or `other`. The error message names both. */
export const either = <const One extends string, const Other extends string>(one: One, other: Other) =>
  z.enum([one, other], said({ code: 'VALUE_NOT_EITHER', parameters: { one, other } }))

/** A list of limited length. `items` is the kind of entries for the error message, which is general without it. */
export const list = <Item extends z.ZodType>(item: Item, max: number, items?: ItemsNamed) =>
  z
    .array(item, said(items ? { code: 'FIELD_NOT_LIST_OF', parameters: { items } } : notList))
    .max(max, said(items ? { code: 'LIST_OF_TOO_LONG', parameters: { max, items } } : tooMany(max)))

/** A list with at least one entry. */
export const fullList = <Item extends z.ZodType>(item: Item, max: number) =>
  list(item, max).min(1, said({ code: 'LIST_EMPTY', parameters: {} }))

const notList = { code: 'FIELD_NOT_LIST', parameters: {} } as const

const tooMany = (max: number) => ({ code: 'LIST_TOO_LONG', parameters: { max } }) as const
