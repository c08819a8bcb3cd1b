import { useMemo } from 'react'
import { type MessageRow, useMessagesOf } from '../../api/messages.ts'
import { type ReplayResult } from '../../api/replays.ts'
import { words } from '../../language.ts'
import { type Column } from '../../ui/table/columns.ts'
import { RecordTable } from '../../ui/table/RecordTable.tsx'
import { RowLink } from '../../ui/table/RowLink.tsx'
import { ToneMark } from '../../ui/ToneMark.tsx'
import { When } from '../../ui/When.tsx'
import { Nothing } from '../../ui/Nothing.tsx'
import { UNKNOWN } from '../../ui/words.ts'
import { nameOf } from '../messages/documents.ts'
import { PartyName } from '../messages/PartyName.tsx'
import { foreseenLabels, outcomeLabels, outcomeTones } from './outcomes.ts'
import { WhySo } from './WhySo.tsx'

const text = words(
  {
    results: 'Qué ha sido de cada mensaje',
    foreseen: 'Qué sería de cada mensaje',
    message: 'Mensaje',
    received: 'Recibido',
    sender: 'Remitente',
    outcome: 'Resultado',
    why: 'Por qué',
    none: 'Ninguno',
    noneSo: 'Ningún mensaje ha tenido este resultado.',
  },
  {
    results: 'What became of each message',
    foreseen: 'What would become of each message',
    message: 'Message',
    received: 'Received',
    sender: 'Sender',
    outcome: 'Outcome',
    why: 'Why',
    none: 'None',
    noneSo: 'No message had this outcome.',
  },
)

type Props = {
  results: readonly ReplayResult[]
  isDryRun: boolean
  /** Whether messages open in a new tab, so that the dialog stays open. */
  opensBeside?: boolean
}

type Row = ReplayResult & { of: MessageRow | undefined }

/** The actual or, in a dry run, expected outcome of each message. */
export function ResultTable({ results, isDryRun, opensBeside = false }: Props) {
  const ids = useMemo(() => results.map(({ messageId }) => messageId), [results])
  const messages = useMessagesOf(ids)
  return (
    <RecordTable<Row>
      label={isDryRun ? text.foreseen : text.results}
      columns={columnsOf(isDryRun, opensBeside)}
      rows={results.map((result) => ({ ...result, of: messages.get(result.messageId) }))}
      idOf={({ messageId }) => messageId}
      empty={<Nothing title={text.none} hint={text.noneSo} />}
    />
  )
}

const columnsOf = (isDryRun: boolean, opensBeside: boolean): readonly Column<Row>[] => [
  {
    id: 'message',
    title: text.message,
    width: 116,
    wide: true,
    cell: ({ messageId, of }) => (
      <RowLink to="/messages/$id" params={{ id: messageId }} {...(opensBeside && { target: '_blank' })}>
        {of ? nameOf(of) : messageId.slice(0, 8)}
      </RowLink>
    ),
  },
  {
    id: 'received',
    title: text.received,
    width: 116,
    cell: ({ of }) => (of ? <When at={of.receivedAt} /> : UNKNOWN),
  },
  { id: 'sender', title: text.sender, cell: ({ of }) => <PartyName party={of?.sender ?? null} /> },
  {
    id: 'outcome',
    title: text.outcome,
    width: 146,
    cell: ({ outcome }) => (
      <ToneMark tone={outcomeTones[outcome]}>{(isDryRun ? foreseenLabels : outcomeLabels)[outcome]}</ToneMark>
    ),
  },
  { id: 'why', title: text.why, width: 300, wide: 'last', cell: (result) => <WhySo result={result} /> },
]
