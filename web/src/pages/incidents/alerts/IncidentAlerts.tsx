import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Incident } from '../../../api/incidents/incidents.ts'
import { usePermission } from '../../../api/auth/session.ts'
import { formatInteger } from '../../../format/formatNumber.ts'
import { localize, plural } from '../../../i18n.ts'
import panel from '../../../ui/layout/Panel.module.css'
import { Section } from '../../../ui/layout/Section.tsx'
import { StatusDot } from '../../../ui/display/StatusDot.tsx'
import { Timestamp } from '../../../ui/display/Timestamp.tsx'
import { deliveryStatuses } from '../../alerts/labels.ts'
import classes from './IncidentAlerts.module.css'
import { IncidentMutes } from './IncidentMutes.tsx'

const text = localize(
  {
    title: 'Avisos enviados',
    none: 'No se ha avisado a nadie.',
    attempts: (n: number) => plural(n, '1 intento', `${formatInteger(n)} intentos`),
  },
  {
    title: 'Alerts sent',
    none: 'Nobody has been alerted.',
    attempts: (n) => plural(n, '1 attempt', `${formatInteger(n)} attempts`),
  },
)

/** Alerts sent about an incident, with recipients and times, and whether they are muted. */
export function IncidentAlerts({ incident }: { incident: Incident | undefined }) {
  const canRead = usePermission('read:Destination')
  if (!canRead) return null
  return (
    <Section title={text.title} busy={!incident}>
      <div className={panel.body}>
        {incident ? (
          <>
            {incident.deliveries.length === 0 && <p className={classes.none}>{text.none}</p>}
            <Deliveries deliveries={incident.deliveries} />
            {incident.resolvedAt === null && <IncidentMutes incident={incident} />}
          </>
        ) : (
          <Skeleton height={12} width={180} />
        )}
      </div>
    </Section>
  )
}

function Deliveries({ deliveries }: Pick<Incident, 'deliveries'>) {
  return (
    <ul>
      {deliveries.map(({ id, destination, status, createdAt, endedAt, attempts }) => (
        <li key={id} className={classes.delivery}>
          <Link to="/alerts/$id" params={{ id: destination.id }}>
            {destination.name}
          </Link>
          <StatusDot tone={deliveryStatuses[status].tone}>{deliveryStatuses[status].label}</StatusDot>
          <span className={classes.secondary}>
            <Timestamp at={endedAt ?? createdAt} /> · {text.attempts(attempts.length)}
          </span>
        </li>
      ))}
    </ul>
  )
}
