/** Reads a text from a URL; undefined where there is none. */
export const textIn = (value: unknown): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && String(value) !== '' ? String(value) : undefined

/** Reads a moment from a URL, in UTC; undefined where there is none. */
export function momentIn(value: unknown): string | undefined {
  const ms = Date.parse(textIn(value) ?? '')
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}

/** Reads one of a few from a URL; undefined where it is none of them. */
export const oneOf = <Value extends string>(allowed: readonly Value[], value: unknown): Value | undefined =>
  allowed.find((candidate) => candidate === value)

/** What is there of these values: in a URL, what is absent has no name either. */
export const present = <Values extends Record<string, unknown>>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Values]?: Exclude<Values[Key], undefined>
  }
