import { localize } from '../i18n.ts'
import { Keys } from './Keys.tsx'
import classes from './SearchPalette.module.css'

const text = localize(
  { move: 'mover', open: 'abrir', close: 'cerrar', newTab: 'en otra pestaña' },
  { move: 'move', open: 'open', close: 'close', newTab: 'in another tab' },
)

const hints: readonly { keys: readonly string[]; action: string }[] = [
  { keys: ['↑', '↓'], action: text.move },
  { keys: ['↵'], action: text.open },
  { keys: ['Ctrl', '↵'], action: text.newTab },
  { keys: ['Esc'], action: text.close },
]

/** Hints for the palette's keys; hidden on small screens and from assistive technology. */
export function KeyHints() {
  return (
    <p className={classes.hints} aria-hidden="true">
      {hints.map(({ keys, action }) => (
        <span key={action} className={classes.hint}>
          <Keys keys={keys} /> {action}
        </span>
      ))}
    </p>
  )
}
