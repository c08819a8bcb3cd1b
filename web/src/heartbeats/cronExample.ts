const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The fields of a crontab for a job with this interval in seconds, as the nearest common schedule. */
export function cronExample(intervalSeconds: number): string {
  const minutes = Math.max(1, Math.round(intervalSeconds / MINUTE))
  if (minutes === 1) return '* * * * *'
  if (minutes < 60) return `*/${String(minutes)} * * * *`
  const hours = Math.round(intervalSeconds / HOUR)
  if (hours < 24) return hours === 1 ? '0 * * * *' : `0 */${String(hours)} * * *`
  if (intervalSeconds < 7 * DAY) return '30 2 * * *'
  return intervalSeconds < 28 * DAY ? '30 2 * * 0' : '30 2 1 * *'
}

/** A line of a crontab that runs a job and reports each success to this address. */
export const crontabLine = (intervalSeconds: number, address: string): string =>
  `${cronExample(intervalSeconds)} /usr/local/bin/backup && ` +
  `curl -fsS -m 10 --retry 5 --retry-connrefused -X POST "${address}"`
