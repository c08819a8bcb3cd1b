import { getRouteApi } from '@tanstack/react-router'
import { useLibraries } from '../../api/libraries.ts'
import { plural, words } from '../../language.ts'
import { titles } from '../../titles.ts'
import { Failure } from '../../ui/Failure.tsx'
import { ChoiceFilter, TextFilter } from '../../ui/list/fields.tsx'
import { FilterBar } from '../../ui/list/FilterBar.tsx'
import { ListEnd } from '../../ui/list/ListEnd.tsx'
import { filterField } from '../../ui/list/filterField.ts'
import { present } from '../../ui/list/search.ts'
import { Nothing } from '../../ui/Nothing.tsx'
import { showWhole } from '../../ui/numbers.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RecordTable } from '../../ui/table/RecordTable.tsx'
import { common, stateLabels, states } from '../../ui/words.ts'
import { columns } from './columns.tsx'
import { type LibraryFilters } from './filters.ts'

const route = getRouteApi('/app/libraries')

const text = words(
  {
    shown: (count: number) => plural(count, '1 librería', `${showWhole(count)} librerías`),
    searched: 'Nombre, código, SINLI, población…',
    none: 'Todavía no hay librerías',
    noneHint: 'Aparecen en cuanto los servicios de la plataforma informan de ellas.',
  },
  {
    shown: (count) => plural(count, '1 bookshop', `${showWhole(count)} bookshops`),
    searched: 'Name, code, SINLI, town…',
    none: 'No bookshops yet',
    noneHint: 'They appear as soon as the services of the platform tell about them.',
  },
)
const stateChoices = states.map((state) => ({ value: state, label: stateLabels[state] }))

/** The libraries of the platform with their health, by code. */
export function LibrariesPage() {
  const filters = route.useSearch()
  const isFiltered = Object.keys(filters).length > 0
  const list = useLibraries(present({ search: filters.q, state: filters.state }))
  if (list.failed) return <Failure error={list.failed} onRetry={list.retry} />
  return (
    <>
      <PageHeader title={titles.libraries} />
      <Filters filters={filters} isFiltered={isFiltered} totalCount={list.totalCount} />
      <RecordTable
        label={titles.libraries}
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

type FilterProps = { filters: LibraryFilters; isFiltered: boolean; totalCount: number | undefined }

function Filters({ filters, isFiltered, totalCount }: FilterProps) {
  const navigate = route.useNavigate()
  const change = (search: LibraryFilters) => void navigate({ search, replace: true })
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
      <ChoiceFilter {...field('state')} label={common.state} choices={stateChoices} />
    </FilterBar>
  )
}
