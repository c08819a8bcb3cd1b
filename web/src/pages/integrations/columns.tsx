import { type IntegrationRow } from '../../api/integrations.ts'
import { words } from '../../language.ts'
import { ExplainedState } from '../../ui/ExplainedState.tsx'
import { showPercent, showRough, showWhole } from '../../ui/numbers.ts'
import { type Column } from '../../ui/table/columns.ts'
import { RowLink } from '../../ui/table/RowLink.tsx'
import { WhyWrong } from '../../ui/WhyWrong.tsx'
import { common, states } from '../../ui/words.ts'
import classes from './columns.module.css'
import { OpenIncident } from './OpenIncident.tsx'

const text = words(
  {
    name: 'Integración',
    latency: 'Latencia (ms)',
    errors: 'Errores (%)',
    traffic: 'Operaciones/min',
    incident: 'Incidente abierto',
  },
  {
    name: 'Integration',
    latency: 'Latency (ms)',
    errors: 'Errors (%)',
    traffic: 'Operations/min',
    incident: 'Open incident',
  },
)

/** The columns of the table of integrations. */
export const columns: readonly Column<IntegrationRow>[] = [
  {
    id: 'name',
    title: text.name,
    wide: true,
    cell: (integration) => <Name integration={integration} />,
    sortBy: ({ name }) => name,
  },
  {
    id: 'state',
    title: common.state,
    width: 138,
    cell: (integration) => <ExplainedState {...integration} />,
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
    width: 124,
    align: 'end',
    cell: ({ errorRate }) => showPercent(errorRate),
    sortBy: ({ errorRate }) => errorRate ?? undefined,
    largestFirst: true,
  },
  {
    id: 'requestsPerMinute',
    title: text.traffic,
    width: 152,
    align: 'end',
    cell: ({ requestsPerMinute }) => showRough(requestsPerMinute),
    sortBy: ({ requestsPerMinute }) => requestsPerMinute,
    largestFirst: true,
  },
  {
    id: 'incident',
    title: text.incident,
    width: 190,
    cell: ({ openIncident }) => <OpenIncident incident={openIncident} />,
  },
]

function Name({ integration }: { integration: IntegrationRow }) {
  const { id, name } = integration
  return (
    <>
      <RowLink to="/integrations/$key" params={{ key: id }}>
        {name}
      </RowLink>
      <span className={classes.key}>{id}</span>
      <WhyWrong of={integration} />
    </>
  )
}
