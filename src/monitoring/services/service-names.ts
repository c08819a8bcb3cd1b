/** Maximum number of names stored and listed for a service. */
export const maxServiceNames = 20

/** Time after which a name that was not sent again is forgotten, in milliseconds. */
const namesKeptMs = 24 * 60 * 60_000

/** The names sent in the last 24 hours, in order. `names` holds the time when each name was last sent. */
export const shownNames = (names: Readonly<Record<string, number>>, at: Date): string[] =>
  Object.entries(names)
    .filter(([, lastAt]) => lastAt > at.getTime() - namesKeptMs)
    .map(([name]) => name)
    .sort()
    .slice(0, maxServiceNames)
