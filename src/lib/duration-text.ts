/** Units, with their seconds and those of the next one. */
const units = [
  ['d', 86_400, Infinity],
  ['h', 3_600, 86_400],
  ['min', 60, 3_600],
  ['s', 1, 60],
] as const

/** Writes a whole number of seconds exactly, e.g. `2 min 50 s`, as the application does. */
export function periodText(seconds: number): string {
  const parts = units.flatMap(([unit, size, next]) => {
    const count = Math.floor((seconds % next) / size)
    return count > 0 ? [`${count} ${unit}`] : []
  })
  return parts.join(' ') || '0 s'
}

/** Returns the function that writes a duration in seconds: up to two minutes in s, from two hours on in tenths of h. */
export function createDurationText(locale: string): (seconds: number) => string {
  const tenths = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  return (seconds) => {
    if (seconds < 120) return `${seconds} s`
    return seconds < 7_200 ? periodText(seconds) : `${tenths.format(Math.round(seconds / 360) / 10)} h`
  }
}
