import { Link } from '@tanstack/react-router'
import { words } from '../language.ts'
import classes from '../ui/Failure.module.css'

const text = words(
  { missing: 'Esta página no existe.', home: 'Volver al inicio' },
  { missing: 'There is no such page.', home: 'Back to the start' },
)

/** An address that leads nowhere. */
export function NotFound() {
  return (
    <main className={classes.failure}>
      <p>
        <strong>{text.missing}</strong>
      </p>
      <p>
        <Link to="/">{text.home}</Link>
      </p>
    </main>
  )
}
