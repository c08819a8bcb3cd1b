import { type MessageRow } from '../../api/messages.ts'
import { words } from '../../language.ts'
import { type Column } from '../../ui/table/columns.ts'
import { RowLink } from '../../ui/table/RowLink.tsx'
import { When } from '../../ui/When.tsx'
import { common, UNKNOWN } from '../../ui/words.ts'
import { CodeSentence } from './CodeSentence.tsx'
import classes from './CodeSentence.module.css'
import { documentNames, nameOf } from './documents.ts'
import { PartyName } from './PartyName.tsx'
import { SelectMessage } from './SelectMessage.tsx'
import { StatusMark } from './StatusMark.tsx'
import { type Selection } from './useSelection.ts'

const text = words(
  {
    select: 'Selección',
    received: 'Recibido',
    document: 'Documento',
    sender: 'Remitente',
    receiver: 'Destinatario',
    code: 'Código',
  },
  {
    select: 'Selection',
    received: 'Received',
    document: 'Document',
    sender: 'Sender',
    receiver: 'Receiver',
    code: 'Code',
  },
)

const columns: readonly Column<MessageRow>[] = [
  { id: 'receivedAt', title: text.received, width: 124, cell: ({ receivedAt }) => <When at={receivedAt} /> },
  {
    id: 'document',
    title: text.document,
    width: 108,
    wide: true,
    cell: (message) => (
      <RowLink to="/messages/$id" params={{ id: message.id }} title={documentNames[message.document ?? '']}>
        {nameOf(message)}
      </RowLink>
    ),
  },
  { id: 'sender', title: text.sender, cell: ({ sender }) => <PartyName party={sender} /> },
  { id: 'receiver', title: text.receiver, cell: ({ receiver }) => <PartyName party={receiver} /> },
  { id: 'status', title: common.state, width: 134, cell: ({ status }) => <StatusMark status={status} /> },
  {
    id: 'code',
    title: text.code,
    width: 284,
    wide: 'last',
    cell: ({ code, problem }) =>
      code === null ? <span className={classes.none}>{UNKNOWN}</span> : <CodeSentence code={code} problem={problem} />,
  },
]

/** The columns of the list, with a checkbox column if the operator may act on a selection. */
export const columnsWith = (selection: Selection | null): readonly Column<MessageRow>[] =>
  selection === null
    ? columns
    : [
        {
          id: 'select',
          title: text.select,
          isTitleHidden: true,
          width: 40,
          cell: (message) => <SelectMessage message={message} selection={selection} />,
        },
        ...columns,
      ]
