/** Returns the function that writes a duration in seconds with its unit: up to two minutes in s, to two hours in min. */
export function createDurationText(locale: string): (seconds: number) => string {
  const whole = new Intl.NumberFormat(locale)
  const tenths = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  return (seconds) => {
    if (seconds < 120) return `${whole.format(seconds)} s`
    if (seconds < 7_200) return `${whole.format(Math.round(seconds / 60))} min`
    return `${tenths.format(Math.round(seconds / 360) / 10)} h`
  }
}
