import { Link } from '@tanstack/react-router'
import { type OpenIncident } from '../../api/notifications.ts'
import { words } from '../../language.ts'
import { Breakable } from '../../ui/Breakable.tsx'
import { reasonOf } from '../../ui/reasons.ts'
import { StateMark } from '../../ui/StateMark.tsx'
import { showAge, showTime } from '../../ui/times.ts'
import { kindOfOne } from '../../ui/words.ts'
import classes from './Now.module.css'

const text = words(
  {
    since: (time: string) => `Desde ${time}`,
    nobody: 'Nadie lo atiende',
    at: 'Lo atiende',
    noData: 'Ya no llegan datos.',
  },
  { since: (time) => `Since ${time}`, nobody: 'Nobody is at it', at: 'At it:', noData: 'No data arrives any more.' },
)

/** One open incident on the overview; the whole row links to it. */
export function NowRow({ incident, now }: { incident: OpenIncident; now: Date }) {
  const { id, kind, subject, severity, openedAt, acknowledgedBy, noData } = incident
  return (
    <li className={classes.row} data-severity={severity}>
      <StateMark state={severity} />
      <div className={classes.what}>
        <p>
          <Link to="/incidents/$id" params={{ id }} className={classes.subject}>
            <Breakable text={subject.name} />
          </Link>{' '}
          <span className={classes.kind}>{kindOfOne[kind]}</span>
        </p>
        <p className={classes.reason}>
          {reasonOf(incident)} {noData && text.noData}
        </p>
      </div>
      <p className={classes.since}>
        <time dateTime={openedAt}>{text.since(showTime(openedAt, now))}</time>
        <span className={classes.age}>{showAge(openedAt, now)}</span>
      </p>
      <p className={classes.who} data-nobody={!acknowledgedBy || undefined}>
        {acknowledgedBy ? (
          <>
            {text.at} <strong>{acknowledgedBy}</strong>
          </>
        ) : (
          text.nobody
        )}
      </p>
    </li>
  )
}
