import { usePaginatedRows } from '../api/client/pagination.ts'
import { type ReplayRow, replaysQuery } from '../api/messages/replays.ts'
import { localize, plural } from '../i18n.ts'
import { LoadError } from '../ui/feedback/LoadError.tsx'
import { LoadMore } from '../ui/list/LoadMore.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { formatInteger } from '../format/formatNumber.ts'
import { type Column } from '../ui/table/columns.ts'
import { DataTable } from '../ui/table/DataTable.tsx'
import { RowLink } from '../ui/table/RowLink.tsx'
import { StatusDot } from '../ui/display/StatusDot.tsx'
import { Timestamp } from '../ui/display/Timestamp.tsx'
import { NO_VALUE } from '../format/noValue.ts'
import classes from './ReplayList.module.css'
import { describeSelection } from './selections.ts'

const text = localize(
  {
    label: 'Reprocesos',
    began: 'Inicio',
    kind: 'Tipo',
    dryRun: 'Simulación',
    replay: 'Reproceso',
    forced: 'forzado',
    running: 'En marcha',
    dryRunning: 'Simulación en marcha',
    wouldProcess: (count: number) => `${plural(count, 'Se procesaría', 'Se procesarían')} ${formatInteger(count)}`,
    wouldFail: (count: number) => `${plural(count, 'Fallaría', 'Fallarían')} ${formatInteger(count)}`,
    who: 'Operador',
    what: 'Mensajes y motivo',
    selected: 'Mensajes',
    reprocessed: 'Reprocesados',
    failed: 'Fallidos',
    none: 'Todavía no hay reprocesos',
    hint: 'Aquí se conserva cada reproceso, con su operador y el resultado de cada mensaje.',
  },
  {
    label: 'Replays',
    began: 'Started',
    kind: 'Type',
    dryRun: 'Simulation',
    replay: 'Replay',
    forced: 'forced',
    running: 'Running',
    dryRunning: 'Simulation running',
    wouldProcess: (count) => `Would process ${formatInteger(count)}`,
    wouldFail: (count) => `Would fail: ${formatInteger(count)}`,
    who: 'Operator',
    what: 'Messages and reason',
    selected: 'Messages',
    reprocessed: 'Reprocessed',
    failed: 'Failed',
    none: 'No replays yet',
    hint: 'Each replay is kept here, with its operator and the outcome of each message.',
  },
)

const columns: readonly Column<ReplayRow>[] = [
  {
    id: 'began',
    title: text.began,
    width: 130,
    wide: true,
    cell: ({ id, startedAt }) => (
      <RowLink to="/replays/$id" params={{ id }}>
        <Timestamp at={startedAt} />
      </RowLink>
    ),
    timeOf: ({ startedAt }) => startedAt,
  },
  { id: 'kind', title: text.kind, width: 190, cell: (replay) => <ReplayKind replay={replay} /> },
  { id: 'who', title: text.who, width: 150, cell: ({ operator }) => operator?.name ?? NO_VALUE },
  { id: 'what', title: text.what, wide: 'last', cell: (replay) => <SelectionCell replay={replay} /> },
  {
    id: 'selected',
    title: text.selected,
    width: 96,
    align: 'end',
    cell: ({ selectedCount }) => formatInteger(selectedCount),
  },
  {
    id: 'reprocessed',
    title: text.reprocessed,
    width: 142,
    align: 'end',
    cell: ({ reprocessed, dryRun }) => formatCount(reprocessed, dryRun ? text.wouldProcess : undefined),
  },
  {
    id: 'failed',
    title: text.failed,
    width: 112,
    align: 'end',
    cell: ({ failed, dryRun }) => formatCount(failed, dryRun ? text.wouldFail : undefined),
  },
]

const formatCount = (count: number | null, describe: (count: number) => string = formatInteger) =>
  count === null ? NO_VALUE : describe(count)

/** The past replays, newest first. */
export function ReplayList() {
  const { rows, totalCount, loadError, retry, ...pagination } = usePaginatedRows(replaysQuery)
  if (loadError) return <LoadError error={loadError} onRetry={retry} />
  return (
    <>
      <DataTable
        label={text.label}
        columns={columns}
        rows={rows}
        getRowId={({ id }) => id}
        empty={<EmptyState title={text.none} hint={text.hint} />}
        skeletonRows={3}
      />
      {rows && pagination.hasMore && (
        <LoadMore loaded={rows.length} total={totalCount ?? rows.length} {...pagination} />
      )}
    </>
  )
}

function ReplayKind({ replay: { dryRun, force, finishedAt } }: { replay: ReplayRow }) {
  if (finishedAt === null) return <StatusDot tone="waiting">{dryRun ? text.dryRunning : text.running}</StatusDot>
  const forced = force ? `, ${text.forced}` : ''
  return dryRun ? <span className={classes.muted}>{`${text.dryRun}${forced}`}</span> : `${text.replay}${forced}`
}

function SelectionCell({ replay }: { replay: ReplayRow }) {
  return (
    <>
      {describeSelection(replay)}
      {replay.reason !== null && <span className={classes.reason}>{replay.reason}</span>}
    </>
  )
}
