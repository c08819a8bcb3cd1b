import { type IntegrationRow } from '../../api/trade/integrations.ts'
import { localize } from '../../i18n.ts'
import { StateTooltip } from '../../health/states/StateTooltip.tsx'
import { formatPercent, formatRounded, formatInteger } from '../../format/formatNumber.ts'
import { type Column } from '../../ui/table/columns.ts'
import { RowLink } from '../../ui/table/RowLink.tsx'
import { ProblemReason } from '../../health/ProblemReason.tsx'
import { commonLabels } from '../../ui/labels.ts'
import { states } from '../../health/labels.ts'
import classes from './columns.module.css'
import { OpenIncidentLink } from './OpenIncidentLink.tsx'

const text = localize(
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
export const integrationColumns: readonly Column<IntegrationRow>[] = [
  {
    id: 'name',
    title: text.name,
    wide: true,
    cell: (integration) => <Name integration={integration} />,
    sortBy: ({ name }) => name,
  },
  {
    id: 'state',
    isClear: true,
    title: commonLabels.state,
    width: 138,
    cell: (integration) => <StateTooltip {...integration} />,
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
    width: 124,
    align: 'end',
    cell: ({ errorRate }) => formatPercent(errorRate),
    sortBy: ({ errorRate }) => errorRate ?? undefined,
    descendingFirst: true,
  },
  {
    id: 'requestsPerMinute',
    title: text.traffic,
    width: 152,
    align: 'end',
    cell: ({ requestsPerMinute }) => formatRounded(requestsPerMinute),
    sortBy: ({ requestsPerMinute }) => requestsPerMinute,
    descendingFirst: true,
  },
  {
    id: 'incident',
    title: text.incident,
    width: 190,
    cell: ({ openIncident }) => <OpenIncidentLink incident={openIncident} />,
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
      <ProblemReason subject={integration} />
    </>
  )
}
