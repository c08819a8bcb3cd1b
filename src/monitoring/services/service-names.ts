/** Number of names that are stored of a service, and listed. */
export const maxServiceNames = 20

/** A name that was not sent for this long is forgotten, in milliseconds. */
const namesKeptMs = 24 * 60 * 60_000

/** The names of the last 24 hours, in order, of names with the time when each was last sent. */
export const shownNames = (names: Readonly<Record<string, number>>, at: Date): string[] =>
  Object.entries(names)
    .filter(([, lastAt]) => lastAt > at.getTime() - namesKeptMs)
    .map(([name]) => name)
    .sort()
    .slice(0, maxServiceNames)
