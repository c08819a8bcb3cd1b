import { usePaginatedRows } from '../../api/client/pagination.ts'
import { type PendingEndpoint, pendingRetirementsQuery } from '../../api/inventory/pendingRetirements.ts'
import { formatInteger } from '../../format/formatNumber.ts'
import { localize, plural } from '../../i18n.ts'
import { BreakablePath } from '../../ui/display/BreakablePath.tsx'
import { Timestamp } from '../../ui/display/Timestamp.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { TableSection } from '../../ui/layout/TableSection.tsx'
import { LoadMore } from '../../ui/list/LoadMore.tsx'
import { type Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { RetirePending } from './RetirePending.tsx'

const text = localize(
  {
    title: 'Retiradas por confirmar',
    purpose:
      'Faltan en la última importación de su servicio, que parecía incompleta. Siguen en uso hasta que se confirme o hasta que el servicio los vuelva a declarar.',
    service: 'Servicio',
    endpoints: 'Endpoints',
    more: (n: number) => plural(n, 'y 1 más', `y ${formatInteger(n)} más`),
    since: 'Desde',
    action: 'Acción',
  },
  {
    title: 'Retirements to confirm',
    purpose:
      'They are missing from the last import of their service, which seemed incomplete. They stay in use until it is confirmed, or until the service declares them again.',
    service: 'Service',
    endpoints: 'Endpoints',
    more: (n) => plural(n, 'and 1 more', `and ${formatInteger(n)} more`),
    since: 'Since',
    action: 'Action',
  },
)

const MAX_NAMED = 3

type Row = { service: string; endpoints: readonly PendingEndpoint[] }

const columns: readonly Column<Row>[] = [
  { id: 'service', title: text.service, width: 200, cell: ({ service }) => service },
  { id: 'endpoints', title: text.endpoints, wide: true, cell: ({ endpoints }) => <Names endpoints={endpoints} /> },
  { id: 'since', title: text.since, width: 150, cell: ({ endpoints }) => <Timestamp at={firstOf(endpoints)} ago /> },
  { id: 'action', title: text.action, width: 130, cell: (row) => <RetirePending {...row} /> },
]

/** The endpoints that services left out of an import that seemed incomplete; empty if there are none. */
export function PendingRetirements() {
  const { rows, totalCount, loadError, retry, ...pagination } = usePaginatedRows(pendingRetirementsQuery)
  if (loadError) return <LoadError error={loadError} onRetry={retry} />
  if (!rows || rows.length === 0) return null
  return (
    <TableSection title={text.title} purpose={text.purpose}>
      <DataTable
        label={text.title}
        columns={columns}
        rows={byService(rows)}
        getRowId={({ service }) => service}
        empty={null}
      />
      <LoadMore {...pagination} loaded={rows.length} total={totalCount ?? rows.length} />
    </TableSection>
  )
}

function Names({ endpoints }: Pick<Row, 'endpoints'>) {
  const named = endpoints.slice(0, MAX_NAMED)
  const others = endpoints.length - named.length
  return (
    <>
      {named.map(({ id, name }) => (
        <div key={id}>
          <BreakablePath text={name} />
        </div>
      ))}
      {others > 0 && text.more(others)}
    </>
  )
}

const firstOf = (endpoints: readonly PendingEndpoint[]): string =>
  endpoints.flatMap(({ pendingRetirementSince }) => pendingRetirementSince ?? []).sort()[0] ?? ''

function byService(endpoints: readonly PendingEndpoint[]): Row[] {
  const names = [...new Set(endpoints.map(({ service }) => service ?? ''))]
  return names.map((service) => ({
    service,
    endpoints: endpoints.filter((endpoint) => endpoint.service === service),
  }))
}
