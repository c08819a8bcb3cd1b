import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type LastDay as Day, useLastDay } from '../../api/overview.ts'
import { plural, words } from '../../language.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Section } from '../../ui/Section.tsx'
import { ChangeRow } from './ChangeRow.tsx'
import { changesSince } from './changes.ts'
import { DayStrip } from './DayStrip.tsx'
import classes from './LastDay.module.css'

const MOST = 7

const text = words(
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
    quiet: 'In the last 24 hours no incident was opened or resolved.',
    all: 'All incidents',
  },
)

/** The incidents that opened or were resolved in the last 24 hours. */
export function LastDay() {
  const { data: day, error, refetch } = useLastDay()
  const aside = day && `${text.opened(day.openedCount)} · ${text.resolved(day.resolvedCount)}`
  return (
    <Section title={text.title} aside={aside} busy={!day}>
      {day && <DayStrip day={day} />}
      {day && <Changes day={day} />}
      {!day && !error && <Placeholder />}
      {!day && error && <Failure error={error} onRetry={() => void refetch()} />}
    </Section>
  )
}

function Changes({ day }: { day: Day }) {
  const changes = changesSince(day.since, day.incidents)
  if (changes.length === 0) return <p className={classes.quiet}>{text.quiet}</p>
  return (
    <>
      <ul>
        {changes.slice(0, MOST).map((change) => (
          <ChangeRow key={`${change.incident.id} ${change.what}`} change={change} />
        ))}
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
      <Skeleton className={classes.place} height={64} />
      {Array.from({ length: 4 }, (_, place) => (
        <Skeleton key={place} className={classes.place} height={12} />
      ))}
    </>
  )
}
