import { type IncidentRow } from '../../../api/incidents/incidents.ts'
import { localize } from '../../../i18n.ts'
import { BreakablePath } from '../../../ui/display/BreakablePath.tsx'
import { type Column } from '../../../ui/table/columns.ts'
import { RowLink } from '../../../ui/table/RowLink.tsx'
import { Timestamp } from '../../../ui/display/Timestamp.tsx'
import { NO_VALUE } from '../../../format/noValue.ts'
import classes from './columns.module.css'
import { Duration } from '../Duration.tsx'
import { SeverityBadge } from '../SeverityBadge.tsx'
import { situationLabel } from '../labels.ts'
import { kindNames } from '../../../subjects/kinds.ts'

const text = localize(
  {
    severity: 'Gravedad',
    subject: 'Qué',
    kind: 'Tipo',
    opened: 'Desde',
    lasted: 'Duración',
    situation: 'Situación',
    by: 'Lo atiende',
    number: (number: number) => `nº ${String(number)}`,
  },
  {
    severity: 'Severity',
    subject: 'What',
    kind: 'Kind',
    opened: 'Since',
    lasted: 'Duration',
    situation: 'Status',
    by: 'Assigned to',
    number: (number) => `no. ${String(number)}`,
  },
)

/** Columns of the list of incidents. */
export const incidentColumns: readonly Column<IncidentRow>[] = [
  {
    id: 'severity',
    isClear: true,
    title: text.severity,
    width: 132,
    cell: (incident) => <SeverityBadge {...incident} />,
  },
  { id: 'subject', title: text.subject, wide: true, cell: (incident) => <Subject incident={incident} /> },
  { id: 'kind', isClear: true, title: text.kind, width: 110, cell: ({ kind }) => kindNames[kind].one },
  {
    id: 'opened',
    title: text.opened,
    width: 138,
    cell: ({ openedAt }) => <Timestamp at={openedAt} />,
    timeOf: ({ openedAt }) => openedAt,
  },
  {
    id: 'lasted',
    title: text.lasted,
    width: 116,
    align: 'end',
    cell: ({ openedAt, resolvedAt }) => <Duration from={openedAt} to={resolvedAt} />,
  },
  {
    id: 'situation',
    isClear: true,
    title: text.situation,
    width: 164,
    cell: situationLabel,
  },
  { id: 'by', title: text.by, width: 150, cell: ({ acknowledgedBy }) => acknowledgedBy ?? NO_VALUE },
]

function Subject({ incident }: { incident: IncidentRow }) {
  const { id, number, subject, resolvedAt } = incident
  return (
    <>
      <RowLink to="/incidents/$id" params={{ id }}>
        <BreakablePath text={subject.name} />
      </RowLink>
      <span className={classes.more}>
        {text.number(number)}
        {!resolvedAt && ` · ${incident.reason}`}
      </span>
    </>
  )
}
