import { Link } from '@tanstack/react-router'
import { type Message } from '../../../api/messages/messages.ts'
import { localize } from '../../../i18n.ts'
import { formatInteger } from '../../../format/formatNumber.ts'
import tabs from '../../../ui/layout/Tabs.module.css'
import { hasChain } from './hasChain.ts'
import { messageTabs, type MessageTab } from './views.ts'
import classes from './ViewTabs.module.css'

const text = localize(
  {
    label: 'Partes del mensaje',
    document: 'Documento',
    chain: 'Cadena',
    warnings: 'Avisos',
    text: 'Texto',
    attempts: 'Intentos',
  },
  {
    label: 'Parts of the message',
    document: 'Document',
    chain: 'Chain',
    warnings: 'Warnings',
    text: 'Text',
    attempts: 'Attempts',
  },
)

/** Links to the parts of a message's page. */
export function ViewTabs({ message, current }: { message: Message; current: MessageTab }) {
  const counts: Partial<Record<MessageTab, number>> = {
    warnings: message.attempts.at(-1)?.warnings.length ?? 0,
    attempts: message.attempts.length,
  }
  return (
    <nav className={`${tabs.tabs ?? ''} ${classes.views ?? ''}`} aria-label={text.label}>
      {messageTabs
        .filter((view) => view !== 'chain' || hasChain(message))
        .map((view) => (
          <Link
            key={view}
            to="/messages/$id"
            params={{ id: message.id }}
            search={{ view }}
            replace
            resetScroll={false}
            className={tabs.tab}
            data-current={view === current || undefined}
            aria-current={view === current ? 'page' : undefined}
          >
            {text[view]}
            {counts[view] !== undefined && <span className={tabs.count}>{formatInteger(counts[view])}</span>}
          </Link>
        ))}
    </nav>
  )
}
