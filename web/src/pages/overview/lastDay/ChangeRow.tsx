import { Link } from '@tanstack/react-router'
import { type DayIncident } from '../../../api/health/overview.ts'
import { localize } from '../../../i18n.ts'
import { resolutions } from '../../../incidents/resolutions.ts'
import { BreakablePath } from '../../../ui/display/BreakablePath.tsx'
import { formatClock, formatClockWithSeconds, formatDuration, formatFullTime } from '../../../format/formatTime.ts'
import { useIsMinuteShared } from '../../../ui/display/sharedMinutes.ts'
import { useNow } from '../../../ui/useNow.ts'
import { stateLabels } from '../../../health/labels.ts'
import { type DayChange } from './changes.ts'
import classes from './Last24Hours.module.css'

const text = localize(
  {
    opened: 'Abierto',
    resolved: 'Resuelto',
    lasted: (time: string) => `duró ${time}`,
    lasts: (time: string) => `abierto hace ${time}`,
  },
  {
    opened: 'Opened',
    resolved: 'Resolved',
    lasted: (time) => `lasted ${time}`,
    lasts: (time) => `open for ${time}`,
  },
)

/** One incident that opened or was resolved; the whole row links to it. */
export function ChangeRow({ change: { event, at, incident } }: { change: DayChange }) {
  const now = useNow()
  const isMinuteShared = useIsMinuteShared(at)
  return (
    <li className={classes.change} data-event={event} data-severity={incident.maxSeverity}>
      <time className={classes.at} dateTime={at} title={formatFullTime(at)}>
        {isMinuteShared ? formatClockWithSeconds(new Date(at)) : formatClock(at)}
      </time>
      <span className={classes.event}>{text[event]}</span>
      <Link to="/incidents/$id" params={{ id: incident.id }} className={classes.subject}>
        <BreakablePath text={incident.subject.name} />
      </Link>
      <span className={classes.duration}>
        {event === 'opened' ? stateLabels[incident.maxSeverity].toLowerCase() : resolutionText(incident)}
        {' · '}
        {durationText(incident, now)}
      </span>
    </li>
  )
}

const resolutionText = ({ resolution }: DayIncident) => (resolution ? resolutions[resolution].inList : text.resolved)

const durationText = ({ openedAt, resolvedAt }: DayIncident, now: Date) =>
  resolvedAt ? text.lasted(formatDuration(openedAt, resolvedAt)) : text.lasts(formatDuration(openedAt, now))
