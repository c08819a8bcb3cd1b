import { type UseQueryResult } from '@tanstack/react-query'
import { type RequestExample } from '../api/health/examples.ts'
import { formatInteger } from '../format/formatNumber.ts'
import { localize } from '../i18n.ts'
import { FollowLink } from '../tracing/FollowLink.tsx'
import { TraceLink } from '../tracing/TraceLink.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { LoadError } from '../ui/feedback/LoadError.tsx'
import { TableSection } from '../ui/layout/TableSection.tsx'
import { Timestamp } from '../ui/display/Timestamp.tsx'
import { type Column } from '../ui/table/columns.ts'
import { DataTable } from '../ui/table/DataTable.tsx'
import classes from './RequestExamples.module.css'
import { outcomeText } from './requestOutcome.ts'

const text = localize(
  {
    purpose:
      'Ejemplos de peticiones fallidas o lentas, las más recientes primero. Solo se muestran: el estado se calcula con métricas y observaciones.',
    none: 'No hay ejemplos de peticiones',
    noneHint:
      'Para verlos, envía trazas por OpenTelemetry a /ingest/otlp, o un «traceId» con cada observación. Se guardan 7 días.',
    time: 'Hora',
    duration: 'Duración',
    outcome: 'Resultado',
    request: 'Petición',
    trace: 'Traza',
  },
  {
    purpose:
      'Examples of failed or slow requests, newest first. They are shown only: the state is computed from metrics and observations.',
    none: 'There are no examples of requests',
    noneHint:
      'To see them, send traces by OpenTelemetry to /ingest/otlp, or a “traceId” with each observation. They are kept for 7 days.',
    time: 'Time',
    duration: 'Duration',
    outcome: 'Outcome',
    request: 'Request',
    trace: 'Trace',
  },
)

const columns: readonly Column<RequestExample>[] = [
  { id: 'time', title: text.time, width: 150, timeOf: ({ at }) => at, cell: ({ at }) => <Timestamp at={at} /> },
  {
    id: 'duration',
    title: text.duration,
    width: 120,
    align: 'end',
    cell: ({ durationMs }) => `${formatInteger(durationMs)} ms`,
  },
  { id: 'outcome', title: text.outcome, width: 220, cell: outcomeText },
  { id: 'request', title: text.request, cell: ({ name }) => name },
  { id: 'trace', title: text.trace, width: 370, wide: 'last', cell: ({ traceId }) => <TraceId id={traceId} /> },
]

type Props = {
  title: string
  /** The examples, newest first. */
  result: UseQueryResult<readonly RequestExample[]>
}

/** Failed and slow requests, each with its trace id. */
export function RequestExamples({ title, result: { data: examples, error, refetch } }: Props) {
  return (
    <TableSection title={title} purpose={text.purpose}>
      {!examples && error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={title}
          columns={columns}
          rows={examples}
          getRowId={({ traceId, spanId }) => `${traceId} ${spanId ?? ''}`}
          empty={<EmptyState title={text.none} hint={text.noneHint} />}
          skeletonRows={2}
        />
      )}
    </TableSection>
  )
}

const TraceId = ({ id }: { id: string }) => (
  <span className={classes.trace}>
    <TraceLink traceId={id} />
    <FollowLink id={`trace:${id}`} />
  </span>
)
