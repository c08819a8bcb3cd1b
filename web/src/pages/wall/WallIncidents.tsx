import { type OpenIncident, type Panel, worstAndLongest } from '../../api/notifications.ts'
import { words } from '../../language.ts'
import { reasonOf } from '../../ui/reasons.ts'
import { StateMark } from '../../ui/StateMark.tsx'
import { showAge, showTime } from '../../ui/times.ts'
import { useNow } from '../../ui/useNow.ts'
import { kindOfOne } from '../../ui/words.ts'
import { useVerdict } from '../overview/verdict.ts'
import { useRowsThatFit } from './useRowsThatFit.ts'
import { useTurn } from './useTurn.ts'
import classes from './WallIncidents.module.css'

const FEWEST = 3

const text = words(
  {
    title: 'Qué está fallando',
    since: (time: string) => `desde ${time}`,
    nobody: 'Nadie lo atiende',
    at: (name: string) => `Lo atiende ${name}`,
    more: (n: number) => `y ${String(n)} más`,
    these: (from: number, to: number, all: number) => `${String(from)}–${String(to)} de ${String(all)}`,
  },
  {
    title: 'What is failing',
    since: (time) => `since ${time}`,
    nobody: 'Nobody is at it',
    at: (name) => `${name} is at it`,
    more: (n) => `and ${String(n)} more`,
    these: (from, to, all) => `${String(from)}–${String(to)} of ${String(all)}`,
  },
)

/** The open incidents that fit on the screen; pages rotate to show the rest. */
export function WallIncidents({ panel }: { panel: Panel | undefined }) {
  const { place, rows } = useRowsThatFit(FEWEST)
  const all = panel ? worstAndLongest(panel) : []
  const first = useTurn(Math.ceil(all.length / rows)) * rows
  const shown = all.slice(first, first + rows)
  const badge = panel?.badge ?? 0
  const now = useNow()
  return (
    <section className={classes.incidents} aria-label={text.title} aria-busy={!panel}>
      <div className={classes.place} ref={place}>
        {panel?.badge === 0 && <WallCalm panel={panel} />}
        <ul className={classes.rows} data-few={all.length * 2 <= rows || undefined}>
          {shown.map((incident) => (
            <WallIncident key={incident.id} incident={incident} now={now} />
          ))}
        </ul>
      </div>
      <p className={classes.rest}>
        {badge > shown.length &&
          `${text.these(first + 1, first + shown.length, badge)} · ${text.more(badge - shown.length)}`}
      </p>
    </section>
  )
}

function WallCalm({ panel }: { panel: Panel }) {
  const { isWell, title, detail } = useVerdict(panel)
  return (
    <p className={classes.calm} data-well={isWell || undefined}>
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
        <StateMark state={severity} />
      </span>
      <p className={classes.subject}>{subject.name}</p>
      <p className={classes.age}>{showAge(openedAt, now)}</p>
      <p className={classes.kind}>{kindOfOne[kind]}</p>
      <p className={classes.about}>
        <span className={classes.who} data-nobody={!acknowledgedBy || undefined}>
          {acknowledgedBy ? text.at(acknowledgedBy) : text.nobody}
        </span>
        {' · '}
        {reasonOf(incident)}
      </p>
      <p className={classes.since}>
        <time dateTime={openedAt}>{text.since(showTime(openedAt, now))}</time>
      </p>
    </li>
  )
}
