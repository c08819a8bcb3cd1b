import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocalStorage } from '@mantine/hooks'

/** Where `g` and then a letter leads. */
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

/** The keys that open the search from anywhere, as this computer's keyboard has them. */
export const searchKeys: readonly string[] = isApple ? ['⌘', 'K'] : ['Ctrl', 'K']

/** So long after `g` a letter still belongs to it. */
const SEQUENCE_MS = 1200

type Deeds = { onSearch: () => void; onHelp: () => void; onGo: (key: GoKey) => void }

/** Whether keys without Ctrl or ⌘ do anything; speech input may have them switched off. */
export function usePlainKeys() {
  return useLocalStorage({ key: 'vigia.plain-keys', defaultValue: true, getInitialValueInEffect: false })
}

/** Listens to the shortcuts that hold on every page. */
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

// Keys belong to whoever is writing, and to an open dialog.
const isTaken = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  ctrlKey ||
  metaKey ||
  altKey ||
  (target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], [role=menu]') !== null) ||
  document.querySelector('[role=dialog][aria-modal=true]') !== null

const isGoKey = (key: string): key is GoKey => Object.hasOwn(goKeys, key)
