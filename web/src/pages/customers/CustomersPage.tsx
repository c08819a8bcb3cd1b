import { getRouteApi } from '@tanstack/react-router'
import { useCustomers } from '../../api/customers.ts'
import { plural, words } from '../../language.ts'
import { titles } from '../../titles.ts'
import { Failure } from '../../ui/Failure.tsx'
import { ChoiceFilter, TextFilter } from '../../ui/list/fields.tsx'
import { FilterBar } from '../../ui/list/FilterBar.tsx'
import { ListEnd } from '../../ui/list/ListEnd.tsx'
import { PinnedFilter } from '../../ui/list/PinnedFilter.tsx'
import { filterField } from '../../ui/list/filterField.ts'
import { present } from '../../ui/list/search.ts'
import { Nothing } from '../../ui/Nothing.tsx'
import { showWhole } from '../../ui/numbers.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RecordTable } from '../../ui/table/RecordTable.tsx'
import { columns } from './columns.tsx'
import { type CustomerFilters } from './filters.ts'

const route = getRouteApi('/app/customers')

const text = words(
  {
    shown: (count: number) => plural(count, '1 cliente', `${showWhole(count)} clientes`),
    searched: 'Nombre, id, correo, librería…',
    login: 'Acceso',
    locked: 'Bloqueado',
    open: 'Sin bloqueo',
    none: 'Todavía no hay clientes',
    noneHint: 'Aparecen en cuanto los servicios de la plataforma informan de ellos.',
  },
  {
    shown: (count) => plural(count, '1 customer', `${showWhole(count)} customers`),
    searched: 'Name, id, e-mail, bookshop…',
    login: 'Login',
    locked: 'Locked',
    open: 'Not locked',
    none: 'No customers yet',
    noneHint: 'They appear as soon as the services of the platform tell about them.',
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
  const list = useCustomers(conditionsOf(filters))
  if (list.failed) return <Failure error={list.failed} onRetry={list.retry} />
  return (
    <>
      <PageHeader title={titles.customers} />
      <Filters filters={filters} isFiltered={isFiltered} totalCount={list.totalCount} />
      <RecordTable
        label={titles.customers}
        columns={columns}
        rows={list.rows}
        idOf={({ id }) => id}
        empty={isFiltered ? <Nothing /> : <Nothing title={text.none} hint={text.noneHint} />}
      />
      {list.rows && list.rows.length > 0 && (
        <ListEnd {...list} shown={list.rows.length} total={list.totalCount ?? list.rows.length} />
      )}
    </>
  )
}

const conditionsOf = ({ q, locked, library }: CustomerFilters) =>
  present({ search: q, locked: locked && locked === 'yes', libraryCode: library })

type FilterProps = { filters: CustomerFilters; isFiltered: boolean; totalCount: number | undefined }

function Filters({ filters, isFiltered, totalCount }: FilterProps) {
  const navigate = route.useNavigate()
  const change = (search: CustomerFilters) => void navigate({ search, replace: true })
  const field = filterField(filters, change)
  return (
    <FilterBar
      isFiltered={isFiltered}
      onClear={() => {
        change({})
      }}
      shown={totalCount === undefined ? undefined : text.shown(totalCount)}
    >
      <TextFilter {...field('q')} placeholder={text.searched} />
      <ChoiceFilter {...field('locked')} label={text.login} choices={lockChoices} />
      <PinnedFilter
        label={titles.library}
        value={filters.library}
        onRemove={() => {
          change(present({ ...filters, library: undefined }))
        }}
      />
    </FilterBar>
  )
}
