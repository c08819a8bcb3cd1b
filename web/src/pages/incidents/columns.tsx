import { type IncidentRow } from '../../api/incidents.ts'
import { words } from '../../language.ts'
import { Breakable } from '../../ui/Breakable.tsx'
import { reasonOf } from '../../ui/reasons.ts'
import { type Column } from '../../ui/table/columns.ts'
import { RowLink } from '../../ui/table/RowLink.tsx'
import { When } from '../../ui/When.tsx'
import { kindOfOne, UNKNOWN } from '../../ui/words.ts'
import classes from './columns.module.css'
import { Lasting } from './Lasting.tsx'
import { SeverityMark } from './SeverityMark.tsx'
import { resolutionLabels, statusLabels } from './words.ts'

const text = words(
  {
    severity: 'Gravedad',
    subject: 'Qué',
    kind: 'Tipo',
    opened: 'Desde',
    lasted: 'Duración',
    situation: 'Situación',
    by: 'Lo atiende',
  },
  {
    severity: 'Severity',
    subject: 'What',
    kind: 'Kind',
    opened: 'Since',
    lasted: 'Lasted',
    situation: 'Situation',
    by: 'Attended by',
  },
)

/** Columns of the list of incidents. */
export const columns: readonly Column<IncidentRow>[] = [
  { id: 'severity', title: text.severity, width: 132, cell: (incident) => <SeverityMark {...incident} /> },
  { id: 'subject', title: text.subject, wide: true, cell: (incident) => <Subject incident={incident} /> },
  { id: 'kind', title: text.kind, width: 110, cell: ({ kind }) => kindOfOne[kind] },
  { id: 'opened', title: text.opened, width: 138, cell: ({ openedAt }) => <When at={openedAt} /> },
  {
    id: 'lasted',
    title: text.lasted,
    width: 116,
    align: 'end',
    cell: ({ openedAt, resolvedAt }) => <Lasting from={openedAt} to={resolvedAt} />,
  },
  {
    id: 'situation',
    title: text.situation,
    width: 164,
    cell: ({ resolution, status }) => (resolution ? resolutionLabels[resolution] : statusLabels[status]),
  },
  { id: 'by', title: text.by, width: 150, cell: ({ acknowledgedBy }) => acknowledgedBy ?? UNKNOWN },
]

function Subject({ incident }: { incident: IncidentRow }) {
  const { id, subject, resolvedAt } = incident
  return (
    <>
      <RowLink to="/incidents/$id" params={{ id }}>
        <Breakable text={subject.name} />
      </RowLink>
      {!resolvedAt && <span className={classes.more}>{reasonOf(incident)}</span>}
    </>
  )
}
