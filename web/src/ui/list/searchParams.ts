/** Reads a text from a URL parameter; undefined if empty or absent. */
export const parseString = (value: unknown): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && String(value) !== '' ? String(value) : undefined

/**
 * Reads a date from a URL parameter as ISO 8601 in UTC; undefined if it is absent, invalid, or its year has more than
 * four digits.
 */
export function parseDate(value: unknown): string | undefined {
  const ms = Date.parse(parseString(value) ?? '')
  const date = Number.isNaN(ms) ? '' : new Date(ms).toISOString()
  return /^\d{4}-/u.test(date) ? date : undefined
}

/** Reads one of the allowed values from a URL parameter; undefined for any other value. */
export const parseOneOf = <Value extends string>(allowed: readonly Value[], value: unknown): Value | undefined =>
  allowed.find((candidate) => candidate === value)

/** Omits undefined values, so that their names do not appear in the URL. */
export const omitUndefined = <Values extends Record<string, unknown>>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Values]?: Exclude<Values[Key], undefined>
  }
