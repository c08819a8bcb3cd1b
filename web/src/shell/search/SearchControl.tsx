import { localize } from '../../i18n.ts'
import { SearchIcon } from './SearchIcon.tsx'
import classes from './SearchControl.module.css'
import { searchKeys } from '../shortcuts.ts'
import { useShowSearch } from './showSearch.ts'

const text = localize({ search: 'Buscar' }, { search: 'Search' })

/** The button of the top bar that opens the search. */
export function SearchControl() {
  const showSearch = useShowSearch()
  return (
    <button
      type="button"
      className={classes.control}
      aria-haspopup="dialog"
      aria-keyshortcuts={`${searchKeys[0] === '⌘' ? 'Meta' : 'Control'}+K`}
      onClick={showSearch}
    >
      <SearchIcon />
      <span className={classes.label}>{text.search}</span>
      <kbd className={classes.keys} aria-hidden="true">
        {searchKeys.join(searchKeys[0] === '⌘' ? '' : ' ')}
      </kbd>
    </button>
  )
}
