import { type MessageRow } from '../../../api/messages/messages.ts'
import { localize } from '../../../i18n.ts'
import { type Column } from '../../../ui/table/columns.ts'
import { RowLink } from '../../../ui/table/RowLink.tsx'
import { Timestamp } from '../../../ui/display/Timestamp.tsx'
import { commonLabels } from '../../../ui/labels.ts'
import { NO_VALUE } from '../../../format/noValue.ts'
import { CodeExplanation } from '../CodeExplanation.tsx'
import classes from '../CodeExplanation.module.css'
import { documentNames, documentName } from '../documents.ts'
import { PartyName } from '../PartyName.tsx'
import { SelectMessage } from './SelectMessage.tsx'
import { StatusBadge } from '../StatusBadge.tsx'
import { type MessageSelection } from './useSelection.ts'

const text = localize(
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
  {
    id: 'receivedAt',
    isClear: true,
    title: text.received,
    width: 136,
    cell: ({ receivedAt }) => <Timestamp at={receivedAt} />,
    timeOf: ({ receivedAt }) => receivedAt,
  },
  {
    id: 'document',
    title: text.document,
    width: 108,
    wide: true,
    cell: (message) => (
      <RowLink to="/messages/$id" params={{ id: message.id }} title={documentNames[message.document ?? '']}>
        {documentName(message)}
      </RowLink>
    ),
  },
  { id: 'sender', title: text.sender, cell: ({ sender }) => <PartyName party={sender} /> },
  { id: 'receiver', title: text.receiver, cell: ({ receiver }) => <PartyName party={receiver} /> },
  {
    id: 'status',
    isClear: true,
    title: commonLabels.state,
    width: 134,
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    id: 'code',
    title: text.code,
    width: 284,
    wide: 'last',
    cell: ({ code }) =>
      code === null ? <span className={classes.none}>{NO_VALUE}</span> : <CodeExplanation code={code} />,
  },
]

/** The columns of the list, with a checkbox column if the operator may act on a selection. */
export const columnsWith = (selection: MessageSelection | null): readonly Column<MessageRow>[] =>
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
