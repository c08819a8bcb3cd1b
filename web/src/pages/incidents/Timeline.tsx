import { Skeleton } from '@mantine/core'
import { type Incident } from '../../api/incidents/incidents.ts'
import { formatExactTime, formatDuration, formatFullTime } from '../../format/formatTime.ts'
import classes from './Timeline.module.css'
import { entryText, noticeText } from './labels.ts'

const SKELETON_ROWS = 3

/** The events of an incident, oldest first; screen readers announce new ones. */
export function Timeline({ incident }: { incident: Incident | undefined }) {
  return (
    <ol className={classes.timeline} aria-live="polite" aria-relevant="additions">
      {/* The index is a stable key: the timeline only grows at its end. */}
      {incident?.timeline.map((entry, index) => (
        <TimelineEntry key={index} entry={entry} openedAt={incident.openedAt} />
      )) ??
        Array.from({ length: SKELETON_ROWS }, (_, index) => (
          <li key={index} className={classes.entry}>
            <Skeleton height={12} width="50%" my={4} />
            <Skeleton height={12} width="80%" my={4} />
          </li>
        ))}
    </ol>
  )
}

type Props = { entry: Incident['timeline'][number]; openedAt: string }

function TimelineEntry({ entry, openedAt }: Props) {
  const { at, event, by, note, notice } = entry
  const numbers = notice ? noticeText(notice) : entry.reason
  return (
    <li className={classes.entry} data-event={event}>
      <p className={classes.head}>
        <span className={classes.event}>{entryText(entry)}</span>
        <span className={classes.at}>
          {at !== openedAt && <span className={classes.later}>+{formatDuration(openedAt, at)}</span>}
          <time dateTime={at} title={formatFullTime(at)}>
            {formatExactTime(at)}
          </time>
        </span>
      </p>
      {by && note && note !== entry.reason && <p className={classes.note}>{note}</p>}
      {numbers && <p className={classes.numbers}>{numbers}</p>}
    </li>
  )
}
