import { isWaiting, type Message } from '../../../api/messages/messages.ts'
import { localize } from '../../../i18n.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { DocumentChain } from '../../../chain/DocumentChain.tsx'
import { AttemptsView } from './AttemptsView.tsx'
import { DocumentView } from '../document/DocumentView.tsx'
import { hasChain } from './hasChain.ts'
import { statusMeanings } from '../statuses.ts'
import { TextView } from '../document/TextView.tsx'
import { ViewTabs } from './ViewTabs.tsx'
import { type MessageView } from './views.ts'
import { WarningsView } from './WarningsView.tsx'

const text = localize(
  { noDocument: 'No hay documento guardado', waits: 'Todavía no hay documento' },
  { noDocument: 'No document is stored', waits: 'There is no document yet' },
)

/** Shows one part of a message at a time: by default its document, or its text if it has no document. */
export function MessageParts({ message, view, line }: { message: Message } & MessageView) {
  const fallback = message.decoded ? 'document' : 'text'
  const current = view === 'chain' && !hasChain(message) ? fallback : (view ?? fallback)
  const warnings = message.attempts.at(-1)?.warnings ?? []
  return (
    <>
      <ViewTabs message={message} current={current} />
      {current === 'document' && <Document message={message} />}
      {current === 'chain' && message.decoded && <DocumentChain documentId={message.decoded.id} />}
      {current === 'warnings' && <WarningsView messageId={message.id} warnings={warnings} />}
      {current === 'text' && <TextView messageId={message.id} warnings={warnings} line={line} />}
      {current === 'attempts' && <AttemptsView attempts={message.attempts} />}
    </>
  )
}

function Document({ message }: { message: Message }) {
  if (message.decoded) return <DocumentView messageId={message.id} document={message.decoded} />
  return <EmptyState title={isWaiting(message) ? text.waits : text.noDocument} hint={statusMeanings[message.status]} />
}
