import { type RefObject, useMemo, useRef } from 'react'
import { getRouteApi } from '@tanstack/react-router'
import { type Inventory, useInventory } from '../../api/inventory.ts'
import { useAllEndpoints } from '../../api/remainder.ts'
import { words } from '../../language.ts'
import { Failure } from '../../ui/Failure.tsx'
import { present } from '../../ui/list/search.ts'
import { Nothing } from '../../ui/Nothing.tsx'
import { showWhole } from '../../ui/numbers.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { type Sort } from '../../ui/table/columns.ts'
import { RecordTable } from '../../ui/table/RecordTable.tsx'
import { AreaHealth } from './AreaHealth.tsx'
import { columns } from './columns.tsx'
import { CriticalList } from './CriticalList.tsx'
import { EndpointFilters } from './EndpointFilters.tsx'
import classes from './EndpointsPage.module.css'
import { type Filters, matching, NO_AREA } from './filters.ts'
import { ReadingProgress } from './ReadingProgress.tsx'

const route = getRouteApi('/app/endpoints')

const text = words(
  { summary: 'Resumen', endpoints: 'endpoints', critical: 'críticos', inventory: 'Inventario' },
  { summary: 'Summary', endpoints: 'endpoints', critical: 'critical', inventory: 'Inventory' },
)

/** The inventory of the back office's endpoints with their health. */
export function EndpointsPage() {
  const { data: inventory, error, refetch } = useInventory()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const table = useRef<HTMLElement>(null)
  const choose = (area: string | undefined) => {
    void navigate({ search: present({ ...search, area }), replace: true, resetScroll: false })
    reveal(table.current)
  }
  if (!inventory && error) return <Failure error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader
        title="Endpoints"
        summary={
          <p role="group" aria-label={text.summary}>
            <strong>{showWhole(inventory?.summary.total)}</strong> {text.endpoints}
            <span aria-hidden="true"> · </span>
            <strong>{showWhole(inventory?.summary.critical)}</strong> {text.critical}
          </p>
        }
      />
      <div className={classes.overview}>
        <CriticalList endpoints={inventory?.criticalEndpoints} />
        <AreaHealth areas={inventory?.areas} chosen={search.area} onChoose={choose} />
      </div>
      <Table inventory={inventory} section={table} />
    </>
  )
}

type TableProps = { inventory: Inventory | undefined; section: RefObject<HTMLElement | null> }

function Table({ inventory, section }: TableProps) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { sort, ...filters } = search
  const { rows, reading } = useAllEndpoints(inventory, filters.area === NO_AREA)
  const shown = useMemo(() => rows && matching(rows, search), [rows, search])
  const change = (next: Filters & { sort?: Sort | undefined }) => void navigate({ search: next, replace: true })
  return (
    <section aria-labelledby="table-title" ref={section} className={classes.table}>
      <h2 id="table-title" className={classes.subtitle}>
        {text.inventory}
      </h2>
      <EndpointFilters
        areas={inventory?.areas ?? []}
        filters={filters}
        shown={shown?.length}
        onChange={(next) => {
          change({ ...next, sort })
        }}
      />
      {reading && <ReadingProgress reading={reading} />}
      <RecordTable
        label={text.inventory}
        columns={columns}
        rows={shown}
        idOf={idOf}
        empty={<Nothing />}
        places={7}
        sort={sort}
        onSort={(next) => {
          change({ ...filters, sort: next })
        }}
      />
    </section>
  )
}

const idOf = ({ id }: { id: string }) => id

/** Scrolls to the table if choosing an area would change it out of sight. */
function reveal(section: HTMLElement | null) {
  if (section && section.getBoundingClientRect().top > window.innerHeight * 0.6) section.scrollIntoView()
}
