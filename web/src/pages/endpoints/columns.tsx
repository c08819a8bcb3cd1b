import { type EndpointRow } from '../../api/inventory.ts'
import { words } from '../../language.ts'
import { Path } from '../../ui/EndpointName.tsx'
import { ExplainedState } from '../../ui/ExplainedState.tsx'
import { showPercent, showWhole } from '../../ui/numbers.ts'
import { type Column } from '../../ui/table/columns.ts'
import { RowLink } from '../../ui/table/RowLink.tsx'
import { WhyWrong } from '../../ui/WhyWrong.tsx'
import { common, states, UNKNOWN } from '../../ui/words.ts'
import classes from './columns.module.css'
import { CriticalMark } from './CriticalMark.tsx'

const text = words(
  {
    method: 'Método',
    path: 'Ruta',
    area: 'Área',
    auth: 'Auth',
    latency: 'Latencia (ms)',
    errors: 'Errores (%)',
    critical: 'Crítico',
  },
  {
    method: 'Method',
    path: 'Path',
    area: 'Area',
    auth: 'Auth',
    latency: 'Latency (ms)',
    errors: 'Errors (%)',
    critical: 'Critical',
  },
)

/** The eight columns of the table of endpoints. */
export const columns: readonly Column<EndpointRow>[] = [
  {
    id: 'method',
    title: text.method,
    width: 88,
    cell: ({ method }) => <span className={classes.method}>{method}</span>,
    sortBy: ({ method }) => method,
  },
  {
    id: 'path',
    title: text.path,
    wide: true,
    cell: (endpoint) => <Route endpoint={endpoint} />,
    sortBy: ({ path }) => path,
  },
  {
    id: 'area',
    title: text.area,
    width: 132,
    cell: ({ area }) => area?.name ?? UNKNOWN,
    sortBy: ({ area }) => area?.name,
  },
  {
    id: 'authRequired',
    title: text.auth,
    width: 76,
    cell: ({ authRequired }) => (authRequired ? common.yes : common.no),
    sortBy: ({ authRequired }) => Number(!authRequired),
  },
  {
    id: 'state',
    title: common.state,
    width: 138,
    cell: (endpoint) => <ExplainedState {...endpoint} />,
    sortBy: ({ state }) => states.indexOf(state),
  },
  {
    id: 'latencyMs',
    title: text.latency,
    width: 134,
    align: 'end',
    cell: ({ latencyMs }) => showWhole(latencyMs),
    sortBy: ({ latencyMs }) => latencyMs ?? undefined,
    largestFirst: true,
  },
  {
    id: 'errorRate',
    title: text.errors,
    width: 134,
    align: 'end',
    cell: ({ errorRate }) => showPercent(errorRate),
    sortBy: ({ errorRate }) => errorRate ?? undefined,
    largestFirst: true,
  },
  {
    id: 'critical',
    title: text.critical,
    width: 104,
    cell: ({ critical }) => (critical ? <CriticalMark /> : UNKNOWN),
    sortBy: ({ critical }) => Number(!critical),
  },
]

function Route({ endpoint }: { endpoint: EndpointRow }) {
  const { id, path } = endpoint
  return (
    <>
      <RowLink to="/endpoints/$id" params={{ id }}>
        <Path path={path} />
      </RowLink>
      <WhyWrong of={endpoint} />
    </>
  )
}
