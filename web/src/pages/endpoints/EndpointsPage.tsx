import { getRouteApi } from '@tanstack/react-router'
import { type Inventory, useInventory } from '../../api/inventory.ts'
import { Failure } from '../../ui/Failure.tsx'
import { showWhole } from '../../ui/numbers.ts'
import { AreaHealth } from './AreaHealth.tsx'
import { CriticalList } from './CriticalList.tsx'
import { EndpointFilters } from './EndpointFilters.tsx'
import { EndpointTable } from './EndpointTable.tsx'
import classes from './EndpointsPage.module.css'
import { type Filters, matching } from './filters.ts'
import { type Sort } from './sorting.ts'

const route = getRouteApi('/app/endpoints')

/** The inventory of the back office's endpoints with their health. */
export function EndpointsPage() {
  const { data: inventory, error, refetch } = useInventory()
  if (!inventory && error) return <Failure error={error} onRetry={() => void refetch()} />
  return (
    <>
      <header className={classes.header}>
        <h1 className={classes.title}>Endpoints</h1>
        <p className={classes.summary} role="group" aria-label="Resumen">
          <strong>{showWhole(inventory?.summary.total)}</strong> endpoints
          <span aria-hidden="true"> · </span>
          <strong>{showWhole(inventory?.summary.critical)}</strong> críticos
        </p>
      </header>
      <div className={classes.overview}>
        <CriticalList endpoints={inventory?.criticalEndpoints} />
        <AreaHealth areas={inventory?.areas} />
      </div>
      <Table inventory={inventory} />
    </>
  )
}

function Table({ inventory }: { inventory: Inventory | undefined }) {
  const { sort, ...filters } = route.useSearch()
  const navigate = route.useNavigate()
  const change = (next: Filters & { sort?: Sort | undefined }) => void navigate({ search: next, replace: true })
  const rows = inventory && matching(inventory, filters)
  return (
    <section aria-labelledby="table-title">
      <h2 id="table-title" className={classes.subtitle}>
        Inventario
      </h2>
      <EndpointFilters
        areas={inventory?.areas ?? []}
        filters={filters}
        shown={rows?.length}
        onChange={(next) => {
          change({ ...next, sort })
        }}
      />
      <EndpointTable
        rows={rows}
        sort={sort}
        onSort={(next) => {
          change({ ...filters, sort: next })
        }}
      />
    </section>
  )
}
