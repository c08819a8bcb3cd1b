import { useMemo } from 'react'
import { type MessageRow, useMessagesById } from '../api/messages/messages.ts'
import { type ReplayResult } from '../api/messages/replays.ts'
import { localize } from '../i18n.ts'
import { type Column } from '../ui/table/columns.ts'
import { DataTable } from '../ui/table/DataTable.tsx'
import { RowLink } from '../ui/table/RowLink.tsx'
import { StatusDot } from '../ui/display/StatusDot.tsx'
import { Timestamp } from '../ui/display/Timestamp.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { NO_VALUE } from '../format/noValue.ts'
import { documentName } from '../pages/messages/documents.ts'
import { PartyName } from '../pages/messages/PartyName.tsx'
import { dryRunLabels, outcomeLabels, outcomeTones } from './outcomes.ts'
import { OutcomeReason } from './OutcomeReason.tsx'

const text = localize(
  {
    results: 'Resultado de cada mensaje',
    dryRunResults: 'Resultado previsto de cada mensaje',
    message: 'Mensaje',
    received: 'Recibido',
    sender: 'Remitente',
    outcome: 'Resultado',
    why: 'Motivo',
    none: 'Ninguno',
    noneHint: 'Ningún mensaje ha tenido este resultado.',
  },
  {
    results: 'Outcome of each message',
    dryRunResults: 'Expected outcome of each message',
    message: 'Message',
    received: 'Received',
    sender: 'Sender',
    outcome: 'Outcome',
    why: 'Reason',
    none: 'None',
    noneHint: 'No message had this outcome.',
  },
)

type Props = {
  results: readonly ReplayResult[]
  isDryRun: boolean
  /** Whether messages open in a new tab, so that the dialog stays open. */
  opensInNewTab?: boolean
}

type Row = ReplayResult & { messageRow: MessageRow | undefined }

/** The actual or, in a dry run, expected outcome of each message. */
export function ResultTable({ results, isDryRun, opensInNewTab = false }: Props) {
  const ids = useMemo(() => results.map(({ messageId }) => messageId), [results])
  const messages = useMessagesById(ids)
  return (
    <DataTable<Row>
      label={isDryRun ? text.dryRunResults : text.results}
      columns={createColumns(isDryRun, opensInNewTab)}
      rows={results.map((result) => ({ ...result, messageRow: messages.get(result.messageId) }))}
      getRowId={({ messageId }) => messageId}
      empty={<EmptyState title={text.none} hint={text.noneHint} />}
    />
  )
}

const createColumns = (isDryRun: boolean, opensInNewTab: boolean): readonly Column<Row>[] => [
  {
    id: 'message',
    title: text.message,
    width: 116,
    wide: true,
    cell: ({ messageId, messageRow }) => (
      <RowLink to="/messages/$id" params={{ id: messageId }} {...(opensInNewTab && { target: '_blank' })}>
        {messageRow ? documentName(messageRow) : messageId.slice(0, 8)}
      </RowLink>
    ),
  },
  {
    id: 'received',
    title: text.received,
    width: 136,
    cell: ({ messageRow }) => (messageRow ? <Timestamp at={messageRow.receivedAt} /> : NO_VALUE),
    timeOf: ({ messageRow }) => messageRow?.receivedAt,
  },
  { id: 'sender', title: text.sender, cell: ({ messageRow }) => <PartyName party={messageRow?.sender ?? null} /> },
  {
    id: 'outcome',
    title: text.outcome,
    width: 146,
    cell: ({ outcome }) => (
      <StatusDot tone={outcomeTones[outcome]}>{(isDryRun ? dryRunLabels : outcomeLabels)[outcome]}</StatusDot>
    ),
  },
  { id: 'why', title: text.why, width: 300, wide: 'last', cell: (result) => <OutcomeReason result={result} /> },
]
