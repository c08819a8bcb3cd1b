import { getRouteApi } from '@tanstack/react-router'
import { usePaginatedRows } from '../../api/client/pagination.ts'
import { suppliersQuery } from '../../api/trade/suppliers.ts'
import { plural, localize } from '../../i18n.ts'
import { pageTitles } from '../../pageTitles.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { FilterBar } from '../../ui/list/FilterBar.tsx'
import { LoadMore } from '../../ui/list/LoadMore.tsx'
import { TextFilter } from '../../ui/list/TextFilter.tsx'
import { filterField } from '../../ui/list/filterField.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { formatInteger } from '../../format/formatNumber.ts'
import { supplierColumns } from './columns.tsx'
import { type SupplierFilters } from './filters.ts'

const route = getRouteApi('/app/suppliers')

const text = localize(
  {
    shown: (count: number) => plural(count, '1 proveedor', `${formatInteger(count)} proveedores`),
    searched: 'Nombre o identificador SINLI',
    none: 'Todavía no hay proveedores',
    noneHint: 'Aparecen en cuanto la plataforma los envía.',
  },
  {
    shown: (count) => plural(count, '1 supplier', `${formatInteger(count)} suppliers`),
    searched: 'Name or SINLI id',
    none: 'No suppliers yet',
    noneHint: 'They appear once the platform sends them.',
  },
)

/** The suppliers of the platform: publishers and distributors that send SINLI messages. */
export function SuppliersPage() {
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const { rows, totalCount, loadError, retry, ...pagination } = usePaginatedRows(suppliersQuery(filters.q))
  const isFiltered = filters.q !== undefined
  const change = (search: SupplierFilters) => void navigate({ search, replace: true })
  if (loadError) return <LoadError error={loadError} onRetry={retry} />
  return (
    <>
      <PageHeader title={pageTitles.suppliers} />
      <FilterBar
        filterCount={Number(isFiltered)}
        onClear={() => {
          change({})
        }}
        resultCount={totalCount === undefined ? undefined : text.shown(totalCount)}
      >
        <TextFilter {...filterField(filters, change)('q')} placeholder={text.searched} />
      </FilterBar>
      <DataTable
        label={pageTitles.suppliers}
        columns={supplierColumns}
        rows={rows}
        getRowId={({ id }) => id}
        empty={isFiltered ? <EmptyState /> : <EmptyState title={text.none} hint={text.noneHint} />}
      />
      {rows && rows.length > 0 && <LoadMore {...pagination} loaded={rows.length} total={totalCount ?? rows.length} />}
    </>
  )
}
