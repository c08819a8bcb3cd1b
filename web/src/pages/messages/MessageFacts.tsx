import { Link } from '@tanstack/react-router'
import { type Message } from '../../api/messages/messages.ts'
import { localize } from '../../i18n.ts'
import { DescriptionList, type Fact, itemsOf } from '../../ui/display/DescriptionList.tsx'
import { formatDate, formatExactTime } from '../../format/formatTime.ts'
import { documentNames, documentName } from './documents.ts'
import classes from './PartyName.module.css'

const text = localize(
  {
    names: {
      received: 'Recibido',
      sender: 'Remitente',
      receiver: 'Destinatario',
      library: 'Librería',
      document: 'Documento',
      date: 'Fecha del documento',
      encoding: 'Codificación',
      id: 'Identificador',
    },
    messages: 'sus mensajes',
  },
  {
    names: {
      received: 'Received',
      sender: 'Sender',
      receiver: 'Receiver',
      library: 'Bookshop',
      document: 'Document',
      date: 'Date of the document',
      encoding: 'Encoding',
      id: 'Id',
    },
    messages: 'its messages',
  },
)

/** The time of arrival of a message, its sender, receiver and document, and its ids. */
export const MessageFacts = ({ message }: { message: Message | undefined }) => (
  <DescriptionList items={itemsOf(facts, message)} />
)

const { names } = text

const facts: readonly Fact<Message>[] = [
  { name: names.received, valueOf: ({ receivedAt }) => formatExactTime(receivedAt) },
  { name: names.sender, valueOf: ({ sender }) => sender && <PartyFact party={sender} role="sender" /> },
  { name: names.receiver, valueOf: ({ receiver }) => receiver && <PartyFact party={receiver} role="receiver" /> },
  {
    name: names.library,
    valueOf: ({ library }) =>
      library && (
        <Link to="/libraries/$code" params={{ code: library.id }}>
          {library.name}
        </Link>
      ),
  },
  { name: names.document, valueOf: documentText },
  { name: names.date, valueOf: ({ decoded }) => (decoded?.date ? formatDate(decoded.date) : null) },
  { name: names.encoding, valueOf: ({ decoded }) => decoded?.encoding ?? null },
  { name: names.id, valueOf: ({ id }) => <code className={classes.unknown}>{id}</code> },
]

function documentText(message: Message): string {
  const kind = documentNames[message.document ?? '']
  return `${documentName(message)}${kind === undefined ? '' : `, ${kind}`}`
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
