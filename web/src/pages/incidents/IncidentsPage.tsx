import { getRouteApi } from '@tanstack/react-router'
import { incidentsQuery } from '../../api/incidents.ts'
import { usePages } from '../../api/pages.ts'
import { words } from '../../language.ts'
import { titles } from '../../titles.ts'
import { Failure } from '../../ui/Failure.tsx'
import { ListEnd } from '../../ui/list/ListEnd.tsx'
import { Nothing } from '../../ui/Nothing.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RecordTable } from '../../ui/table/RecordTable.tsx'
import { columns } from './columns.tsx'
import { asFilter } from './filters.ts'
import { IncidentFilters } from './IncidentFilters.tsx'

const route = getRouteApi('/app/incidents')

const text = words(
  {
    summary: 'Los más recientes primero',
    none: 'Ningún incidente todavía',
    calm: 'Cuando algo se degrade o falle, quedará aquí, también después de resolverse.',
  },
  {
    summary: 'The newest first',
    none: 'No incident yet',
    calm: 'Whatever degrades or fails will be kept here, also after it was resolved.',
  },
)

/** All incidents, including resolved ones. */
export function IncidentsPage() {
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const { rows, totalCount, failed, retry, ...reading } = usePages(incidentsQuery(asFilter(filters)))
  const isFiltered = Object.keys(filters).length > 0
  return (
    <>
      <PageHeader title={titles.incidents} summary={text.summary} />
      <IncidentFilters
        filters={filters}
        totalCount={totalCount}
        onChange={(search) => void navigate({ search, replace: true })}
      />
      {failed ? (
        <Failure error={failed} onRetry={retry} />
      ) : (
        <>
          <RecordTable
            label={titles.incidents}
            columns={columns}
            rows={rows}
            idOf={({ id }) => id}
            empty={isFiltered ? <Nothing /> : <Nothing title={text.none} hint={text.calm} />}
          />
          {rows && rows.length > 0 && <ListEnd shown={rows.length} total={totalCount ?? rows.length} {...reading} />}
        </>
      )}
    </>
  )
}
