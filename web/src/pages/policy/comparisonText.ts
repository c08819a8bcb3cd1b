import { type PolicyOutcome, type PolicyComparison } from '../../api/health/policy.ts'
import { formatDuration, formatTime } from '../../format/formatTime.ts'
import { localize, plural } from '../../i18n.ts'
import { formatInteger } from '../../format/formatNumber.ts'

const text = localize(
  {
    same: 'Los mismos incidentes y los mismos minutos que los que hubo.',
    than: (incidents: string, minutes: string) => `${incidents} y ${minutes} que los que hubo.`,
    sameIncidents: 'Los mismos incidentes',
    sameTime: 'el mismo tiempo en incidente',
    incidents: (n: number, count: string) => `${count} ${plural(n, 'incidente', 'incidentes')}`,
    time: (duration: string) => `${duration} en incidente`,
    more: 'más',
    fewer: 'menos',
    exact: (from: string) =>
      `Desde ${from} es exacto: se conservan las muestras cada 10 s, como las ve la regla. Antes solo quedan resúmenes de un minuto y de una hora, con las muestras repartidas por igual: un problema breve pesa menos de lo que pesó. El tráfico perdido cuenta tras 14 días de muestras; si no se aprendía desde hace 16, por horas enteras.`,
    calibration: (outcome: string) =>
      `Con los umbrales guardados, los mismos datos dan ${outcome}: lo que difiera de lo ocurrido no se debe a estos cambios.`,
  },
  {
    same: 'The same incidents and the same minutes as there were.',
    than: (incidents, minutes) => `${incidents} and ${minutes} than there were.`,
    sameIncidents: 'No more incidents',
    sameTime: 'no more time within one',
    incidents: (n, count) => `${count} ${plural(n, 'incident', 'incidents')}`,
    time: (duration) => `${duration} within one`,
    more: 'more',
    fewer: 'fewer',
    exact: (from) =>
      `Exact since ${from}: samples are kept every 10 s, as the rule sees them. Before, only totals of a minute and of an hour are left, with their samples evenly spread: a brief problem weighs less than it did. Lost traffic counts after 14 days of samples; unless it was learned for 16, by whole hours.`,
    calibration: (outcome) =>
      `With the saved thresholds, the same data give ${outcome}: what differs from what happened is not due to these changes.`,
  },
)

/** The difference from what happened, in a sentence: more or fewer incidents and minutes. */
export function differenceText({ incidentDifference, minuteDifference }: PolicyComparison): string {
  if (incidentDifference === 0 && minuteDifference === 0) return text.same
  const side = (difference: number) => (difference > 0 ? text.more : text.fewer)
  const count = Math.abs(incidentDifference)
  const incidents =
    count === 0 ? text.sameIncidents : `${text.incidents(count, formatInteger(count))} ${side(incidentDifference)}`
  const minutes =
    minuteDifference === 0 ? text.sameTime : `${minutesText(Math.abs(minuteDifference))} ${side(minuteDifference)}`
  return text.than(incidents, minutes)
}

/** The incidents and the time within them, e.g. `3 incidentes, 42 min en incidente`. */
export const outcomeText = ({ incidentCount, minutes }: PolicyOutcome): string =>
  `${text.incidents(incidentCount, formatInteger(incidentCount))}, ${text.time(minutesText(minutes))}`

/** The time since which a comparison is exact, and the consequence for the time before. */
export const exactnessText = ({ exactFrom, to }: PolicyComparison): string =>
  text.exact(formatTime(exactFrom, new Date(to)))

/** Sentence about the incidents computed with the saved thresholds from the same data. */
export const calibrationText = (current: PolicyOutcome): string => text.calibration(outcomeText(current))

const minutesText = (minutes: number) =>
  formatDuration(new Date(0), new Date(minutes * 60_000)).replace(/^0 s$/, '0 min')
