import { getRouteApi } from '@tanstack/react-router'
import { useLibraries } from '../../api/trade/libraries.ts'
import { plural, localize } from '../../i18n.ts'
import { pageTitles } from '../../pageTitles.ts'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { ChoiceFilter } from '../../ui/list/ChoiceFilter.tsx'
import { TextFilter } from '../../ui/list/TextFilter.tsx'
import { FilterBar } from '../../ui/list/FilterBar.tsx'
import { LoadMore } from '../../ui/list/LoadMore.tsx'
import { filterField } from '../../ui/list/filterField.ts'
import { omitUndefined } from '../../ui/list/searchParams.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { formatInteger } from '../../format/formatNumber.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { commonLabels } from '../../ui/labels.ts'
import { stateLabels, states } from '../../health/labels.ts'
import { countsField } from '../../health/states/counts.ts'
import { libraryColumns } from './columns.tsx'
import { type LibraryFilters } from './filters.ts'

const route = getRouteApi('/app/libraries')

const text = localize(
  {
    shown: (count: number) => plural(count, '1 librería', `${formatInteger(count)} librerías`),
    searched: 'Nombre, código, SINLI, población…',
    none: 'Todavía no hay librerías',
    noneHint: 'Aparecen en cuanto la plataforma las envía.',
  },
  {
    shown: (count) => plural(count, '1 bookshop', `${formatInteger(count)} bookshops`),
    searched: 'Name, code, SINLI, town…',
    none: 'No bookshops yet',
    noneHint: 'They appear once the platform sends them.',
  },
)
const stateChoices = states.map((state) => ({ value: state, label: stateLabels[state] }))

/** The libraries of the platform with their health, by code. */
export function LibrariesPage() {
  const filters = route.useSearch()
  const isFiltered = Object.keys(filters).length > 0
  const list = useLibraries(
    omitUndefined({
      search: filters.q,
      state: filters.state,
      suppressed: filters.counts && filters.counts === 'no',
    }),
  )
  if (list.loadError) return <LoadError error={list.loadError} onRetry={list.retry} />
  return (
    <>
      <PageHeader title={pageTitles.libraries} />
      <Filters filters={filters} totalCount={list.totalCount} />
      <DataTable
        label={pageTitles.libraries}
        columns={libraryColumns}
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

type FilterProps = { filters: LibraryFilters; totalCount: number | undefined }

function Filters({ filters, totalCount }: FilterProps) {
  const navigate = route.useNavigate()
  const change = (search: LibraryFilters) => void navigate({ search, replace: true })
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
      <ChoiceFilter {...field('state')} label={commonLabels.state} choices={stateChoices} />
      <ChoiceFilter {...field('counts')} {...countsField} />
    </FilterBar>
  )
}
