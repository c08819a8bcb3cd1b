import { Link } from '@tanstack/react-router'
import { type SuppressedIncident } from '../api/incidents/maintenance.ts'
import { StateBadge } from '../health/states/StateBadge.tsx'
import { localize } from '../i18n.ts'
import { BreakablePath } from '../ui/display/BreakablePath.tsx'
import { Timestamp } from '../ui/display/Timestamp.tsx'
import classes from './SuppressedIncidents.module.css'
import { kindNames } from '../subjects/kinds.ts'

const text = localize(
  {
    since: 'desde',
    resolved: 'Resuelto',
    number: (number: number) => `nº ${String(number)}`,
    waits: 'contará si no se recupera',
  },
  {
    since: 'since',
    resolved: 'Resolved',
    number: (number) => `no. ${String(number)}`,
    waits: 'will count unless it recovers',
  },
)

/** Incidents that do not count, each with a link to its page. */
export function SuppressedIncidents({ incidents }: { incidents: readonly SuppressedIncident[] }) {
  return (
    <ul>
      {incidents.map(({ id, number, kind, subject, severity, openedAt, resolvedAt, reasonEndedAt }) => (
        <li key={id} className={classes.incident}>
          <span>{resolvedAt === null ? <StateBadge state={severity} /> : text.resolved}</span>
          <span>
            <Link to="/incidents/$id" params={{ id }}>
              <BreakablePath text={subject.name} />
            </Link>{' '}
            <span className={classes.secondary}>
              {kindNames[kind].one} · {text.number(number)}
              {reasonEndedAt !== null && ` · ${text.waits}`}
            </span>
          </span>
          <span className={classes.secondary}>
            {text.since} <Timestamp at={openedAt} />
          </span>
        </li>
      ))}
    </ul>
  )
}
