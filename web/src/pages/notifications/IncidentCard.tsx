import { useRef } from 'react'
import { Link } from '@tanstack/react-router'
import { type OpenIncident } from '../../api/notifications.ts'
import { Attention } from '../../incidents/Attention.tsx'
import { IncidentActions } from '../../incidents/IncidentActions.tsx'
import { words } from '../../language.ts'
import { Breakable } from '../../ui/Breakable.tsx'
import { reasonOf } from '../../ui/reasons.ts'
import { SubjectLink } from '../../ui/SubjectLink.tsx'
import { showAge, showTime, showWholeTime } from '../../ui/times.ts'
import classes from './IncidentCard.module.css'

const text = words(
  {
    since: 'Desde',
    noData: 'Ya no llegan datos; el silencio no cierra un incidente.',
    more: 'Ver el incidente',
    moreOfIt: (name: string) => `Ver el incidente de ${name}`,
  },
  {
    since: 'Since',
    noData: 'No data arrives any more; silence does not end an incident.',
    more: 'See the incident',
    moreOfIt: (name) => `See the incident of ${name}`,
  },
)

type Props = { incident: OpenIncident; now: Date; onGone: (outcome: string) => void }

/** One open incident: subject, start, reason, the operator who handles it, and the actions on it. */
export function IncidentCard({ incident, now, onGone }: Props) {
  const { id, kind, subject, severity, openedAt, noData } = incident
  const card = useRef<HTMLLIElement>(null)
  return (
    <li className={classes.incident} data-severity={severity} ref={card} tabIndex={-1}>
      <p className={classes.head}>
        <SubjectLink kind={kind} id={subject.id} className={classes.subject}>
          <Breakable text={subject.name} />
        </SubjectLink>
        <span className={classes.since}>
          {text.since}{' '}
          <time dateTime={openedAt} title={showWholeTime(openedAt)}>
            {showTime(openedAt, now)}
          </time>{' '}
          ({showAge(openedAt, now)})
        </span>
      </p>
      <p className={classes.reason}>{reasonOf(incident)}</p>
      {noData && <p className={classes.reason}>{text.noData}</p>}
      <Attention incident={incident} />
      <IncidentActions incident={incident} onGone={onGone} onDone={() => card.current?.focus()}>
        <Link to="/incidents/$id" params={{ id }} className={classes.more} aria-label={text.moreOfIt(subject.name)}>
          {text.more}
        </Link>
      </IncidentActions>
    </li>
  )
}
