import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useRouter } from '@tanstack/react-router'
import { useShortcuts } from '../shortcuts.ts'
import { isServerAway } from '../../api/client/connectionState.ts'
import { lazyComponent } from '../../api/lazyComponent.ts'
import { ShowSearch } from './showSearch.ts'

const loadPalette = () => import('../../palette/SearchPalette.tsx')
const SearchPalette = lazyComponent(async () => (await loadPalette()).SearchPalette)
const ShortcutsDialog = lazyComponent(async () => (await import('../../palette/ShortcutsDialog.tsx')).ShortcutsDialog)

/** Delay after the first render before the palette is preloaded, so that it opens without waiting. */
const PRELOAD_AFTER_MS = 2_000

type OpenDialog = 'search' | 'help' | null

/**
 * Provides the function that opens the search, renders the search and help dialogs, and handles the global keyboard
 * shortcuts.
 */
export function SearchProvider({ children }: { children: ReactNode }) {
  const { openDialog, show, close, closeForNavigation } = useDialogs()
  const { history } = useRouter()
  const showSearch = () => {
    show('search')
  }
  const showHelp = () => {
    show('help')
  }
  useShortcuts({
    onSearch: openDialog === 'search' ? close : showSearch,
    onHelp: showHelp,
    onNavigate: ({ to }) => {
      history.push(to)
    },
  })
  usePalettePreload()
  return (
    <ShowSearch value={showSearch}>
      {children}
      <Suspense>
        {openDialog === 'search' && <SearchPalette onClose={close} onNavigate={closeForNavigation} onHelp={showHelp} />}
        {openDialog === 'help' && <ShortcutsDialog onClose={close} />}
      </Suspense>
    </ShowSearch>
  )
}

/**
 * State of the dialogs. `close` returns the focus to where it was; `closeForNavigation` moves it to the next page's
 * content.
 */
function useDialogs() {
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null)
  const previousFocus = useRef<Element | null>(null)
  const show = (dialog: OpenDialog) => {
    if (openDialog === null) previousFocus.current = document.activeElement
    setOpenDialog(dialog)
  }
  const close = () => {
    setOpenDialog(null)
    if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus({ preventScroll: true })
  }
  const closeForNavigation = () => {
    setOpenDialog(null)
    document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true })
  }
  return { openDialog, show, close, closeForNavigation }
}

function usePalettePreload(): void {
  useEffect(() => {
    // Skipped while the server is unreachable: browsers do not retry a module that failed to load.
    const timer = setTimeout(() => {
      if (!isServerAway()) void loadPalette()
    }, PRELOAD_AFTER_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [])
}
