import { type Heartbeat } from '../api/health/heartbeats.ts'
import { formatDuration } from '../format/formatTime.ts'
import { localize } from '../i18n.ts'
import { StatusDot } from '../ui/display/StatusDot.tsx'
import { Timestamp } from '../ui/display/Timestamp.tsx'
import classes from './LastBeat.module.css'

const text = localize(
  { never: 'Nunca recibida', failed: 'Terminó mal', took: (time: string) => `duró ${time}` },
  { never: 'Never heard', failed: 'It failed', took: (time) => `took ${time}` },
)

/** Time, duration and message of a job's last run; a placeholder text before the first run. */
export function LastBeat({ heartbeat: { lastAt, lastOk, lastMs, lastMessage } }: { heartbeat: Heartbeat }) {
  if (lastAt === null) return <StatusDot tone="odd">{text.never}</StatusDot>
  return (
    <span className={classes.lines}>
      <Timestamp at={lastAt} ago />
      {lastOk === false && <StatusDot tone="bad">{text.failed}</StatusDot>}
      {lastMs !== null && (
        <span className={classes.secondary}>{text.took(formatDuration(new Date(0), new Date(lastMs)))}</span>
      )}
      {lastMessage !== null && <span className={classes.message}>{lastMessage}</span>}
    </span>
  )
}
