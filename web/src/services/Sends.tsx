import { type Kind, type RefusalReason, type TelemetryFormat } from '../generated/graphql.ts'
import { plural, localize } from '../i18n.ts'
import { formatInteger } from '../format/formatNumber.ts'
import { formatRelative } from '../format/formatTime.ts'
import { StatusDot } from '../ui/display/StatusDot.tsx'
import { kindNames } from '../subjects/kinds.ts'
import { useNow } from '../ui/useNow.ts'
import { scopeNames } from './scopeText.ts'
import classes from '../tokens/tokens.module.css'
import { type ServiceTelemetry } from '../api/health/sources.ts'

const text = localize(
  {
    nothing: 'Ninguna observación en 24 h',
    allowed: (scopes: string) => `Permitido: ${scopes}`,
    unmatched: (n: number) =>
      plural(n, '1 identificador sin reconocer', `${formatInteger(n)} identificadores sin reconocer`),
    refused: (n: number, why: string) =>
      `${plural(n, '1 dato rechazado', `${formatInteger(n)} datos rechazados`)}: ${why}`,
  },
  {
    nothing: 'No observations in 24 h',
    allowed: (scopes) => `Allowed: ${scopes}`,
    unmatched: (n) => plural(n, '1 unknown key', `${formatInteger(n)} unknown keys`),
    refused: (n, why) => `${plural(n, '1 item refused', `${formatInteger(n)} items refused`)}: ${why}`,
  },
)

function countText(kind: Kind, n: number): string {
  const [one, several] = kindNames[kind].counted
  return plural(n, `1 ${one}`, `${formatInteger(n)} ${several}`)
}

const formats: Record<TelemetryFormat, string> = localize(
  { OWN: 'Formato de Vigía', OPENTELEMETRY: 'OpenTelemetry' },
  { OWN: 'Format of Vigía', OPENTELEMETRY: 'OpenTelemetry' },
)

const reasons: Record<RefusalReason, (environment: string) => string> = localize(
  {
    CLOCK_AHEAD: () => 'su reloj va más de un minuto adelantado',
    TOO_OLD: () => 'llegan con más de una hora de retraso',
    ENVIRONMENT: (environment: string) => `son del entorno ${environment}`,
    TOO_MANY_STREAMS: () => 'envía demasiadas series de OpenTelemetry',
    UNREADABLE: () => 'no se pueden leer',
  },
  {
    CLOCK_AHEAD: () => 'its clock is more than a minute ahead',
    TOO_OLD: () => 'they arrive more than an hour late',
    ENVIRONMENT: (environment) => `they are of the environment ${environment}`,
    TOO_MANY_STREAMS: () => 'it sends too many streams of OpenTelemetry',
    UNREADABLE: () => 'they cannot be read',
  },
)

type Props = {
  /** The telemetry of the service; null if it sent none. */
  telemetry: (Pick<ServiceTelemetry, 'sends' | 'formats' | 'refused'> & { unmatchedCount?: number }) | null
  /** The permissions of the service's token; empty if they are not shown. */
  scopes?: readonly string[] | undefined
}

/** The telemetry that a service sent in the last 24 hours, its format, and the permissions of the service. */
export function Sends({ telemetry, scopes }: Props) {
  const now = useNow()
  const { sends = [], formats: used = [], unmatchedCount = 0, refused = [] } = telemetry ?? {}
  return (
    <span className={classes.lines}>
      {sends.length === 0 && <span>{text.nothing}</span>}
      {sends.map(({ kind, subjects, lastAt }) => (
        <span key={kind}>
          {countText(kind, subjects)} <span className={classes.secondary}>{formatRelative(lastAt, now)}</span>
        </span>
      ))}
      {used.length > 0 && <span>{used.map((format) => formats[format]).join(', ')}</span>}
      {unmatchedCount > 0 && <StatusDot tone="odd">{text.unmatched(unmatchedCount)}</StatusDot>}
      {refused.map((one) => (
        <StatusDot key={one.reason} tone="odd">
          {text.refused(one.count, reasons[one.reason](one.environment ?? ''))}{' '}
          <span className={classes.secondary}>{formatRelative(one.lastAt, now)}</span>
        </StatusDot>
      ))}
      {scopes && <span className={classes.secondary}>{text.allowed(scopeNames(scopes).join('; '))}</span>}
    </span>
  )
}
