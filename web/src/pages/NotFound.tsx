import { Link } from '@tanstack/react-router'
import { words } from '../language.ts'
import { titles } from '../titles.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import classes from '../ui/Failure.module.css'

const text = words(
  { missing: 'Esta página no existe.', home: 'Volver al resumen' },
  { missing: 'There is no such page.', home: 'Back to the overview' },
)

/** The page for a path that matches no route. */
export function NotFound() {
  return (
    <>
      <PageHeader title={titles.unknown} />
      <div className={classes.failure}>
        <p>
          <strong>{text.missing}</strong>
        </p>
        <p>
          <Link to="/">{text.home}</Link>
        </p>
      </div>
    </>
  )
}
