/** Units with their length in seconds, and the length of the next larger unit. */
const units = [
  ['d', 86_400, Infinity],
  ['h', 3_600, 86_400],
  ['min', 60, 3_600],
  ['s', 1, 60],
] as const

/** Formats a whole number of seconds exactly, e.g. `2 min 50 s`, as the server does. */
export function formatPeriod(seconds: number): string {
  const parts = units.flatMap(([unit, size, next]) => {
    const count = Math.floor((seconds % next) / size)
    return count > 0 ? [`${String(count)} ${unit}`] : []
  })
  return parts.join(' ') || '0 s'
}
