import { Link } from '@tanstack/react-router'
import { type Incident } from '../../api/incidents/incidents.ts'
import { localize } from '../../i18n.ts'
import classes from './SuppressionNotice.module.css'

const text = localize(
  {
    maintenance: 'En mantenimiento:',
    plannedBy: (reason: string, operator: string) => `${reason} (${operator}).`,
    by: 'Suprimido por',
    incident: (number: number, subject: string) => `el incidente nº ${String(number)}, ${subject}`,
    onboarding: 'La librería está en pruebas.',
    effect: 'No cuenta ni se avisa mientras dure.',
  },
  {
    maintenance: 'In maintenance:',
    plannedBy: (reason, operator) => `${reason} (${operator}).`,
    by: 'Suppressed by',
    incident: (number, subject) => `incident no. ${String(number)}, ${subject}`,
    onboarding: 'The bookshop is under test.',
    effect: 'It does not count, and nobody is alerted meanwhile.',
  },
)

/** The reason why an incident is suppressed: maintenance, a bookshop under test, or the incident of what its subject depends on. */
export function SuppressionNotice({ incident }: { incident: Incident }) {
  const { suppressed, suppressedBy, suppressedByOnboarding, maintenance, resolvedAt } = incident
  if (!suppressed || resolvedAt !== null) return null
  return (
    <p className={classes.notice}>
      {maintenance && (
        <>
          <strong>
            <Link to="/maintenance">{text.maintenance}</Link>
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
              {text.onboarding}
            </Link>
          </strong>{' '}
        </>
      )}
      {text.effect}
    </p>
  )
}
