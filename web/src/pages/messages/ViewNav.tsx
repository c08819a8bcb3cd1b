import { Link } from '@tanstack/react-router'
import { type Message } from '../../api/messages.ts'
import { words } from '../../language.ts'
import { showWhole } from '../../ui/numbers.ts'
import { views, type View } from './views.ts'
import classes from './ViewNav.module.css'

const text = words(
  { label: 'Partes del mensaje', document: 'Documento', warnings: 'Avisos', text: 'Texto', attempts: 'Intentos' },
  { label: 'Parts of the message', document: 'Document', warnings: 'Warnings', text: 'Text', attempts: 'Attempts' },
)

/** Links to the parts of a message's page. */
export function ViewNav({ message, current }: { message: Message; current: View }) {
  const counts: Partial<Record<View, number>> = {
    warnings: message.attempts.at(-1)?.warnings.length ?? 0,
    attempts: message.attempts.length,
  }
  return (
    <nav className={classes.views} aria-label={text.label}>
      {views.map((view) => (
        <Link
          key={view}
          to="/messages/$id"
          params={{ id: message.id }}
          search={{ view }}
          replace
          resetScroll={false}
          className={classes.view}
          data-current={view === current || undefined}
          aria-current={view === current ? 'page' : undefined}
        >
          {text[view]}
          {counts[view] !== undefined && <span className={classes.count}>{showWhole(counts[view])}</span>}
        </Link>
      ))}
    </nav>
  )
}
