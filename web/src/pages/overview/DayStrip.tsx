import { type CSSProperties } from 'react'
import { type LastDay } from '../../api/overview.ts'
import { plural, words } from '../../language.ts'
import { showClock, wholeHours } from '../../ui/times.ts'
import { stateLabels } from '../../ui/words.ts'
import { placed, type Placed } from './changes.ts'
import classes from './DayStrip.module.css'

const FEWEST_LANES = 4
const HOURS_APART = 6
/** Share of the strip after which a label would overlap "now". */
const LAST_LABEL = 0.75

const text = words(
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
export function DayStrip({ day }: { day: LastDay }) {
  const { places, lanes } = placed(day.incidents, day)
  return (
    <div className={classes.strip} role="img" aria-label={text.label(places.length)}>
      <div className={classes.lanes}>
        {wholeHours(day.since, day.until, HOURS_APART).map((hour) => (
          <span
            key={hour.toISOString()}
            className={classes.hour}
            style={{ left: `${String(100 * shareOf(hour, day))}%` }}
          >
            {shareOf(hour, day) < LAST_LABEL && showClock(hour)}
          </span>
        ))}
        {places.map((place) => (
          <span
            key={place.incident.id}
            className={classes.incident}
            data-severity={place.incident.maxSeverity}
            style={styleOf(place, Math.max(FEWEST_LANES, lanes))}
            title={`${place.incident.subject.name}: ${stateLabels[place.incident.maxSeverity].toLowerCase()}`}
          />
        ))}
      </div>
      <span className={classes.now}>{text.now}</span>
    </div>
  )
}

const styleOf = ({ lane, start, length }: Placed, lanes: number): CSSProperties => ({
  left: `${String(start)}%`,
  width: `${String(length)}%`,
  top: `${String((lane / lanes) * 100)}%`,
  height: `calc(${String(100 / lanes)}% - 2px)`,
})

const shareOf = (hour: Date, { since, until }: LastDay) =>
  (hour.getTime() - since.getTime()) / (until.getTime() - since.getTime())
