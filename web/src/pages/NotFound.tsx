import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { localize } from '../i18n.ts'
import { pageTitles } from '../pageTitles.ts'
import { useShowSearch } from '../shell/search/showSearch.ts'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import classes from '../ui/feedback/LoadError.module.css'

const text = localize(
  { missing: 'Esta página no existe.', search: 'Buscar en Vigía', home: 'Volver al resumen' },
  { missing: 'There is no such page.', search: 'Search Vigía', home: 'Back to the overview' },
)

/** The page for a path that matches no route: offers the search. */
export function NotFound() {
  const showSearch = useShowSearch()
  return (
    <>
      <PageHeader title={pageTitles.unknown} />
      <div className={classes.error}>
        <p>
          <strong>{text.missing}</strong>
        </p>
        <Button size="xs" my="sm" onClick={showSearch}>
          {text.search}
        </Button>
        <p>
          <Link to="/">{text.home}</Link>
        </p>
      </div>
    </>
  )
}
