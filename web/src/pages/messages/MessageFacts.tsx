import { type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { type Message } from '../../api/messages/messages.ts'
import { localize } from '../../i18n.ts'
import { DescriptionList } from '../../ui/display/DescriptionList.tsx'
import { formatDate, formatExactTime } from '../../format/formatTime.ts'
import { documentNames, documentName } from './documents.ts'
import classes from './PartyName.module.css'

const text = localize(
  {
    names: [
      'Recibido',
      'Remitente',
      'Destinatario',
      'Librería',
      'Documento',
      'Fecha del documento',
      'Codificación',
      'Identificador',
    ],
    messages: 'sus mensajes',
  },
  {
    names: ['Received', 'Sender', 'Receiver', 'Bookshop', 'Document', 'Date of the document', 'Encoding', 'Id'],
    messages: 'its messages',
  },
)

/** The time of arrival of a message, its sender, receiver and document, and its ids. */
export function MessageFacts({ message }: { message: Message | undefined }) {
  return <DescriptionList names={text.names} values={message && messageDetails(message)} />
}

function messageDetails({ id, receivedAt, sender, receiver, library, decoded, ...rest }: Message): ReactNode[] {
  const kind = documentNames[rest.document ?? '']
  return [
    formatExactTime(receivedAt),
    sender && <PartyFact key="sender" party={sender} role="sender" />,
    receiver && <PartyFact key="receiver" party={receiver} role="receiver" />,
    library && (
      <Link key="library" to="/libraries/$code" params={{ code: library.id }}>
        {library.name}
      </Link>
    ),
    `${documentName(rest)}${kind === undefined ? '' : `, ${kind}`}`,
    decoded?.date && formatDate(decoded.date),
    decoded?.encoding,
    <code key="id" className={classes.unknown}>
      {id}
    </code>,
  ]
}

function PartyFact({ party, role }: { party: NonNullable<Message['sender']>; role: 'sender' | 'receiver' }) {
  const { id, name } = party
  return (
    <>
      {name ?? id}
      <span className={classes.id}>
        {name !== null && `${id} · `}
        <Link to="/messages" search={{ [role]: id }}>
          {text.messages}
        </Link>
      </span>
    </>
  )
}
