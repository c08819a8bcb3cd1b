import { type CSSProperties } from 'react'
import { type LastDay } from '../../../api/health/overview.ts'
import { plural, localize } from '../../../i18n.ts'
import { formatClock, fullHours } from '../../../format/formatTime.ts'
import { stateLabels } from '../../../health/labels.ts'
import { positionIncidents, type PositionedIncident } from './changes.ts'
import classes from './IncidentStrip.module.css'

const MIN_LANES = 4
const LABEL_HOURS = 6
/** Share of the strip after which a label would overlap "now". */
const MAX_LABEL_SHARE = 0.75

const text = localize(
  {
    label: (n: number) =>
      plural(n, '1 incidente en las últimas 24 horas', `${String(n)} incidentes en las últimas 24 horas`),
    now: 'ahora',
  },
  {
    label: (n) => plural(n, '1 incident in the last 24 hours', `${String(n)} incidents in the last 24 hours`),
    now: 'now',
  },
)

/** The incidents of 24 hours on a time axis. The list below has the same information as text. */
export function IncidentStrip({ day }: { day: LastDay }) {
  const { positions, lanes } = positionIncidents(day.incidents, day)
  return (
    <div className={classes.strip} role="img" aria-label={text.label(positions.length)}>
      <div className={classes.lanes}>
        {fullHours(day.since, day.until, LABEL_HOURS).map((hour) => (
          <span
            key={hour.toISOString()}
            className={classes.hour}
            style={{ left: `${String(100 * timeShare(hour, day))}%` }}
          >
            {timeShare(hour, day) < MAX_LABEL_SHARE && formatClock(hour)}
          </span>
        ))}
        {positions.map((position) => (
          <span
            key={position.incident.id}
            className={classes.incident}
            data-severity={position.incident.maxSeverity}
            style={positionStyle(position, Math.max(MIN_LANES, lanes))}
            title={`${position.incident.subject.name}: ${stateLabels[position.incident.maxSeverity].toLowerCase()}`}
          />
        ))}
      </div>
      <span className={classes.now}>{text.now}</span>
    </div>
  )
}

const positionStyle = ({ lane, start, length }: PositionedIncident, lanes: number): CSSProperties => ({
  left: `${String(start)}%`,
  width: `${String(length)}%`,
  top: `${String((lane / lanes) * 100)}%`,
  height: `calc(${String(100 / lanes)}% - 2px)`,
})

const timeShare = (hour: Date, { since, until }: LastDay) =>
  (hour.getTime() - since.getTime()) / (until.getTime() - since.getTime())
