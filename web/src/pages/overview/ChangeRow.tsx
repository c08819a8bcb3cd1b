import { Link } from '@tanstack/react-router'
import { type DayIncident } from '../../api/overview.ts'
import { type Resolution } from '../../generated/graphql.ts'
import { words } from '../../language.ts'
import { Breakable } from '../../ui/Breakable.tsx'
import { showClock, showLasting, showWholeTime } from '../../ui/times.ts'
import { useNow } from '../../ui/useNow.ts'
import { stateLabels } from '../../ui/words.ts'
import { type Change } from './changes.ts'
import classes from './LastDay.module.css'

const text = words(
  {
    opened: 'Abierto',
    resolved: 'Resuelto',
    lasted: (time: string) => `duró ${time}`,
    lasts: (time: string) => `dura ya ${time}`,
    resolutions: {
      AUTOMATIC: 'se recuperó',
      BY_HAND: 'a mano',
      BY_FORCE: 'a la fuerza',
      SUBJECT_REMOVED: 'ya no existe',
    } satisfies Record<Resolution, string>,
  },
  {
    opened: 'Opened',
    resolved: 'Resolved',
    lasted: (time) => `lasted ${time}`,
    lasts: (time) => `for ${time} now`,
    resolutions: {
      AUTOMATIC: 'recovered',
      BY_HAND: 'by hand',
      BY_FORCE: 'by force',
      SUBJECT_REMOVED: 'does not exist any more',
    },
  },
)

/** One incident that opened or was resolved; the whole row links to it. */
export function ChangeRow({ change: { what, at, incident } }: { change: Change }) {
  const now = useNow()
  return (
    <li className={classes.change} data-what={what} data-severity={incident.maxSeverity}>
      <time className={classes.at} dateTime={at} title={showWholeTime(at)}>
        {showClock(at)}
      </time>
      <span className={classes.what}>{text[what]}</span>
      <Link to="/incidents/$id" params={{ id: incident.id }} className={classes.subject}>
        <Breakable text={incident.subject.name} />
      </Link>
      <span className={classes.lasting}>
        {what === 'opened' ? stateLabels[incident.maxSeverity].toLowerCase() : howItEnded(incident)}
        {' · '}
        {lasting(incident, now)}
      </span>
    </li>
  )
}

const howItEnded = ({ resolution }: DayIncident) => (resolution ? text.resolutions[resolution] : text.resolved)

const lasting = ({ openedAt, resolvedAt }: DayIncident, now: Date) =>
  resolvedAt ? text.lasted(showLasting(openedAt, resolvedAt)) : text.lasts(showLasting(openedAt, now))
