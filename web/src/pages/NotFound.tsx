import { Link } from '@tanstack/react-router'
import classes from '../ui/Failure.module.css'

/** An address that leads nowhere. */
export function NotFound() {
  return (
    <main className={classes.failure}>
      <p>
        <strong>Esta página no existe.</strong>
      </p>
      <p>
        <Link to="/">Volver al inicio</Link>
      </p>
    </main>
  )
}
