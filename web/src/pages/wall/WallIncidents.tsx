import { type OpenIncident, type Panel, bySeverityAndAge } from '../../api/incidents/notifications.ts'
import { localize } from '../../i18n.ts'
import { StateBadge } from '../../health/states/StateBadge.tsx'
import { formatRelative, formatTime } from '../../format/formatTime.ts'
import { useNow } from '../../ui/useNow.ts'
import { useAllClear } from '../overview/incidents/useAllClear.ts'
import { useRowsThatFit } from './useRowsThatFit.ts'
import { useCarousel } from './useCarousel.ts'
import classes from './WallIncidents.module.css'
import { kindNames } from '../../subjects/kinds.ts'

const MIN_ROWS = 3

const text = localize(
  {
    title: 'Qué está fallando',
    since: (time: string) => `desde ${time}`,
    nobody: 'Sin asignar',
    at: (name: string) => `Lo atiende ${name}`,
    more: (n: number) => `y ${String(n)} más`,
    range: (from: number, to: number, all: number) => `${String(from)}–${String(to)} de ${String(all)}`,
  },
  {
    title: 'What is failing',
    since: (time) => `since ${time}`,
    nobody: 'Unassigned',
    at: (name) => `Assigned to ${name}`,
    more: (n) => `and ${String(n)} more`,
    range: (from, to, all) => `${String(from)}–${String(to)} of ${String(all)}`,
  },
)

/** The open incidents that fit on the screen; pages rotate to show the rest. */
export function WallIncidents({ panel }: { panel: Panel | undefined }) {
  const { container, rows } = useRowsThatFit(MIN_ROWS)
  const all = panel ? bySeverityAndAge(panel) : []
  const first = useCarousel(Math.ceil(all.length / rows)) * rows
  const visible = all.slice(first, first + rows)
  const badge = panel?.badge ?? 0
  const now = useNow()
  return (
    <section className={classes.incidents} aria-label={text.title} aria-busy={!panel}>
      <div className={classes.container} ref={container}>
        {panel?.badge === 0 && <WallAllClear panel={panel} />}
        <ul className={classes.rows} data-few={all.length * 2 <= rows || undefined}>
          {visible.map((incident) => (
            <WallIncident key={incident.id} incident={incident} now={now} />
          ))}
        </ul>
      </div>
      <p className={classes.more}>
        {badge > visible.length &&
          `${text.range(first + 1, first + visible.length, badge)} · ${text.more(badge - visible.length)}`}
      </p>
    </section>
  )
}

function WallAllClear({ panel }: { panel: Panel }) {
  const { isHealthy, title, detail } = useAllClear(panel)
  return (
    <p className={classes.allClear} data-healthy={isHealthy || undefined}>
      <strong>{title}</strong>
      {detail}
    </p>
  )
}

function WallIncident({ incident, now }: { incident: OpenIncident; now: Date }) {
  const { kind, subject, severity, openedAt, acknowledgedBy } = incident
  return (
    <li className={classes.incident} data-severity={severity}>
      <span className={classes.state}>
        <StateBadge state={severity} />
      </span>
      <p className={classes.subject}>{subject.name}</p>
      <p className={classes.age}>{formatRelative(openedAt, now)}</p>
      <p className={classes.kind}>{kindNames[kind].one}</p>
      <p className={classes.about}>
        <span className={classes.handler} data-unhandled={!acknowledgedBy || undefined}>
          {acknowledgedBy ? text.at(acknowledgedBy) : text.nobody}
        </span>
        {' · '}
        {incident.reason}
      </p>
      <p className={classes.since}>
        <time dateTime={openedAt}>{text.since(formatTime(openedAt, now))}</time>
      </p>
    </li>
  )
}
