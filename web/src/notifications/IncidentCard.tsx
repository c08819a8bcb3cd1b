import { useRef } from 'react'
import { Link } from '@tanstack/react-router'
import { type OpenIncident } from '../api/incidents/notifications.ts'
import { AcknowledgedBy } from '../incidents/AcknowledgedBy.tsx'
import { IncidentActions } from '../incidents/IncidentActions.tsx'
import { localize } from '../i18n.ts'
import { BreakablePath } from '../ui/display/BreakablePath.tsx'
import { focusIfLost } from '../ui/focus.ts'
import { SubjectLink } from '../health/SubjectLink.tsx'
import { formatRelative, formatTime, formatFullTime } from '../format/formatTime.ts'
import classes from './IncidentCard.module.css'

const text = localize(
  {
    since: 'Desde',
    noData: 'Ya no llegan datos; sin datos, el incidente no se cierra.',
    more: 'Ver el incidente',
    moreLabel: (name: string) => `Ver el incidente de ${name}`,
  },
  {
    since: 'Since',
    noData: 'Data stopped arriving; without data the incident does not close.',
    more: 'See the incident',
    moreLabel: (name) => `See the incident of ${name}`,
  },
)

type Props = { incident: OpenIncident; now: Date; onResolved: (message: string) => void }

/** One open incident: subject, start, reason, the operator who handles it, and the actions on it. */
export function IncidentCard({ incident, now, onResolved }: Props) {
  const { id, kind, subject, severity, openedAt, noData } = incident
  const card = useRef<HTMLLIElement>(null)
  const focusCard = () => {
    focusIfLost(card.current)
  }
  return (
    <li className={classes.incident} data-severity={severity} ref={card} tabIndex={-1}>
      <p className={classes.head}>
        <SubjectLink kind={kind} id={subject.id} className={classes.subject}>
          <BreakablePath text={subject.name} />
        </SubjectLink>
        <span className={classes.since}>
          {text.since}{' '}
          <time dateTime={openedAt} title={formatFullTime(openedAt)}>
            {formatTime(openedAt, now)}
          </time>{' '}
          ({formatRelative(openedAt, now)})
        </span>
      </p>
      <p className={classes.reason}>{incident.reason}</p>
      {noData && <p className={classes.reason}>{text.noData}</p>}
      <AcknowledgedBy incident={incident} />
      <IncidentActions incident={incident} onResolved={onResolved} onDone={focusCard}>
        {() => (
          <Link to="/incidents/$id" params={{ id }} className={classes.more} aria-label={text.moreLabel(subject.name)}>
            {text.more}
          </Link>
        )}
      </IncidentActions>
    </li>
  )
}
