import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocalStorage } from '@mantine/hooks'

/** Page that `g` followed by a letter opens. */
export const goKeys = {
  r: 'overview',
  l: 'libraries',
  c: 'customers',
  i: 'integrations',
  e: 'endpoints',
  a: 'audit',
} as const

export type GoKey = keyof typeof goKeys

const isApple = /mac|iphone|ipad/iu.test(navigator.userAgent)

/** Keys that open the search from any page, as labelled on this computer's keyboard. */
export const searchKeys: readonly string[] = isApple ? ['⌘', 'K'] : ['Ctrl', 'K']

/** Maximum time between `g` and the letter, in milliseconds. */
const SEQUENCE_MS = 1200

type Deeds = { onSearch: () => void; onHelp: () => void; onGo: (key: GoKey) => void }

/** Whether shortcuts without Ctrl or ⌘ are enabled; users of speech input may switch them off. */
export function usePlainKeys() {
  return useLocalStorage({ key: 'vigia.plain-keys', defaultValue: true, getInitialValueInEffect: false })
}

/** Handles the global keyboard shortcuts. */
export function useShortcuts({ onSearch, onHelp, onGo }: Deeds): void {
  const [plainKeys] = usePlainKeys()
  const wentAt = useRef(-Infinity)

  const listen = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.isComposing) return
    if (isSearch(event)) take(event, onSearch)
    else if (plainKeys && !isTaken(event)) listenPlain(event)
  })
  const listenPlain = (event: KeyboardEvent) => {
    const isSequence = event.timeStamp - wentAt.current < SEQUENCE_MS
    wentAt.current = event.key === 'g' ? event.timeStamp : -Infinity
    if (isSequence && isGoKey(event.key)) {
      const { key } = event
      take(event, () => {
        onGo(key)
      })
    } else if (event.key === '/') take(event, onSearch)
    else if (event.key === '?') take(event, onHelp)
  }

  useEffect(() => {
    window.addEventListener('keydown', listen)
    return () => {
      window.removeEventListener('keydown', listen)
    }
  }, [])
}

function take(event: KeyboardEvent, deed: () => void) {
  event.preventDefault()
  deed()
}

const isSearch = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey

// Ignore keys with a modifier, typed into a field or a menu, or pressed while a modal dialog is open.
const isTaken = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  ctrlKey ||
  metaKey ||
  altKey ||
  (target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], [role=menu]') !== null) ||
  document.querySelector('[role=dialog][aria-modal=true]') !== null

const isGoKey = (key: string): key is GoKey => Object.hasOwn(goKeys, key)
