import { type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { type Message } from '../../api/messages.ts'
import { words } from '../../language.ts'
import { Facts } from '../../ui/Facts.tsx'
import { showDate, showExactTime } from '../../ui/times.ts'
import { documentNames, nameOf } from './documents.ts'
import classes from './PartyName.module.css'

const text = words(
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

/** When a message arrived, its sender, receiver and document, and its ids. */
export function MessageFacts({ message }: { message: Message | undefined }) {
  return <Facts names={text.names} values={message && valuesOf(message)} />
}

function valuesOf({ id, receivedAt, sender, receiver, library, decoded, ...told }: Message): ReactNode[] {
  const kind = documentNames[told.document ?? '']
  return [
    showExactTime(receivedAt),
    sender && <PartyFact key="sender" party={sender} role="sender" />,
    receiver && <PartyFact key="receiver" party={receiver} role="receiver" />,
    library && (
      <Link key="library" to="/libraries/$code" params={{ code: library.id }}>
        {library.name}
      </Link>
    ),
    `${nameOf(told)}${kind === undefined ? '' : `, ${kind}`}`,
    decoded?.date && showDate(decoded.date),
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
