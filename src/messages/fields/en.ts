import type { Numbers, Values } from '../catalogue.ts'

const itemNames = {
  messages: 'ids',
  identifiers: 'IDs',
  hosts: 'hosts',
  records: 'records',
  endpoints: 'endpoints',
} as const

/** Kinds of entries of a list. */
export type ItemsNamed = keyof typeof itemNames

type Items = Readonly<{ items: ItemsNamed }>

/** Sentences about one field of a request: each is the rest of one that begins with the field. */
export const fieldsInEnglish = {
  FIELD_NOT_TEXT: () => 'must be a text',
  FIELD_GIVEN_TWICE: () => 'must be given once',
  FIELD_NOT_NUMBER: () => 'must be a number',
  FIELD_NOT_WHOLE: () => 'must be a whole number',
  FIELD_NOT_BOOLEAN: () => 'must be true or false',
  FIELD_NOT_LIST: () => 'must be a list',
  FIELD_NOT_LIST_OF: ({ items }: Items) => `must be a list of ${itemNames[items]}`,
  ENDPOINTS_NOT_LIST: () => 'must be the list of all endpoints of the service',
  FIELD_NOT_OBJECT: () => 'must be an object',
  FIELD_OF_OTHER_TYPE: ({ expected }: Values<'expected'>) => `must be of the type ${expected}`,
  FIELD_EMPTY: () => 'must not be empty',
  FIELD_TOO_SHORT: ({ min }: Numbers<'min'>) => `must have at least ${min} characters`,
  FIELD_TOO_LONG: ({ max }: Numbers<'max'>) => `must have at most ${max} characters`,
  LIST_EMPTY: () => 'must have at least one',
  LIST_TOO_SHORT: ({ min }: Numbers<'min'>) => `must have at least ${min}`,
  LIST_TOO_LONG: ({ max }: Numbers<'max'>) => `must have at most ${max}`,
  LIST_OF_TOO_LONG: ({ max, items }: Items & Numbers<'max'>) => `must have at most ${max} ${itemNames[items]}`,
  MESSAGES_NOT_LISTED: () => 'must name at least one message',
  MESSAGES_LISTED_TOO_MANY: ({ max }: Numbers<'max'>) => `must name at most ${inEnglish(max)} messages`,
  MESSAGE_LIMIT_TOO_LARGE: ({ max }: Numbers<'max'>) => `must be at most ${inEnglish(max)}`,
  NUMBER_TOO_SMALL: ({ min }: Numbers<'min'>) => `must be at least ${min}`,
  NUMBER_NOT_OVER: ({ min }: Numbers<'min'>) => `must be over ${min}`,
  NUMBER_TOO_LARGE: ({ max }: Numbers<'max'>) => `must be at most ${max}`,
  NUMBER_NOT_UNDER: ({ max }: Numbers<'max'>) => `must be under ${max}`,
  NUMBER_NOT_MULTIPLE: ({ divisor }: Numbers<'divisor'>) => `must be a multiple of ${divisor}`,
  VALUE_NOT_LISTED: ({ values }: Values<'values'>) => `must be one of ${values}`,
  VALUE_NOT_EITHER: ({ one, other }: Values<'one' | 'other'>) => `must be ${one} or ${other}`,
  VALUE_NOT_EQUAL: ({ value }: Values<'value'>) => `must be ${value}`,
  RUN_STATUS_INVALID: () => 'must be up, for a run that succeeded, or down',
  CURSOR_NOT_OF_PAGE: () => 'must be one that a page gave',
  OPENAPI_NOT_OBJECT: () => 'must be an OpenAPI document, in JSON',
  TIME_INVALID: () => 'must be ISO 8601 with a time zone, e.g. 2026-01-01T00:00:00Z',
  WEB_ADDRESS_INVALID: () => 'must be a URL that begins with http:// or https://',
  FORMAT_WRONG: ({ format }: Values<'format'>) => `must have the format ${format}`,
  FIELDS_UNKNOWN: ({ fields }: Values<'fields'>) => `must not have ${fields}`,
  FORM_UNKNOWN: () => 'must have one of its forms',
  YEAR_OUT_OF_RANGE: () => 'must lie in the years 1 to 9999',
  TEXT_WITH_CONTROL_CHARACTERS: () => 'must not contain control characters',
  TEXT_WITH_HALF_CHARACTER: () => 'must not contain half of a character',
  TEXT_NOT_STORABLE: () => 'must not contain NUL or half of a character',
  FIELDS_NOT_EXACTLY_ONE: () => 'must have exactly one field',
  KIND_MISSING: () => 'needs `kind` too, because subjects of two kinds can have the same id',
  HOST_INVALID: () => 'must be a host, e.g. api.example.org',
  SINLI_ID_INVALID: () => 'must be a SINLI id, which has up to 8 letters and digits',
  SERVICE_NAME_INVALID: () => 'must have up to 64 lower-case letters, digits, ".", "_" and "-"',
  SERVICE_NAME_OF_VIGIA: ({ service }: Values<'service'>) =>
    `must not be ${service}: its endpoints are declared by Vigía itself`,
  /** A check whose problem is told in English only. */
  FIELD_INVALID: ({ problem }: Values<'problem'>) => problem,
}

const inEnglish = (value: number): string => value.toLocaleString('en')
