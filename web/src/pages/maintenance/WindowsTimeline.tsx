import { type CSSProperties } from 'react'
import { type Maintenance } from '../../api/incidents/maintenance.ts'
import { locale, localize, plural } from '../../i18n.ts'
import { startOfToday, timeZone } from '../../format/madridTime.ts'
import { scopeText } from '../../subjects/scope.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { useNow } from '../../ui/useNow.ts'
import { formatPeriod } from './formatPeriod.ts'
import { byTime } from './maintenanceStatus.ts'
import classes from './WindowsTimeline.module.css'

const DAY_MS = 86_400_000
const DAYS = 31
const DAYS_PER_TICK = 7

const text = localize(
  {
    title: 'Próximos 31 días',
    windows: (n: number) => plural(n, '1 ventana', `${String(n)} ventanas`),
    next: (period: string) => `próxima: ${period}`,
    none: 'No hay ninguna ventana en los próximos 31 días.',
  },
  {
    title: 'Next 31 days',
    windows: (n) => plural(n, '1 window', `${String(n)} windows`),
    next: (period) => `next: ${period}`,
    none: 'There is no window in the next 31 days.',
  },
)

const dayFormat = new Intl.DateTimeFormat(locale, { timeZone, day: 'numeric', month: 'short' })

/** The windows of the coming 31 days on a time line. The list below it holds the same in words. */
export function WindowsTimeline({ maintenances }: { maintenances: readonly Maintenance[] }) {
  const start = Date.parse(startOfToday(useNow()))
  const shown = byTime(maintenances).filter(({ windows }) => windows.length > 0)
  return (
    <Section title={text.title}>
      {shown.length === 0 ? (
        <p className={classes.none}>{text.none}</p>
      ) : (
        <div className={classes.timeline}>
          <ul className={classes.rows}>
            {shown.map((maintenance) => (
              <TimelineRow key={maintenance.id} maintenance={maintenance} start={start} />
            ))}
          </ul>
          <Ticks start={start} />
        </div>
      )}
    </Section>
  )
}

function TimelineRow({
  maintenance: { matcher, reason, windows },
  start,
}: {
  maintenance: Maintenance
  start: number
}) {
  const [next] = windows
  const description = [text.windows(windows.length), next && text.next(formatPeriod(next))].filter(Boolean).join(', ')
  return (
    <li className={classes.row}>
      <span className={classes.name} title={reason}>
        {scopeText(matcher)}
      </span>
      <span className={classes.track} role="img" aria-label={description}>
        {windows.map(({ startsAt, endsAt }) => (
          <span
            key={startsAt}
            className={classes.window}
            style={position(start, Date.parse(startsAt), Date.parse(endsAt))}
          />
        ))}
      </span>
    </li>
  )
}

function Ticks({ start }: { start: number }) {
  const ticks = Array.from(
    { length: Math.ceil(DAYS / DAYS_PER_TICK) },
    (_, index) => start + index * DAYS_PER_TICK * DAY_MS,
  )
  return (
    <div className={classes.ticks} aria-hidden="true">
      {ticks.map((at) => (
        <span key={at} style={{ insetInlineStart: percent(start, at) }}>
          {dayFormat.format(at)}
        </span>
      ))}
    </div>
  )
}

function position(start: number, from: number, to: number): CSSProperties {
  const end = start + DAYS * DAY_MS
  const [first, last] = [Math.max(from, start), Math.min(to, end)]
  return { insetInlineStart: percent(start, first), inlineSize: percent(start, start + Math.max(0, last - first)) }
}

const percent = (start: number, at: number) => `${String((100 * (at - start)) / (DAYS * DAY_MS))}%`
