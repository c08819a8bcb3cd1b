import { Link } from '@tanstack/react-router'
import { type TracedDocument } from '../../api/messages/trace.ts'
import { formatDate, formatExactTime } from '../../format/formatTime.ts'
import { localize } from '../../i18n.ts'
import { type Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { RowLink } from '../../ui/table/RowLink.tsx'
import { TableSection } from '../../ui/layout/TableSection.tsx'
import { PartyName } from '../messages/PartyName.tsx'

const text = localize(
  {
    title: 'Documentos',
    purpose: 'Los documentos SINLI de esta traza; cada uno tiene la suya.',
    document: 'Documento',
    date: 'Fecha',
    sender: 'Remitente',
    receiver: 'Destinatario',
    received: 'Recibido',
    trace: 'Traza',
    follow: 'Seguir',
  },
  {
    title: 'Documents',
    purpose: 'The SINLI documents of this trace; each has one of its own.',
    document: 'Document',
    date: 'Date',
    sender: 'Sender',
    receiver: 'Receiver',
    received: 'Received',
    trace: 'Trace',
    follow: 'Follow',
  },
)

const columns: readonly Column<TracedDocument>[] = [
  {
    id: 'document',
    title: text.document,
    wide: true,
    cell: ({ messageId, type, number }) => (
      <RowLink to="/messages/$id" params={{ id: messageId }}>
        {number === null ? type : `${type} ${number}`}
      </RowLink>
    ),
  },
  {
    id: 'date',
    title: text.date,
    width: 120,
    cell: ({ documentDate }) => documentDate && formatDate(documentDate),
  },
  { id: 'sender', title: text.sender, width: 190, cell: ({ sender }) => <PartyName party={sender} /> },
  { id: 'receiver', title: text.receiver, width: 190, cell: ({ receiver }) => <PartyName party={receiver} /> },
  { id: 'received', title: text.received, width: 170, cell: ({ receivedAt }) => formatExactTime(receivedAt) },
  {
    id: 'trace',
    title: text.trace,
    width: 90,
    cell: ({ id }) => (
      <Link to="/trace" search={{ id: `document:${id}` }}>
        {text.follow}
      </Link>
    ),
  },
]

/** The documents of a trace. */
export function TraceDocuments({ documents }: { documents: readonly TracedDocument[] }) {
  return (
    <TableSection title={text.title} purpose={text.purpose}>
      <DataTable label={text.title} columns={columns} rows={documents} getRowId={({ id }) => id} empty={null} />
    </TableSection>
  )
}
