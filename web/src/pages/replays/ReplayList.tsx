import { usePages } from '../../api/pages.ts'
import { type ReplayRow, replaysQuery } from '../../api/replays.ts'
import { words } from '../../language.ts'
import { Failure } from '../../ui/Failure.tsx'
import { ListEnd } from '../../ui/list/ListEnd.tsx'
import { Nothing } from '../../ui/Nothing.tsx'
import { showWhole } from '../../ui/numbers.ts'
import { type Column } from '../../ui/table/columns.ts'
import { RecordTable } from '../../ui/table/RecordTable.tsx'
import { RowLink } from '../../ui/table/RowLink.tsx'
import { ToneMark } from '../../ui/ToneMark.tsx'
import { When } from '../../ui/When.tsx'
import { UNKNOWN } from '../../ui/words.ts'
import classes from './ReplayList.module.css'
import { selectionInWords } from './selections.ts'

const text = words(
  {
    label: 'Reprocesos',
    began: 'Empezó',
    kind: 'Qué fue',
    rehearsal: 'Comprobación',
    replay: 'Reproceso',
    forced: 'forzado',
    running: 'En marcha',
    who: 'Quién',
    what: 'Mensajes y motivo',
    selected: 'Mensajes',
    reprocessed: 'Reprocesados',
    failed: 'Fallidos',
    none: 'Todavía no hay reprocesos',
    hint: 'Aquí queda cada reproceso, con quién lo pidió y qué fue de cada mensaje.',
  },
  {
    label: 'Replays',
    began: 'Began',
    kind: 'What it was',
    rehearsal: 'Rehearsal',
    replay: 'Replay',
    forced: 'by force',
    running: 'Running',
    who: 'Who',
    what: 'Messages and reason',
    selected: 'Messages',
    reprocessed: 'Reprocessed',
    failed: 'Failed',
    none: 'No replays yet',
    hint: 'Each replay is kept here, with who asked for it and what became of each message.',
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
        <When at={startedAt} />
      </RowLink>
    ),
  },
  { id: 'kind', title: text.kind, width: 190, cell: (replay) => <Kind replay={replay} /> },
  { id: 'who', title: text.who, width: 150, cell: ({ operator }) => operator?.name ?? UNKNOWN },
  { id: 'what', title: text.what, wide: 'last', cell: (replay) => <What replay={replay} /> },
  {
    id: 'selected',
    title: text.selected,
    width: 96,
    align: 'end',
    cell: ({ selectedCount }) => showWhole(selectedCount),
  },
  {
    id: 'reprocessed',
    title: text.reprocessed,
    width: 118,
    align: 'end',
    cell: ({ reprocessed }) => showWhole(reprocessed),
  },
  { id: 'failed', title: text.failed, width: 90, align: 'end', cell: ({ failed }) => showWhole(failed) },
]

/** The past replays, newest first. */
export function ReplayList() {
  const { rows, totalCount, failed, retry, ...end } = usePages(replaysQuery)
  if (failed) return <Failure error={failed} onRetry={retry} />
  return (
    <>
      <RecordTable
        label={text.label}
        columns={columns}
        rows={rows}
        idOf={({ id }) => id}
        empty={<Nothing title={text.none} hint={text.hint} />}
        places={3}
      />
      {rows && end.hasMore && <ListEnd shown={rows.length} total={totalCount ?? rows.length} {...end} />}
    </>
  )
}

function Kind({ replay: { dryRun, force, finishedAt } }: { replay: ReplayRow }) {
  if (finishedAt === null) return <ToneMark tone="waiting">{text.running}</ToneMark>
  const forced = force ? `, ${text.forced}` : ''
  return dryRun ? <span className={classes.quiet}>{`${text.rehearsal}${forced}`}</span> : `${text.replay}${forced}`
}

function What({ replay }: { replay: ReplayRow }) {
  return (
    <>
      {selectionInWords(replay)}
      {replay.reason !== null && <span className={classes.reason}>{replay.reason}</span>}
    </>
  )
}
