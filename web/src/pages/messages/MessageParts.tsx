import { isWaiting, type Message } from '../../api/messages.ts'
import { words } from '../../language.ts'
import { Nothing } from '../../ui/Nothing.tsx'
import { AttemptsView } from './AttemptsView.tsx'
import { DocumentView } from './DocumentView.tsx'
import { statusMeanings } from './statuses.ts'
import { TextView } from './TextView.tsx'
import { ViewNav } from './ViewNav.tsx'
import { type MessageView } from './views.ts'
import { WarningsView } from './WarningsView.tsx'

const text = words(
  { noDocument: 'No hay documento guardado', waits: 'Todavía no hay documento' },
  { noDocument: 'No document is stored', waits: 'There is no document yet' },
)

/** One part of a message at a time; by default its document, or its text if it has no document. */
export function MessageParts({ message, view, line }: { message: Message } & MessageView) {
  const current = view ?? (message.decoded ? 'document' : 'text')
  const warnings = message.attempts.at(-1)?.warnings ?? []
  return (
    <>
      <ViewNav message={message} current={current} />
      {current === 'document' && <Document message={message} />}
      {current === 'warnings' && <WarningsView messageId={message.id} warnings={warnings} />}
      {current === 'text' && <TextView messageId={message.id} warnings={warnings} line={line} />}
      {current === 'attempts' && <AttemptsView attempts={message.attempts} />}
    </>
  )
}

function Document({ message }: { message: Message }) {
  if (message.decoded) return <DocumentView messageId={message.id} document={message.decoded} />
  return <Nothing title={isWaiting(message) ? text.waits : text.noDocument} hint={statusMeanings[message.status]} />
}
