import { Button, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type IncidentRow, incidentsQuery } from '../../api/incidents.ts'
import { usePages } from '../../api/pages.ts'
import { type Kind } from '../../generated/graphql.ts'
import { words } from '../../language.ts'
import { Failure } from '../../ui/Failure.tsx'
import { showWhole } from '../../ui/numbers.ts'
import { Section } from '../../ui/Section.tsx'
import { showLasting, showTime } from '../../ui/times.ts'
import { useNow } from '../../ui/useNow.ts'
import { common } from '../../ui/words.ts'
import { SeverityMark } from '../incidents/SeverityMark.tsx'
import { resolutionLabels, statusLabels } from '../incidents/words.ts'
import classes from './SubjectIncidents.module.css'

const text = words(
  {
    title: 'Incidentes',
    none: 'No ha tenido ninguno.',
    lasted: (time: string) => `duró ${time}`,
    lasts: (time: string) => `desde hace ${time}`,
  },
  {
    title: 'Incidents',
    none: 'It never had one.',
    lasted: (time) => `lasted ${time}`,
    lasts: (time) => `for ${time}`,
  },
)

const AT_ONCE = 8

/** The incidents of a subject, newest first. */
export function SubjectIncidents({ kind, id }: { kind: Kind; id: string }) {
  const list = usePages(incidentsQuery({ kind, subjectId: id }, AT_ONCE))
  const { rows, totalCount, failed, retry, hasMore, isReadingMore, readMore } = list
  return (
    <Section title={text.title} aside={showWhole(totalCount)} busy={!rows && !failed}>
      {failed && <Failure error={failed} onRetry={retry} />}
      <ul className={classes.incidents}>
        {rows?.map((incident) => (
          <Entry key={incident.id} incident={incident} />
        ))}
        {rows?.length === 0 && <li className={classes.none}>{text.none}</li>}
        {!rows && !failed && (
          <li className={classes.none}>
            <Skeleton component="span" display="block" height={12} width="60%" my={4} />
          </li>
        )}
      </ul>
      {hasMore && (
        <Button variant="subtle" size="compact-sm" m={8} loading={isReadingMore} onClick={readMore}>
          {common.more}
        </Button>
      )}
    </Section>
  )
}

function Entry({ incident }: { incident: IncidentRow }) {
  const now = useNow()
  const { id, status, openedAt, resolvedAt, resolution, acknowledgedBy } = incident
  return (
    <li className={classes.incident}>
      <span>
        <SeverityMark {...incident} />
      </span>
      <span>
        <Link to="/incidents/$id" params={{ id }} className={classes.link} preload="intent">
          <time dateTime={openedAt}>{showTime(openedAt, now)}</time>
        </Link>{' '}
        <span className={classes.lasted}>
          {resolvedAt ? text.lasted(showLasting(openedAt, resolvedAt)) : text.lasts(showLasting(openedAt, now))}
        </span>
      </span>
      <span className={classes.end}>
        {resolution ? resolutionLabels[resolution] : statusLabels[status]}
        {!resolution && acknowledgedBy && ` (${acknowledgedBy})`}
      </span>
    </li>
  )
}
