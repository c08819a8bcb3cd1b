import { type ServiceDetails } from '../../api/health/services.ts'
import { StateBadge } from '../../health/states/StateBadge.tsx'
import { SubjectLink } from '../../health/SubjectLink.tsx'
import { localize } from '../../i18n.ts'
import { BreakablePath } from '../../ui/display/BreakablePath.tsx'
import { TableSection } from '../../ui/layout/TableSection.tsx'
import { commonLabels } from '../../ui/labels.ts'
import { type Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { kindNames } from '../../subjects/kinds.ts'

type Row = ServiceDetails['subjects'][number]

const text = localize(
  {
    title: 'Lo que observa',
    purpose: 'En las últimas 24 horas, lo más reciente primero.',
    name: 'Nombre',
    kind: 'Tipo',
  },
  { title: 'Observed subjects', purpose: 'In the last 24 hours, the most recent first.', name: 'Name', kind: 'Kind' },
)

const columns: readonly Column<Row>[] = [
  {
    id: 'name',
    title: text.name,
    wide: true,
    cell: ({ kind, id, name }) => (
      <SubjectLink kind={kind} id={id}>
        <BreakablePath text={name} />
      </SubjectLink>
    ),
  },
  { id: 'kind', title: text.kind, width: 130, cell: ({ kind }) => kindNames[kind].one },
  {
    id: 'state',
    isClear: true,
    title: commonLabels.state,
    width: 138,
    cell: ({ state }) => <StateBadge state={state} />,
  },
]

/** The subjects that a service observes, with their states. */
export function ServiceSubjects({ subjects }: { subjects: readonly Row[] }) {
  return (
    <TableSection title={text.title} purpose={text.purpose}>
      <DataTable
        label={text.title}
        columns={columns}
        rows={subjects}
        getRowId={({ kind, id }) => `${kind} ${id}`}
        empty={null}
      />
    </TableSection>
  )
}
