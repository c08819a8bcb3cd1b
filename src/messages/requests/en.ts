import type { Limit, Numbers, Values } from '../catalogue.ts'

/** Sentences about requests as such: their address, body, pages and keys, and whether they can be answered. */
export const requestsInEnglish = {
  ADDRESS_UNKNOWN: () => 'There is nothing at this address.',
  ROUTE_UNKNOWN: () => 'The admin API has no such route.',
  METHODS_OF_ROUTE: ({ methods }: Values<'methods'>) => `This route takes ${methods}.`,
  METHODS_OF_ADDRESS: ({ methods }: Values<'methods'>) => `This address takes ${methods}.`,
  METHODS_OF_HEARTBEAT: () => 'A heartbeat takes GET and POST.',
  ORIGIN_FOREIGN: () => 'This request comes from a page of another origin.',
  SITE_FOREIGN: () => 'This request comes from a page of another site.',
  REQUEST_FAILED: () => 'Something went wrong on our side. The request id says where to look in the log.',
  OPERATION_FAILED: () => 'Something went wrong on our side.',
  REQUEST_UNREADABLE: () => 'The request cannot be read.',

  BODY_EMPTY: () => 'The body is empty.',
  BODY_NOT_JSON: () => 'The body is not JSON.',
  BODY_NOT_UTF8: () => 'The body must be UTF-8.',
  BODY_INCOMPLETE: () => 'The body ended before it was whole.',
  BODY_LENGTH_WRONG: () => 'The body is not as long as its Content-Length says.',
  BODY_NOT_GZIP: () => 'The body is not gzip, as Content-Encoding says, or is not whole.',
  BODY_NOT_AS_ENCODED: () => 'The body is not compressed as its Content-Encoding says, or is not whole.',
  BODY_COMPRESSED: () => 'The body must not be compressed: send it without Content-Encoding.',
  BODY_TOO_LARGE: () => 'The body is too large.',
  BODY_OVER_KILOBYTES: ({ max }: Numbers<'max'>) => `The body is too large: it may have ${max} kB.`,
  BODY_OVER_MEBIBYTES: ({ max }: Numbers<'max'>) =>
    `The body is too large: it may have ${max} MiB after decompression. Send smaller batches.`,
  ENCODING_UNKNOWN: () => 'The body has a Content-Encoding that is not understood.',
  ENCODING_NOT_GZIP: () => 'The Content-Encoding must be gzip, or none.',
  TYPE_NOT_JSON: () => 'The body must be JSON, with Content-Type: application/json.',
  TYPE_NOT_ACCEPTED: ({ types }: Readonly<{ types: readonly string[] }>) => `The body must be ${types.join(' or ')}.`,
  TYPE_NOT_SINLI: ({ whole, attachment }: Values<'whole' | 'attachment'>) =>
    `The body must be ${whole}, a whole e-mail, or ${attachment}, an attachment with its subject in X-Sinli-Subject.`,
  CHARSET_NOT_UTF8: ({ charset }: Values<'charset'>) => `JSON must be in UTF-8, not in ${charset}.`,
  JSON_TOO_DEEP: ({ max }: Numbers<'max'>) => `The JSON is nested more than ${max} levels deep.`,
  FORM_FIELD_MISSING: ({ field }: Values<'field'>) => `The form has no ${field}.`,

  TOKEN_RATE_EXCEEDED: ({ quota, seconds }: Numbers<'quota' | 'seconds'>) =>
    `A token may make ${quota} requests a minute, and this one has: try again in ${seconds} s.`,
  REQUEST_IN_PROGRESS: () => 'A request with this Idempotency-Key still runs. Repeat it in a moment.',
  KEY_OF_OTHER_REQUEST: () =>
    'This Idempotency-Key was used for another request within the last hour: repeat that one, or take a new key.',
  DISK_FULL: () => 'The disk of the database is full: nothing can be written until there is room.',
  DATABASE_SILENT: () => 'The database does not answer at the moment. Try again shortly.',
  DATABASE_SLOW: ({ seconds }: Numbers<'seconds'>) => `The database does not answer within ${seconds} seconds.`,
  SERVICE_STOPPING: () => 'The service is stopping.',

  LIMIT_INVALID: ({ max }: Numbers<'max'>) => `The limit must be a whole number from 1 to ${max}.`,
  LIMIT_EXCEEDED: ({ max, count }: Limit) =>
    `The limit is ${max} at most; ${count} were asked for. Follow the cursor for more.`,
  CURSOR_UNKNOWN: () => 'This cursor is none of ours: pass back what the last page gave, or start again without one.',
  CURSOR_OF_OTHER_LIST: () => 'This cursor is of another list, order or version: start again without one.',
  ITEM_NOT_IN_LIST: () => 'No item of this list has this id: pass that of the last item, or start again without it.',

  TEXT_OVER_LENGTH: ({ field, max, count }: Values<'field'> & Limit) =>
    `\`${field}\` has at most ${max} characters; this one has ${count}.`,
  TEXT_EMPTY: ({ field }: Values<'field'>) => `\`${field}\` must not be empty.`,
  NUMBER_OUT_OF_RANGE: ({ field, min, max }: Values<'field'> & Numbers<'min' | 'max'>) =>
    `\`${field}\` is a whole number from ${min} to ${max}.`,
  NUMBER_NOT_IN_RANGE: ({ field, min, max, count }: Values<'field'> & Numbers<'min' | 'max' | 'count'>) =>
    `\`${field}\` is a whole number from ${min} to ${max}; this one is ${count}.`,
  VALUE_NOT_STORABLE: () =>
    'A text here has no NUL and no half of a character, and a moment lies in the years 1 to 9999.',
  /** What a program says of itself, in its own language. */
  TEXT: ({ text }: Values<'text'>) => text,
}
