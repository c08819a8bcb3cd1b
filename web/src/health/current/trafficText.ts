import { type TrafficNumbersFragment } from '../../generated/graphql.ts'
import { formatTenths } from '../../format/formatNumber.ts'
import { localize, plural } from '../../i18n.ts'

const text = localize(
  {
    requests: (n: number) => plural(n, '1 petición por minuto', `${formatTenths(n)} peticiones por minuto`),
    expected: (requests: string, expected: number) =>
      `Tráfico: ${requests}; ${plural(expected, 'se espera al menos 1', `se esperan al menos ${formatTenths(expected)}`)}.`,
    nothing: (requests: string) =>
      `Tráfico: ${requests}; a esta hora no se espera ninguna, pues suelen ser pocas o con pausas.`,
    days: (days: number) => (days === 1 ? 'falta 1 día' : `faltan ${days} días`),
    hours: (hours: number, least: number) => `${hours} de ${least} horas comparables`,
    learning: (missing: string) => `Se aprende el tráfico habitual: ${missing}.`,
  },
  {
    requests: (n) => plural(n, '1 request a minute', `${formatTenths(n)} requests a minute`),
    expected: (requests, expected) =>
      `Traffic: ${requests}; at least ${formatTenths(expected)} ${plural(expected, 'is', 'are')} expected.`,
    nothing: (requests) => `Traffic: ${requests}; none are expected at this time, as they are few or pause.`,
    days: (days) => (days === 1 ? '1 day left' : `${days} days left`),
    hours: (hours, least) => `${hours} of ${least} comparable hours`,
    learning: (missing) => `The usual traffic is being learned: ${missing}.`,
  },
)

/**
 * The expected traffic, or the conditions that must still be met before it is known; null if traffic is not watched.
 */
export function trafficText({ expectedPerMinute, observedPerMinute, learning }: TrafficNumbersFragment): string | null {
  if (observedPerMinute === null) return null
  if (learning) return text.learning(missingText(learning))
  const requests = text.requests(inTenths(observedPerMinute))
  return expectedPerMinute === null ? text.nothing(requests) : text.expected(requests, inTenths(expectedPerMinute))
}

const missingText = ({ daysLeft, hours, leastHours }: NonNullable<TrafficNumbersFragment['learning']>) =>
  [daysLeft > 0 ? text.days(daysLeft) : '', hours < leastHours ? text.hours(hours, leastHours) : '']
    .filter(Boolean)
    .join(', ')

/** The number as displayed, which decides between singular and plural. */
const inTenths = (value: number) => Math.round(10 * value) / 10
