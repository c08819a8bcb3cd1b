import { getRouteApi } from '@tanstack/react-router'
import { incidentsQuery } from '../../../api/incidents/incidents.ts'
import { usePaginatedRows } from '../../../api/client/pagination.ts'
import { localize } from '../../../i18n.ts'
import { pageTitles } from '../../../pageTitles.ts'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { LoadMore } from '../../../ui/list/LoadMore.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { incidentColumns } from './columns.tsx'
import { toIncidentFilter } from './filters.ts'
import { IncidentFilterBar } from './IncidentFilterBar.tsx'

const route = getRouteApi('/app/incidents')

const text = localize(
  {
    summary: 'Los más recientes primero',
    none: 'Todavía no hay incidentes',
    hint: 'Aquí se conservan todos los incidentes, también los resueltos.',
  },
  {
    summary: 'The newest first',
    none: 'No incidents yet',
    hint: 'All incidents are kept here, resolved ones too.',
  },
)

/** All incidents, including resolved ones. */
export function IncidentsPage() {
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const { rows, totalCount, loadError, retry, ...pagination } = usePaginatedRows(
    incidentsQuery(toIncidentFilter(filters)),
  )
  const isFiltered = Object.keys(filters).length > 0
  return (
    <>
      <PageHeader title={pageTitles.incidents} summary={text.summary} />
      <IncidentFilterBar
        filters={filters}
        totalCount={totalCount}
        onChange={(search) => void navigate({ search, replace: true })}
      />
      {loadError ? (
        <LoadError error={loadError} onRetry={retry} />
      ) : (
        <>
          <DataTable
            label={pageTitles.incidents}
            columns={incidentColumns}
            rows={rows}
            getRowId={({ id }) => id}
            empty={isFiltered ? <EmptyState /> : <EmptyState title={text.none} hint={text.hint} />}
          />
          {rows && rows.length > 0 && (
            <LoadMore loaded={rows.length} total={totalCount ?? rows.length} {...pagination} />
          )}
        </>
      )}
    </>
  )
}
