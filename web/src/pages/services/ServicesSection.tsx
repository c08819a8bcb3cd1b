import { type Service, useServices } from '../../api/health/services.ts'
import { NO_VALUE } from '../../format/noValue.ts'
import { ProblemReason } from '../../health/ProblemReason.tsx'
import { StateTooltip } from '../../health/states/StateTooltip.tsx'
import { localize } from '../../i18n.ts'
import { intervalText } from '../../services/intervalText.ts'
import { KeyNotice } from '../../services/KeyNotice.tsx'
import { StatusDot } from '../../ui/display/StatusDot.tsx'
import { Timestamp } from '../../ui/display/Timestamp.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { commonLabels } from '../../ui/labels.ts'
import { type Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { RowLink } from '../../ui/table/RowLink.tsx'
import { pageTitles } from '../../pageTitles.ts'

const text = localize(
  {
    service: 'Servicio',
    last: 'Último informe',
    every: 'Informa',
    none: 'Ningún servicio ha informado todavía',
    hint: 'Aparecen aquí con su primer envío de observaciones o métricas.',
  },
  {
    service: 'Service',
    last: 'Last report',
    every: 'Reports',
    none: 'No service has reported yet',
    hint: 'They appear here with the first observations or metrics that they send.',
  },
)

const columns: readonly Column<Service>[] = [
  { id: 'name', title: text.service, wide: true, cell: (service) => <Name service={service} /> },
  {
    id: 'state',
    isClear: true,
    title: commonLabels.state,
    width: 138,
    cell: ({ integration }) => (integration ? <StateTooltip {...integration} /> : NO_VALUE),
  },
  {
    id: 'last',
    title: text.last,
    width: 150,
    cell: ({ lastReportAt }) => (lastReportAt === null ? NO_VALUE : <Timestamp at={lastReportAt} ago />),
  },
  { id: 'every', title: text.every, width: 150, cell: ({ intervalSeconds }) => <Interval seconds={intervalSeconds} /> },
]

/** The services that have reported, with their state and how often they report. */
export function ServicesSection() {
  const { data: services, error, refetch } = useServices()
  if (!services && error) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <DataTable
      label={pageTitles.services}
      columns={columns}
      rows={services}
      getRowId={({ id }) => id}
      empty={<EmptyState title={text.none} hint={text.hint} />}
      skeletonRows={2}
    />
  )
}

function Name({ service }: { service: Service }) {
  const { name, integration } = service
  return (
    <>
      {integration ? (
        <RowLink to="/integrations/$key" params={{ key: integration.id }}>
          {name}
        </RowLink>
      ) : (
        name
      )}
      {integration && <ProblemReason subject={integration} />} <KeyNotice service={service} />
    </>
  )
}

function Interval({ seconds }: { seconds: number | null }) {
  return seconds === null ? <StatusDot tone="odd">{intervalText(null)}</StatusDot> : intervalText(seconds)
}
