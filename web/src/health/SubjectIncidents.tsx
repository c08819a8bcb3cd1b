import { Button, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type IncidentRow, incidentsQuery } from '../api/incidents/incidents.ts'
import { usePaginatedRows } from '../api/client/pagination.ts'
import { type Kind } from '../generated/graphql.ts'
import { localize } from '../i18n.ts'
import { LoadError } from '../ui/feedback/LoadError.tsx'
import { formatInteger } from '../format/formatNumber.ts'
import { Section } from '../ui/layout/Section.tsx'
import { formatDuration } from '../format/formatTime.ts'
import { findSharedMinutes, SharedMinutes } from '../ui/display/sharedMinutes.ts'
import { Timestamp } from '../ui/display/Timestamp.tsx'
import { useNow } from '../ui/useNow.ts'
import { commonLabels } from '../ui/labels.ts'
import { SeverityBadge } from '../pages/incidents/SeverityBadge.tsx'
import { situationLabel } from '../pages/incidents/labels.ts'
import classes from './SubjectIncidents.module.css'

const text = localize(
  {
    title: 'Incidentes',
    none: 'Sin incidentes.',
    lasted: (time: string) => `duró ${time}`,
    lasts: (time: string) => `abierto hace ${time}`,
  },
  {
    title: 'Incidents',
    none: 'No incidents.',
    lasted: (time) => `lasted ${time}`,
    lasts: (time) => `open for ${time}`,
  },
)

const PAGE_SIZE = 8

/** The incidents of a subject, newest first. */
export function SubjectIncidents({ kind, id }: { kind: Kind; id: string }) {
  const list = usePaginatedRows(incidentsQuery({ subject: { kind, id } }, PAGE_SIZE))
  const { rows, totalCount, loadError, retry, hasMore, isLoadingMore, loadMore } = list
  return (
    <Section title={text.title} aside={formatInteger(totalCount)} busy={!rows && !loadError}>
      {loadError && <LoadError error={loadError} onRetry={retry} />}
      <ul className={classes.incidents}>
        <SharedMinutes value={findSharedMinutes(rows?.map(({ openedAt }) => openedAt) ?? [])}>
          {rows?.map((incident) => (
            <Entry key={incident.id} incident={incident} />
          ))}
        </SharedMinutes>
        {rows?.length === 0 && <li className={classes.none}>{text.none}</li>}
        {!rows && !loadError && (
          <li className={classes.none}>
            <Skeleton component="span" display="block" height={12} width="60%" my={4} />
          </li>
        )}
      </ul>
      {hasMore && (
        <Button variant="subtle" size="compact-sm" m={8} loading={isLoadingMore} onClick={loadMore}>
          {commonLabels.more}
        </Button>
      )}
    </Section>
  )
}

function Entry({ incident }: { incident: IncidentRow }) {
  const now = useNow()
  const { id, openedAt, resolvedAt, acknowledgedBy } = incident
  return (
    <li className={classes.incident}>
      <span>
        <SeverityBadge {...incident} />
      </span>
      <span>
        <Link to="/incidents/$id" params={{ id }} className={classes.link} preload="intent">
          <Timestamp at={openedAt} />
        </Link>{' '}
        <span className={classes.duration}>
          {resolvedAt ? text.lasted(formatDuration(openedAt, resolvedAt)) : text.lasts(formatDuration(openedAt, now))}
        </span>
      </span>
      <span className={classes.status}>
        {situationLabel(incident)}
        {!resolvedAt && acknowledgedBy && ` (${acknowledgedBy})`}
      </span>
    </li>
  )
}
