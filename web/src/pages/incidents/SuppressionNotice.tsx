import { Link } from '@tanstack/react-router'
import { type Incident } from '../../api/incidents/incidents.ts'
import { formatTime } from '../../format/formatTime.ts'
import { localize } from '../../i18n.ts'
import { useNow } from '../../ui/useNow.ts'
import classes from './SuppressionNotice.module.css'

const text = localize(
  {
    maintenance: 'En mantenimiento:',
    wasInMaintenance: 'Estaba en mantenimiento:',
    plannedBy: (reason: string, operator: string) => `${reason} (${operator}).`,
    by: 'Suprimido por',
    incident: (number: number, subject: string) => `el incidente nº ${String(number)}, ${subject}`,
    onboarding: 'La librería está en pruebas.',
    wasUnderTest: 'La librería estaba en pruebas.',
    effect: 'No cuenta ni se avisa mientras dure.',
    isOver: (time: string) =>
      `Eso ya no lo explica desde ${time}: contará, como pronto, dos minutos después, si no se ha recuperado.`,
    awaitsData: (time: string) =>
      `Eso ya no lo explica desde ${time}: contará dos minutos después de que vuelvan a llegar datos, si no se ha recuperado.`,
  },
  {
    maintenance: 'In maintenance:',
    wasInMaintenance: 'Was in maintenance:',
    plannedBy: (reason, operator) => `${reason} (${operator}).`,
    by: 'Suppressed by',
    incident: (number, subject) => `incident no. ${String(number)}, ${subject}`,
    onboarding: 'The bookshop is under test.',
    wasUnderTest: 'The bookshop was under test.',
    effect: 'It does not count, and nobody is alerted meanwhile.',
    isOver: (time) =>
      `That has not explained it since ${time}: it will count two minutes later at the earliest, unless it has recovered.`,
    awaitsData: (time) =>
      `That has not explained it since ${time}: it will count two minutes after data arrives again, unless it has recovered.`,
  },
)

/**
 * The reason why an incident is suppressed: maintenance, a bookshop under test, or the incident of a subject on which
 * its own subject depends. After the end of the reason, the incident may still wait to count.
 */
export function SuppressionNotice({ incident }: { incident: Incident }) {
  const now = useNow()
  const { suppressed, suppressedBy, suppressedByOnboarding, maintenance, resolvedAt } = incident
  const waits = incident.reasonEndedAt !== null
  if (!suppressed || resolvedAt !== null) return null
  return (
    <p className={classes.notice}>
      {maintenance && (
        <>
          <strong>
            <Link to="/maintenance">{waits ? text.wasInMaintenance : text.maintenance}</Link>
          </strong>{' '}
          {text.plannedBy(maintenance.reason, maintenance.by.name)}{' '}
        </>
      )}
      {suppressedBy && (
        <>
          <strong>{text.by}</strong>{' '}
          <Link to="/incidents/$id" params={{ id: suppressedBy.id }}>
            {text.incident(suppressedBy.number, suppressedBy.subject.name)}
          </Link>
          .{' '}
        </>
      )}
      {suppressedByOnboarding && (
        <>
          <strong>
            <Link to="/onboarding/$code" params={{ code: incident.subject.id }}>
              {waits ? text.wasUnderTest : text.onboarding}
            </Link>
          </strong>{' '}
        </>
      )}
      {effectText(incident, now)}
    </p>
  )
}

function effectText({ reasonEndedAt, noData }: Incident, now: Date): string {
  if (reasonEndedAt === null) return text.effect
  const time = formatTime(reasonEndedAt, now)
  return noData ? text.awaitsData(time) : text.isOver(time)
}
