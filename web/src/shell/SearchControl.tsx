import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useRouter } from '@tanstack/react-router'
import { words } from '../language.ts'
import { Magnifier } from './Magnifier.tsx'
import classes from './SearchControl.module.css'
import { type GoKey, goKeys, searchKeys, useShortcuts } from './shortcuts.ts'

const loadPalette = () => import('../palette/SearchPalette.tsx')
const SearchPalette = lazy(async () => ({ default: (await loadPalette()).SearchPalette }))
const ShortcutsDialog = lazy(async () => ({
  default: (await import('../palette/ShortcutsDialog.tsx')).ShortcutsDialog,
}))

/** Delay after the first render before the palette is preloaded, so that it opens without waiting. */
const PRELOAD_AFTER_MS = 2_000

type Shown = 'search' | 'help' | null

const text = words({ search: 'Buscar' }, { search: 'Search' })

/** Search button, the dialogs it opens, and the global keyboard shortcuts. */
export function SearchControl() {
  const { shown, show, close, leave } = useShown()
  const { history } = useRouter()
  const go = (key: GoKey) => {
    const page = goKeys[key]
    history.push(page === 'overview' ? '/' : `/${page}`)
  }
  const onSearch = () => {
    if (shown === 'search') close()
    else show('search')
  }
  const onHelp = () => {
    show('help')
  }
  useShortcuts({ onSearch, onHelp, onGo: go })
  usePreload()
  return (
    <>
      <button
        type="button"
        className={classes.control}
        aria-haspopup="dialog"
        aria-expanded={shown === 'search'}
        aria-keyshortcuts={`${searchKeys[0] === '⌘' ? 'Meta' : 'Control'}+K`}
        onClick={onSearch}
      >
        <Magnifier />
        <span className={classes.word}>{text.search}</span>
        <kbd className={classes.keys} aria-hidden="true">
          {searchKeys.join(searchKeys[0] === '⌘' ? '' : ' ')}
        </kbd>
      </button>
      <Suspense>
        {shown === 'search' && <SearchPalette onClose={close} onGone={leave} onHelp={onHelp} />}
        {shown === 'help' && <ShortcutsDialog onClose={close} />}
      </Suspense>
    </>
  )
}

/** State of the dialogs. `close` returns the focus to where it was; `leave` moves it to the next page's content. */
function useShown() {
  const [shown, setShown] = useState<Shown>(null)
  const before = useRef<Element | null>(null)
  const show = (what: Shown) => {
    if (shown === null) before.current = document.activeElement
    setShown(what)
  }
  const close = () => {
    setShown(null)
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
  }
  const leave = () => {
    setShown(null)
    document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true })
  }
  return { shown, show, close, leave }
}

function usePreload(): void {
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette(), PRELOAD_AFTER_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [])
}
