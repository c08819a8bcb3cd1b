import { useRef } from 'react'
import { Link } from '@tanstack/react-router'
import { useAcknowledge } from '../../../api/incidents/incidents.ts'
import { type OpenIncident } from '../../../api/incidents/notifications.ts'
import { IncidentError } from '../../../incidents/IncidentError.tsx'
import { useIncidentChange } from '../../../incidents/useIncidentChange.ts'
import { localize } from '../../../i18n.ts'
import { BreakablePath } from '../../../ui/display/BreakablePath.tsx'
import { focusIfLost } from '../../../ui/focus.ts'
import { StateBadge } from '../../../health/states/StateBadge.tsx'
import { formatRelative, formatTime } from '../../../format/formatTime.ts'
import { useIsMinuteShared } from '../../../ui/display/sharedMinutes.ts'
import classes from './OpenIncidents.module.css'
import { RowHandler } from './RowHandler.tsx'
import { kindNames } from '../../../subjects/kinds.ts'

const text = localize(
  {
    since: (time: string) => `Desde ${time}`,
    noData: 'Ya no llegan datos.',
    acknowledged: (name: string) => `Ahora atiendes ${name}.`,
  },
  {
    since: (time) => `Since ${time}`,
    noData: 'No data arrives any more.',
    acknowledged: (name) => `${name} is now assigned to you.`,
  },
)

type Props = {
  incident: OpenIncident
  now: Date
  /** Called once the incident is acknowledged, with a sentence. */
  onAcknowledged: (message: string) => void
  /** Called if the incident was resolved meanwhile, with a sentence; its row disappears. */
  onGone: (message: string) => void
}

/** One open incident on the overview; the whole row links to it, and a button acknowledges it at once. */
export function OpenIncidentRow({ incident, now, onAcknowledged, onGone }: Props) {
  const { id, kind, subject, severity, openedAt, noData } = incident
  const isMinuteShared = useIsMinuteShared(openedAt)
  const link = useRef<HTMLAnchorElement>(null)
  const { mutateAsync, isPending } = useAcknowledge()
  const { error, settle } = useIncidentChange(incident, onGone)
  const acknowledge = () =>
    settle(mutateAsync({ id, note: null }), () => {
      onAcknowledged(text.acknowledged(subject.name))
      // The button that had the focus has disappeared.
      focusIfLost(link.current)
    })
  return (
    <li className={classes.row} data-severity={severity}>
      <StateBadge state={severity} />
      <div className={classes.subjectCell}>
        <p>
          <Link to="/incidents/$id" params={{ id }} className={classes.subject} ref={link}>
            <BreakablePath text={subject.name} />
          </Link>{' '}
          <span className={classes.kind}>{kindNames[kind].one}</span>
        </p>
        <p className={classes.reason}>
          {incident.reason} {noData && text.noData}
        </p>
      </div>
      <p className={classes.since}>
        <time dateTime={openedAt}>{text.since(formatTime(openedAt, now, isMinuteShared))}</time>
        <span className={classes.age}>{formatRelative(openedAt, now)}</span>
      </p>
      <RowHandler incident={incident} isPending={isPending} onAcknowledge={() => void acknowledge()} />
      {error && (
        <div className={classes.error}>
          <IncidentError error={error} />
        </div>
      )}
    </li>
  )
}
