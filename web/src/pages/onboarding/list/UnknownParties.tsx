import { useMemo, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { unknownPartiesQuery, type UnknownParty } from '../../../api/trade/onboarding.ts'
import { usePaginatedRows } from '../../../api/client/pagination.ts'
import { formatInteger } from '../../../format/formatNumber.ts'
import { NO_VALUE } from '../../../format/noValue.ts'
import { localize } from '../../../i18n.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { Timestamp } from '../../../ui/display/Timestamp.tsx'
import { LoadMore } from '../../../ui/list/LoadMore.tsx'
import { type Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { ReprocessButton, ReprocessDialog } from '../ReprocessWaiting.tsx'

const text = localize(
  {
    label: 'Sin registrar',
    key: 'Identificador',
    source: 'Visto en',
    sources: { SINLI: 'Mensajes SINLI', TELEMETRY: 'Observaciones' },
    registered: 'Registrado como',
    nobody: 'Nadie todavía',
    documents: 'Documentos',
    count: 'Veces',
    first: 'Primera',
    last: 'Última',
    action: 'Reproceso',
    none: 'Nadie sin registrar',
    noneHint: 'Aquí aparecen los identificadores que nos escriben o se observan y que la plataforma no ha registrado.',
  },
  {
    label: 'Not registered',
    key: 'Id',
    source: 'Seen in',
    sources: { SINLI: 'SINLI messages', TELEMETRY: 'Observations' },
    registered: 'Registered as',
    nobody: 'Nobody yet',
    documents: 'Documents',
    count: 'Times',
    first: 'First',
    last: 'Last',
    action: 'Replay',
    none: 'Nobody is unregistered',
    noneHint: 'Ids that write to us or are observed, and that the platform has not registered, appear here.',
  },
)

const columnsWith = (onReplay: (party: UnknownParty) => void): readonly Column<UnknownParty>[] => [
  { id: 'key', title: text.key, wide: true, width: 130, cell: ({ key }) => <code>{key}</code> },
  { id: 'source', title: text.source, width: 130, cell: ({ source }) => text.sources[source] },
  { id: 'name', title: text.registered, cell: (party) => <Registered party={party} /> },
  {
    id: 'documents',
    title: text.documents,
    width: 130,
    cell: ({ documents }) => (documents.length > 0 ? documents.join(', ') : NO_VALUE),
  },
  { id: 'count', title: text.count, width: 80, align: 'end', cell: ({ count }) => formatInteger(count) },
  {
    id: 'first',
    title: text.first,
    width: 90,
    cell: ({ firstAt }) => (firstAt ? <Timestamp at={firstAt} /> : NO_VALUE),
  },
  { id: 'last', title: text.last, width: 90, cell: ({ lastAt }) => <Timestamp at={lastAt} /> },
  {
    id: 'action',
    title: text.action,
    isTitleHidden: true,
    width: 170,
    cell: (party) =>
      party.name === null ? null : (
        <ReprocessButton
          count={party.count}
          onClick={() => {
            onReplay(party)
          }}
        />
      ),
  },
]

/** The unregistered SINLI ids and codes, and registered ones whose messages are still waiting. */
export function UnknownParties() {
  const { rows, totalCount, loadError, retry, ...pagination } = usePaginatedRows(unknownPartiesQuery)
  // Stored outside the row: the row disappears with its last message, while the dialog still shows the result.
  const [replayed, setReplayed] = useState<UnknownParty | null>(null)
  const [opened, setOpened] = useState(false)
  const columns = useMemo(
    () =>
      columnsWith((party) => {
        setReplayed(party)
        setOpened(true)
      }),
    [],
  )
  if (loadError) return <LoadError error={loadError} onRetry={retry} />
  return (
    <>
      <DataTable
        label={text.label}
        columns={columns}
        rows={rows}
        getRowId={({ id }) => id}
        empty={<EmptyState title={text.none} hint={text.noneHint} />}
      />
      {rows && rows.length > 0 && <LoadMore {...pagination} loaded={rows.length} total={totalCount ?? rows.length} />}
      {replayed && (
        <ReprocessDialog
          sinliId={replayed.key}
          opened={opened}
          onClose={() => {
            setOpened(false)
          }}
        />
      )}
    </>
  )
}

function Registered({ party: { name, library } }: { party: UnknownParty }) {
  if (name === null) return text.nobody
  if (!library) return name
  return (
    <Link to="/onboarding/$code" params={{ code: library.id }}>
      {name}
    </Link>
  )
}
