import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type LastDay, useLastDay } from '../../../api/health/overview.ts'
import { plural, localize } from '../../../i18n.ts'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { findSharedMinutes, SharedMinutes } from '../../../ui/display/sharedMinutes.ts'
import { ChangeRow } from './ChangeRow.tsx'
import { changesSince } from './changes.ts'
import { IncidentStrip } from './IncidentStrip.tsx'
import classes from './Last24Hours.module.css'

const MAX_SHOWN = 7

const text = localize(
  {
    title: 'Últimas 24 horas',
    opened: (n: number) => plural(n, '1 abierto', `${String(n)} abiertos`),
    resolved: (n: number) => plural(n, '1 resuelto', `${String(n)} resueltos`),
    quiet: 'En las últimas 24 horas no se ha abierto ni resuelto ningún incidente.',
    all: 'Todos los incidentes',
  },
  {
    title: 'Last 24 hours',
    opened: (n) => `${String(n)} opened`,
    resolved: (n) => `${String(n)} resolved`,
    quiet: 'No incident was opened or resolved in the last 24 hours.',
    all: 'All incidents',
  },
)

/** The incidents that opened or were resolved in the last 24 hours. */
export function Last24Hours() {
  const { data: day, error, refetch } = useLastDay()
  const aside = day && `${text.opened(day.openedCount)} · ${text.resolved(day.resolvedCount)}`
  return (
    <Section title={text.title} aside={aside} busy={!day}>
      {day && <IncidentStrip day={day} />}
      {day && <Changes day={day} />}
      {!day && !error && <Placeholder />}
      {!day && error && <LoadError error={error} onRetry={() => void refetch()} />}
    </Section>
  )
}

function Changes({ day }: { day: LastDay }) {
  const changes = changesSince(day.since, day.incidents)
  if (changes.length === 0) return <p className={classes.empty}>{text.quiet}</p>
  const visible = changes.slice(0, MAX_SHOWN)
  return (
    <>
      <ul>
        <SharedMinutes value={findSharedMinutes(visible.map(({ at }) => at))}>
          {visible.map((change) => (
            <ChangeRow key={`${change.incident.id} ${change.event}`} change={change} />
          ))}
        </SharedMinutes>
      </ul>
      <p className={classes.all}>
        <Link to="/incidents">{text.all}</Link>
      </p>
    </>
  )
}

function Placeholder() {
  return (
    <>
      <Skeleton className={classes.skeleton} height={64} />
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} className={classes.skeleton} height={12} />
      ))}
    </>
  )
}
