import { type TrafficNumbersFragment } from '../../generated/graphql.ts'
import { formatTenths } from '../../format/formatNumber.ts'
import { localize } from '../../i18n.ts'

const text = localize(
  {
    expected: (observed: string, expected: string) =>
      `Tráfico: ${observed} peticiones por minuto; se esperan al menos ${expected}.`,
    nothing: (observed: string) =>
      `Tráfico: ${observed} peticiones por minuto; a esta hora no se espera ninguna, pues suelen ser pocas o con pausas.`,
    days: (days: number) => (days === 1 ? 'falta 1 día' : `faltan ${days} días`),
    hours: (hours: number, least: number) => `${hours} de ${least} horas comparables`,
    learning: (missing: string) => `Se aprende el tráfico habitual: ${missing}.`,
  },
  {
    expected: (observed, expected) => `Traffic: ${observed} requests a minute; at least ${expected} are expected.`,
    nothing: (observed) =>
      `Traffic: ${observed} requests a minute; none are expected at this time, as they are few or pause.`,
    days: (days) => (days === 1 ? '1 day left' : `${days} days left`),
    hours: (hours, least) => `${hours} of ${least} comparable hours`,
    learning: (missing) => `The usual traffic is being learned: ${missing}.`,
  },
)

/** The traffic that is expected, or what is missing to know it; null where it is not watched. */
export function trafficText({ expectedPerMinute, observedPerMinute, learning }: TrafficNumbersFragment): string | null {
  if (observedPerMinute === null) return null
  if (learning) return text.learning(missingText(learning))
  const observed = formatTenths(observedPerMinute)
  return expectedPerMinute === null ? text.nothing(observed) : text.expected(observed, formatTenths(expectedPerMinute))
}

const missingText = ({ daysLeft, hours, leastHours }: NonNullable<TrafficNumbersFragment['learning']>) =>
  [daysLeft > 0 ? text.days(daysLeft) : '', hours < leastHours ? text.hours(hours, leastHours) : '']
    .filter(Boolean)
    .join(', ')
