import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { deliveriesQuery, type LoggedDelivery } from '../../../api/incidents/destinations.ts'
import { usePaginatedRows } from '../../../api/client/pagination.ts'
import { formatInteger } from '../../../format/formatNumber.ts'
import { localize, plural } from '../../../i18n.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { ChoiceFilter } from '../../../ui/list/ChoiceFilter.tsx'
import { FilterBar } from '../../../ui/list/FilterBar.tsx'
import { LoadMore } from '../../../ui/list/LoadMore.tsx'
import { filterField } from '../../../ui/list/filterField.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { commonLabels, keysOf } from '../../../ui/labels.ts'
import { DeliveryDialog } from './DeliveryDialog.tsx'
import classes from './DeliveryLog.module.css'
import { deliveryColumns } from './deliveryColumns.tsx'
import { type DeliveryFilters } from './filters.ts'
import { deliveryStatuses } from '../labels.ts'

const route = getRouteApi('/app/alerts/$id')

const text = localize(
  {
    title: 'Registro de envíos',
    shown: (n: number) => plural(n, '1 envío', `${formatInteger(n)} envíos`),
    dead: 'No entregados (muertas)',
    none: 'Todavía no se le ha enviado nada',
    noneHint: 'Envía un mensaje de prueba para comprobar que llega.',
  },
  {
    title: 'Delivery log',
    shown: (n) => plural(n, '1 delivery', `${formatInteger(n)} deliveries`),
    dead: 'Not delivered (dead)',
    none: 'Nothing has been sent to it yet',
    noneHint: 'Send a test message to check that it arrives.',
  },
)

const choices = keysOf(deliveryStatuses).map((status) => ({
  value: status,
  label: status === 'DEAD' ? text.dead : deliveryStatuses[status].label,
}))

/** The deliveries of a destination, newest first, each with its attempts. */
export function DeliveryLog({ id, canRedeliver }: { id: string; canRedeliver: boolean }) {
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const [openedId, setOpenedId] = useState<string>()
  const columns = useMemo(() => deliveryColumns(setOpenedId), [])
  const { rows, totalCount, loadError, retry, ...pagination } = usePaginatedRows(deliveriesQuery(id, filters.status))
  const isFiltered = filters.status !== undefined
  const change = (search: DeliveryFilters) => void navigate({ search, replace: true })
  return (
    <section aria-labelledby="deliveries-title">
      <h2 id="deliveries-title" className={classes.title}>
        {text.title}
      </h2>
      <FilterBar
        filterCount={Number(isFiltered)}
        onClear={() => {
          change({})
        }}
        resultCount={totalCount === undefined ? undefined : text.shown(totalCount)}
      >
        <ChoiceFilter {...filterField(filters, change)('status')} label={commonLabels.state} choices={choices} />
      </FilterBar>
      {loadError ? (
        <LoadError error={loadError} onRetry={retry} />
      ) : (
        <DataTable
          label={text.title}
          columns={columns}
          rows={rows}
          getRowId={({ id: deliveryId }) => deliveryId}
          empty={isFiltered ? <EmptyState /> : <EmptyState title={text.none} hint={text.noneHint} />}
          skeletonRows={4}
        />
      )}
      {rows && rows.length > 0 && <LoadMore {...pagination} loaded={rows.length} total={totalCount ?? rows.length} />}
      <DeliveryDialog
        delivery={rows?.find((delivery: LoggedDelivery) => delivery.id === openedId)}
        canRedeliver={canRedeliver}
        onClose={() => {
          setOpenedId(undefined)
        }}
      />
    </section>
  )
}
