import { words } from '../language.ts'
import { Keys } from './Keys.tsx'
import classes from './SearchPalette.module.css'

const text = words(
  { move: 'moverse', open: 'abrir', close: 'cerrar', apart: 'en otra pestaña' },
  { move: 'move', open: 'open', close: 'close', apart: 'in another tab' },
)

const hints: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['↑', '↓'], does: text.move },
  { keys: ['↵'], does: text.open },
  { keys: ['Ctrl', '↵'], does: text.apart },
  { keys: ['Esc'], does: text.close },
]

/** Hints for the palette's keys; hidden on small screens and from assistive technology. */
export function KeyHints() {
  return (
    <p className={classes.hints} aria-hidden="true">
      {hints.map(({ keys, does }) => (
        <span key={does} className={classes.hint}>
          <Keys keys={keys} /> {does}
        </span>
      ))}
    </p>
  )
}
