import { createColumnHelper, createSortedRowModel, rowSortingFeature, tableFeatures } from '@tanstack/react-table'
import { type EndpointRow } from '../../api/inventory.ts'
import { Path } from '../../ui/EndpointName.tsx'
import { ExplainedState } from '../../ui/ExplainedState.tsx'
import { showPercent, showWhole } from '../../ui/numbers.ts'
import { states, UNKNOWN } from '../../ui/words.ts'
import classes from './EndpointTable.module.css'

/** What the table can do beyond listing. */
export const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })

type Compared = { original: EndpointRow }

const byWords = (read: (endpoint: EndpointRow) => string) => (a: Compared, b: Compared) =>
  read(a.original).localeCompare(read(b.original), 'es')

const column = createColumnHelper<typeof features, EndpointRow>()

/** The eight columns, titled as operators know them. What is not known sorts last, in either direction. */
export const columns = column.columns([
  column.accessor('method', {
    header: 'Método',
    cell: ({ getValue }) => <span className={classes.method}>{getValue()}</span>,
    sortFn: byWords(({ method }) => method),
  }),
  column.accessor('path', {
    header: 'Ruta',
    cell: ({ row }) => <Route endpoint={row.original} />,
    sortFn: byWords(({ path }) => path),
  }),
  column.accessor((endpoint) => endpoint.area?.name, {
    id: 'area',
    header: 'Área',
    cell: ({ getValue }) => getValue() ?? UNKNOWN,
    sortFn: byWords(({ area }) => area?.name ?? ''),
    sortUndefined: 'last',
  }),
  column.accessor('authRequired', {
    header: 'Auth',
    cell: ({ getValue }) => (getValue() ? 'Sí' : 'No'),
    sortFn: (a, b) => Number(b.original.authRequired) - Number(a.original.authRequired),
  }),
  column.accessor('state', {
    header: 'Estado',
    cell: ({ row }) => <ExplainedState {...row.original} />,
    sortFn: (a, b) => states.indexOf(a.original.state) - states.indexOf(b.original.state),
  }),
  column.accessor((endpoint) => endpoint.latencyMs ?? undefined, {
    id: 'latencyMs',
    header: 'Latencia (ms)',
    cell: ({ getValue }) => showWhole(getValue()),
    sortFn: (a, b) => (a.original.latencyMs ?? 0) - (b.original.latencyMs ?? 0),
    sortUndefined: 'last',
    sortDescFirst: true,
  }),
  column.accessor((endpoint) => endpoint.errorRate ?? undefined, {
    id: 'errorRate',
    header: 'Errores (%)',
    cell: ({ getValue }) => showPercent(getValue()),
    sortFn: (a, b) => (a.original.errorRate ?? 0) - (b.original.errorRate ?? 0),
    sortUndefined: 'last',
    sortDescFirst: true,
  }),
  column.accessor('critical', {
    header: 'Crítico',
    cell: ({ getValue }) => (getValue() ? <span className={classes.critical}>Crítico</span> : UNKNOWN),
    sortFn: (a, b) => Number(b.original.critical) - Number(a.original.critical),
  }),
])

// What is wrong is said without being asked; the rest can be asked of the state.
function Route({ endpoint: { path, state, reason } }: { endpoint: EndpointRow }) {
  const wrong = state === 'FALLANDO' || state === 'DEGRADADO'
  return (
    <>
      <Path path={path} />
      {wrong && reason && <span className={classes.reason}>{reason}</span>}
    </>
  )
}
