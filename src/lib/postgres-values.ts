/**
 * Whether PostgreSQL stores a value unchanged: a text without NUL and lone surrogates, a date in the years 1 to 9999,
 * any other primitive, and objects and arrays of these.
 */
export function isPostgresSafe(value: unknown): boolean {
  if (typeof value === 'string') return !/[\0\p{Cs}]/u.test(value)
  if (value instanceof Date) return value.getUTCFullYear() >= 1 && value.getUTCFullYear() <= 9999
  return typeof value !== 'object' || value === null || Object.values(value).every(isPostgresSafe)
}

/** The first characters of a text, without those that PostgreSQL cannot store; a character is never cut in two. */
export const storableText = (text: string, maxLength: number): string =>
  Array.from(text.slice(0, 2 * maxLength).replace(/[\0\p{Cs}]/gu, ''))
    .slice(0, maxLength)
    .join('')
