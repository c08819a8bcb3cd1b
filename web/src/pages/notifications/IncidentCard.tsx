import { useRef } from 'react'
import { type OpenIncident } from '../../api/notifications.ts'
import { words } from '../../language.ts'
import { Breakable } from '../../ui/Breakable.tsx'
import { reasonOf } from '../../ui/reasons.ts'
import { SubjectLink } from '../../ui/SubjectLink.tsx'
import { showAge, showTime, showWholeTime } from '../../ui/times.ts'
import classes from './IncidentCard.module.css'
import { IncidentActions } from './IncidentActions.tsx'

const text = words(
  {
    since: 'Desde',
    noData: 'Ya no llegan datos; el silencio no cierra un incidente.',
    nobody: 'Nadie lo atiende todavía.',
    at: 'Lo atiende',
    atSince: (time: string) => `, desde ${time}`,
  },
  {
    since: 'Since',
    noData: 'No data arrives any more; silence does not end an incident.',
    nobody: 'Nobody is at it yet.',
    at: 'At it:',
    atSince: (time) => `, since ${time}`,
  },
)

type Props = { incident: OpenIncident; now: Date; onGone: (outcome: string) => void }

/** One open incident: what, since when, why, who is at it, and what can be done about it. */
export function IncidentCard({ incident, now, onGone }: Props) {
  const { kind, subject, severity, openedAt, noData } = incident
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
      <Attention incident={incident} now={now} />
      <IncidentActions incident={incident} now={now} onGone={onGone} onTaken={() => card.current?.focus()} />
    </li>
  )
}

function Attention({ incident: { acknowledgedBy, acknowledgedAt }, now }: Omit<Props, 'onGone'>) {
  if (!acknowledgedBy) return <p className={classes.attention}>{text.nobody}</p>
  return (
    <p className={classes.attention}>
      {text.at} <strong>{acknowledgedBy}</strong>
      {acknowledgedAt && text.atSince(showTime(acknowledgedAt, now))}.
    </p>
  )
}
