import { type EndpointRow } from '../../api/inventory/inventory.ts'
import { localize } from '../../i18n.ts'
import { Path } from './EndpointName.tsx'
import { StateTooltip } from '../../health/states/StateTooltip.tsx'
import { formatPercent, formatInteger } from '../../format/formatNumber.ts'
import { type Column } from '../../ui/table/columns.ts'
import { RowLink } from '../../ui/table/RowLink.tsx'
import { ProblemReason } from '../../health/ProblemReason.tsx'
import { commonLabels } from '../../ui/labels.ts'
import { states } from '../../health/labels.ts'
import { NO_VALUE } from '../../format/noValue.ts'
import classes from './columns.module.css'
import { CriticalBadge } from './CriticalBadge.tsx'

const text = localize(
  {
    method: 'Método',
    path: 'Ruta',
    area: 'Área',
    service: 'Servicio',
    auth: 'Auth',
    latency: 'Latencia (ms)',
    errors: 'Errores (%)',
    critical: 'Crítico',
  },
  {
    method: 'Method',
    path: 'Path',
    area: 'Area',
    service: 'Service',
    auth: 'Auth',
    latency: 'Latency (ms)',
    errors: 'Errors (%)',
    critical: 'Critical',
  },
)

/** The column with the service of each endpoint. */
const serviceColumn: Column<EndpointRow> = {
  id: 'service',
  isClear: true,
  title: text.service,
  width: 132,
  cell: ({ service }) => service ?? 'Vigía',
  sortBy: ({ service }) => service ?? '',
}

/** The columns of the table of endpoints: eight, and the service if any service reports endpoints. */
export const endpointColumns = (hasServices: boolean): readonly Column<EndpointRow>[] =>
  hasServices ? columnsWithService : columns

const columns: readonly Column<EndpointRow>[] = [
  {
    id: 'method',
    isClear: true,
    title: text.method,
    width: 88,
    cell: ({ method }) => <span className={classes.method}>{method}</span>,
    sortBy: ({ method }) => method,
  },
  {
    id: 'path',
    title: text.path,
    wide: true,
    cell: (endpoint) => <PathCell endpoint={endpoint} />,
    sortBy: ({ path }) => path,
  },
  {
    id: 'area',
    isClear: true,
    title: text.area,
    width: 132,
    cell: ({ area }) => area?.name ?? NO_VALUE,
    sortBy: ({ area }) => area?.name,
  },
  {
    id: 'authRequired',
    title: text.auth,
    width: 76,
    cell: ({ authRequired }) => (authRequired ? commonLabels.yes : commonLabels.no),
    sortBy: ({ authRequired }) => Number(!authRequired),
  },
  {
    id: 'state',
    isClear: true,
    title: commonLabels.state,
    width: 138,
    cell: (endpoint) => <StateTooltip {...endpoint} />,
    sortBy: ({ state }) => states.indexOf(state),
  },
  {
    id: 'latencyMs',
    title: text.latency,
    width: 134,
    align: 'end',
    cell: ({ latencyMs }) => formatInteger(latencyMs),
    sortBy: ({ latencyMs }) => latencyMs ?? undefined,
    descendingFirst: true,
  },
  {
    id: 'errorRate',
    title: text.errors,
    width: 134,
    align: 'end',
    cell: ({ errorRate }) => formatPercent(errorRate),
    sortBy: ({ errorRate }) => errorRate ?? undefined,
    descendingFirst: true,
  },
  {
    id: 'critical',
    isClear: true,
    title: text.critical,
    width: 104,
    cell: ({ critical }) => (critical ? <CriticalBadge /> : NO_VALUE),
    sortBy: ({ critical }) => Number(!critical),
  },
]

const columnsWithService = columns.flatMap((column) => (column.id === 'area' ? [column, serviceColumn] : [column]))

function PathCell({ endpoint }: { endpoint: EndpointRow }) {
  const { id, path } = endpoint
  return (
    <>
      <RowLink to="/endpoints/$id" params={{ id }}>
        <Path path={path} />
      </RowLink>
      <ProblemReason subject={endpoint} />
    </>
  )
}
