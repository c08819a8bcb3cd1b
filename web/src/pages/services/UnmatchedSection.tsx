import { usePaginatedRows } from '../../api/client/pagination.ts'
import { type UnmatchedKey, unmatchedKeysQuery } from '../../api/health/sources.ts'
import { localize } from '../../i18n.ts'
import { formatInteger } from '../../format/formatNumber.ts'
import { BreakablePath } from '../../ui/display/BreakablePath.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { LoadMore } from '../../ui/list/LoadMore.tsx'
import { TableSection } from '../../ui/layout/TableSection.tsx'
import { Timestamp } from '../../ui/display/Timestamp.tsx'
import { type Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { kindNames } from '../../subjects/kinds.ts'

const text = localize(
  {
    title: 'Identificadores sin reconocer',
    purpose: 'Los servicios los nombran en sus observaciones, pero Vigía no los conoce: no cuentan para ningún estado.',
    key: 'Identificador',
    kind: 'Tipo',
    service: 'Servicio',
    count: 'Observaciones',
    last: 'Última',
  },
  {
    title: 'Unknown keys',
    purpose: 'Services name them in their observations, but Vigía does not know them: they count for no state.',
    key: 'Key',
    kind: 'Kind',
    service: 'Service',
    count: 'Observations',
    last: 'Last',
  },
)

const columns: readonly Column<UnmatchedKey>[] = [
  { id: 'key', title: text.key, wide: true, cell: ({ key }) => <BreakablePath text={key} /> },
  { id: 'kind', title: text.kind, width: 130, cell: ({ kind }) => kindNames[kind].one },
  { id: 'service', title: text.service, width: 200, cell: ({ service }) => service },
  { id: 'count', title: text.count, width: 130, align: 'end', cell: ({ count }) => formatInteger(count) },
  { id: 'last', title: text.last, width: 150, cell: ({ lastAt }) => <Timestamp at={lastAt} ago /> },
]

/** The unregistered keys that services named; empty if there are none. */
export function UnmatchedSection() {
  const { rows, totalCount, loadError, retry, ...pagination } = usePaginatedRows(unmatchedKeysQuery)
  if (loadError) return <LoadError error={loadError} onRetry={retry} />
  if (!rows || rows.length === 0) return null
  return (
    <TableSection title={text.title} purpose={text.purpose}>
      <DataTable label={text.title} columns={columns} rows={rows} getRowId={({ id }) => id} empty={null} />
      <LoadMore {...pagination} loaded={rows.length} total={totalCount ?? rows.length} />
    </TableSection>
  )
}
