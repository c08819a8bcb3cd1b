/** Returns the function that writes a moment in the time of the platform's business: `26 nov 2026, 21:10 (Madrid)`. */
export function createTimeText(locale: string): (at: Date | number | string) => string {
  const format = new Intl.DateTimeFormat(locale, { timeZone: 'Europe/Madrid', dateStyle: 'medium', timeStyle: 'short' })
  return (at) => `${format.format(new Date(at))} (Madrid)`
}
