import { getRouteApi } from '@tanstack/react-router'
import { useCustomers } from '../../api/trade/customers.ts'
import { plural, localize } from '../../i18n.ts'
import { pageTitles } from '../../pageTitles.ts'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { ChoiceFilter } from '../../ui/list/ChoiceFilter.tsx'
import { TextFilter } from '../../ui/list/TextFilter.tsx'
import { FilterBar } from '../../ui/list/FilterBar.tsx'
import { LoadMore } from '../../ui/list/LoadMore.tsx'
import { FilterChip } from '../../ui/list/FilterChip.tsx'
import { filterField } from '../../ui/list/filterField.ts'
import { omitUndefined } from '../../ui/list/searchParams.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { formatInteger } from '../../format/formatNumber.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { customerColumns } from './columns.tsx'
import { type CustomerFilters } from './filters.ts'

const route = getRouteApi('/app/customers')

const text = localize(
  {
    shown: (count: number) => plural(count, '1 cliente', `${formatInteger(count)} clientes`),
    searched: 'Nombre, id, correo, librería…',
    login: 'Acceso',
    locked: 'Bloqueado',
    open: 'Sin bloqueo',
    none: 'Todavía no hay clientes',
    noneHint: 'Aparecen en cuanto la plataforma los envía.',
  },
  {
    shown: (count) => plural(count, '1 customer', `${formatInteger(count)} customers`),
    searched: 'Name, id, e-mail, bookshop…',
    login: 'Login',
    locked: 'Locked',
    open: 'Not locked',
    none: 'No customers yet',
    noneHint: 'They appear once the platform sends them.',
  },
)
const lockChoices = [
  { value: 'yes', label: text.locked },
  { value: 'no', label: text.open },
] as const

/** The customers of the platform with the state of their logins, by id. */
export function CustomersPage() {
  const filters = route.useSearch()
  const isFiltered = Object.keys(filters).length > 0
  const list = useCustomers(toFilter(filters))
  if (list.loadError) return <LoadError error={list.loadError} onRetry={list.retry} />
  return (
    <>
      <PageHeader title={pageTitles.customers} />
      <Filters filters={filters} totalCount={list.totalCount} />
      <DataTable
        label={pageTitles.customers}
        columns={customerColumns}
        rows={list.rows}
        getRowId={({ id }) => id}
        empty={isFiltered ? <EmptyState /> : <EmptyState title={text.none} hint={text.noneHint} />}
      />
      {list.rows && list.rows.length > 0 && (
        <LoadMore {...list} loaded={list.rows.length} total={list.totalCount ?? list.rows.length} />
      )}
    </>
  )
}

const toFilter = ({ q, locked, library }: CustomerFilters) =>
  omitUndefined({ search: q, locked: locked && locked === 'yes', libraryCode: library })

type FilterProps = { filters: CustomerFilters; totalCount: number | undefined }

function Filters({ filters, totalCount }: FilterProps) {
  const navigate = route.useNavigate()
  const change = (search: CustomerFilters) => void navigate({ search, replace: true })
  const field = filterField(filters, change)
  return (
    <FilterBar
      filterCount={Object.keys(filters).length}
      onClear={() => {
        change({})
      }}
      resultCount={totalCount === undefined ? undefined : text.shown(totalCount)}
    >
      <TextFilter {...field('q')} placeholder={text.searched} />
      <ChoiceFilter {...field('locked')} label={text.login} choices={lockChoices} />
      <FilterChip
        label={pageTitles.library}
        value={filters.library}
        onRemove={() => {
          change(omitUndefined({ ...filters, library: undefined }))
        }}
      />
    </FilterBar>
  )
}
