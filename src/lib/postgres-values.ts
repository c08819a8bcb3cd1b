/**
 * Whether the database holds a value as it is: a text without NUL and without half of a character, a moment of the years 1
 * to 9999, and whatever consists of such.
 */
export function isPostgresSafe(value: unknown): boolean {
  if (typeof value === 'string') return !/[\0\p{Cs}]/u.test(value)
  if (value instanceof Date) return value.getUTCFullYear() >= 1 && value.getUTCFullYear() <= 9999
  return typeof value !== 'object' || value === null || Object.values(value).every(isPostgresSafe)
}
