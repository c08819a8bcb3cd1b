import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocalStorage } from '@mantine/hooks'
import { type NavigationPage, useNavigationPages } from './navigation/navigation.ts'

const isApple = /mac|iphone|ipad/iu.test(navigator.userAgent)

/** Keys that open the search from any page, as labelled on this computer's keyboard. */
export const searchKeys: readonly string[] = isApple ? ['⌘', 'K'] : ['Ctrl', 'K']

/** Maximum time between `g` and the letter, in milliseconds. */
const SEQUENCE_MS = 1200

type ShortcutHandlers = { onSearch: () => void; onHelp: () => void; onNavigate: (page: NavigationPage) => void }

/** Whether shortcuts without Ctrl or ⌘ are enabled; users of speech input may switch them off. */
export function usePlainKeys() {
  return useLocalStorage({ key: 'vigia.plain-keys', defaultValue: true, getInitialValueInEffect: false })
}

/** Handles the global keyboard shortcuts; `g` and a letter open the pages that the operator may see. */
export function useShortcuts({ onSearch, onHelp, onNavigate }: ShortcutHandlers): void {
  const [plainKeys] = usePlainKeys()
  const pages = useNavigationPages()
  const sequenceStartedAt = useRef(-Infinity)

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.isComposing) return
    if (isSearchShortcut(event)) handle(event, onSearch)
    else if (plainKeys && !isIgnored(event)) onPlainKey(event)
  })
  const onPlainKey = (event: KeyboardEvent) => {
    const isSequence = event.timeStamp - sequenceStartedAt.current < SEQUENCE_MS
    sequenceStartedAt.current = event.key === 'g' ? event.timeStamp : -Infinity
    const page = isSequence ? pages.find(({ key }) => key === event.key) : undefined
    if (page) {
      handle(event, () => {
        onNavigate(page)
      })
    } else if (event.key === '/') handle(event, onSearch)
    else if (event.key === '?') handle(event, onHelp)
  }

  useEffect(() => {
    window.addEventListener('keydown', onKeyDown)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}

function handle(event: KeyboardEvent, handler: () => void) {
  event.preventDefault()
  handler()
}

const isSearchShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey

// Whether to ignore a key: it has a modifier, is typed into a field or a menu, or is pressed while a modal dialog is
// open.
const isIgnored = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  ctrlKey ||
  metaKey ||
  altKey ||
  (target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], [role=menu]') !== null) ||
  document.querySelector('[role=dialog][aria-modal=true]') !== null
