import { type RefObject, useMemo, useRef } from 'react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type Inventory, useInventory } from '../../api/inventory/inventory.ts'
import { useAllEndpoints } from '../../api/inventory/allEndpoints.ts'
import { localize, plural } from '../../i18n.ts'
import { ImportEndpoints } from '../../imports/ImportEndpoints.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { omitUndefined } from '../../ui/list/searchParams.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { formatInteger } from '../../format/formatNumber.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { type Sort } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { useCounts } from '../../health/states/counts.ts'
import { AreaHealth } from './AreaHealth.tsx'
import { endpointColumns } from './columns.tsx'
import { CriticalList } from './CriticalList.tsx'
import { describeFilters, EndpointFilterBar } from './EndpointFilterBar.tsx'
import classes from './EndpointsPage.module.css'
import { type EndpointFilters, filterEndpoints, NO_AREA, OWN_SERVICE, scopeOf } from './filters.ts'
import { LoadProgress } from './LoadProgress.tsx'

const route = getRouteApi('/app/endpoints')

const text = localize(
  {
    summary: 'Resumen',
    endpoints: 'endpoints',
    critical: 'críticos',
    inventory: 'Inventario',
    count: (n: number) => plural(n, '1 endpoint', `${formatInteger(n)} endpoints`),
    part: (shown: string, total: string) => `${shown} de ${total};`,
    others: (n: string) => `${n} sin área:`,
    view: 'verlas',
  },
  {
    summary: 'Summary',
    endpoints: 'endpoints',
    critical: 'critical',
    inventory: 'Inventory',
    count: (n) => plural(n, '1 endpoint', `${formatInteger(n)} endpoints`),
    part: (shown, total) => `${shown} of ${total};`,
    others: (n) => `${n} without an area:`,
    view: 'view them',
  },
)

/** The inventory of the back office's endpoints with their health. */
export function EndpointsPage() {
  const { data: inventory, error, refetch } = useInventory()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const table = useRef<HTMLElement>(null)
  const choose = (area: string | undefined) => {
    void navigate({ search: omitUndefined({ ...search, area }), replace: true, resetScroll: false })
    scrollToTable(table.current)
  }
  if (!inventory && error) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader
        title="Endpoints"
        summary={
          <p role="group" aria-label={text.summary}>
            <strong>{formatInteger(inventory?.summary.total)}</strong> {text.endpoints}
            <span aria-hidden="true"> · </span>
            <strong>{formatInteger(inventory?.summary.critical)}</strong> {text.critical}
          </p>
        }
      >
        {search.service !== undefined && search.service !== OWN_SERVICE && (
          <ImportEndpoints key={search.service} service={search.service} />
        )}
      </PageHeader>
      <div className={classes.overview}>
        <CriticalList endpoints={inventory?.criticalEndpoints} />
        <AreaHealth areas={inventory?.areas} selected={search.area} onChoose={choose} />
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
  const { rows, progress } = useAllEndpoints(inventory, scopeOf(filters))
  const counts = useCounts('ENDPOINTS', search.counts)
  const filtered = useMemo(
    () => rows && counts && filterEndpoints(rows, search).filter(({ id }) => counts(id)),
    [rows, search, counts],
  )
  const change = (next: EndpointFilters & { sort?: Sort | undefined }) => void navigate({ search: next, replace: true })
  // The clicked element disappears, so the focus moves to the section.
  const takeFocus = () => section.current?.focus({ preventScroll: true })
  const clear = () => {
    change({ sort })
    takeFocus()
  }
  const hasServices = (inventory?.services.length ?? 0) > 0
  const searched = describeFilters(filters, inventory?.areas ?? [])
  return (
    <section aria-labelledby="table-title" ref={section} className={classes.table} tabIndex={-1}>
      <h2 id="table-title" className={classes.subtitle}>
        {text.inventory}
      </h2>
      <EndpointFilterBar
        areas={inventory?.areas ?? []}
        services={inventory?.services ?? []}
        filters={filters}
        resultCount={
          inventory &&
          filtered && (
            <ResultCount inventory={inventory} search={search} count={filtered.length} onViewOthers={takeFocus} />
          )
        }
        onChange={(next) => {
          change({ ...next, sort })
        }}
      />
      {progress && <LoadProgress progress={progress} />}
      <DataTable
        label={text.inventory}
        columns={endpointColumns(hasServices)}
        rows={filtered}
        getRowId={getRowId}
        empty={<EmptyState searched={searched} onClear={searched.length > 0 ? clear : undefined} />}
        skeletonRows={7}
        sort={sort}
        onSort={(next) => {
          change({ ...filters, sort: next })
        }}
      />
    </section>
  )
}

type ResultCountProps = {
  inventory: Inventory
  search: EndpointFilters & { sort?: Sort }
  count: number
  onViewOthers: () => void
}

/** The number of rows. Without filters, also the number of endpoints without an area, with a link to them. */
function ResultCount({ inventory: { summary, withoutArea }, search, count, onViewOthers }: ResultCountProps) {
  const { sort, ...filters } = search
  if (Object.keys(filters).length > 0 || withoutArea.totalCount === 0) return text.count(count)
  return (
    <>
      {text.part(formatInteger(count), formatInteger(summary.total))}{' '}
      {text.others(formatInteger(withoutArea.totalCount))}{' '}
      <Link
        className={classes.others}
        to="/endpoints"
        search={omitUndefined({ area: NO_AREA, sort })}
        replace
        resetScroll={false}
        onClick={onViewOthers}
      >
        {text.view}
      </Link>
    </>
  )
}

const getRowId = ({ id }: { id: string }) => id

/** Scrolls to the table if it is out of sight when an area is chosen. */
function scrollToTable(section: HTMLElement | null) {
  if (section && section.getBoundingClientRect().top > window.innerHeight * 0.6) section.scrollIntoView()
}
