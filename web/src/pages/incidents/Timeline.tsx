import { Skeleton } from '@mantine/core'
import { type Incident } from '../../api/incidents.ts'
import { showExactTime, showLasting, showWholeTime } from '../../ui/times.ts'
import classes from './Timeline.module.css'
import { eventSentences } from './words.ts'

const PLACES = 3

/** The events of an incident, oldest first; screen readers announce new ones. */
export function Timeline({ incident }: { incident: Incident | undefined }) {
  return (
    <ol className={classes.timeline} aria-live="polite" aria-relevant="additions">
      {/* The index is a stable key: the timeline only grows at its end. */}
      {incident?.timeline.map((entry, place) => <Happened key={place} entry={entry} openedAt={incident.openedAt} />) ??
        Array.from({ length: PLACES }, (_, place) => (
          <li key={place} className={classes.entry}>
            <Skeleton height={12} width="50%" my={4} />
            <Skeleton height={12} width="80%" my={4} />
          </li>
        ))}
    </ol>
  )
}

type Props = { entry: Incident['timeline'][number]; openedAt: string }

function Happened({ entry: { at, event, by, note }, openedAt }: Props) {
  return (
    <li className={classes.entry} data-event={event}>
      <p className={classes.head}>
        <span className={classes.event}>{eventSentences[event](by)}</span>
        <span className={classes.at}>
          {at !== openedAt && <span className={classes.later}>+{showLasting(openedAt, at)}</span>}
          <time dateTime={at} title={showWholeTime(at)}>
            {showExactTime(at)}
          </time>
        </span>
      </p>
      {note && (
        <p className={by ? classes.said : classes.numbers} lang="es">
          {note}
        </p>
      )}
    </li>
  )
}
