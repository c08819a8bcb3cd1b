import { type KeyboardEvent, useEffect, useState } from 'react'
import { type Item } from './items.ts'

type Options = {
  items: readonly Item[]
  /** Whether the displayed items belong to the typed text. */
  isSettled: boolean
  onChoose: (item: Item, anew: boolean) => void
  onClose: () => void
}

/**
 * State of the active option: the first, until the arrow keys or the pointer pick another. Enter pressed before the
 * search response waits for it, rather than opening a hit of an earlier search.
 */
export function useChoice({ items, isSettled, onChoose, onClose }: Options) {
  const [picked, setPicked] = useState<string | null>(null)
  const [isAwaited, setAwaited] = useState(false)
  const place = Math.max(
    0,
    items.findIndex(({ id }) => id === picked),
  )
  const active = items[place]
  const isPicked = active?.id === picked

  useEffect(() => {
    if (!isAwaited || !isSettled) return
    setAwaited(false)
    if (active) onChoose(active, false)
  }, [isAwaited, isSettled, active, onChoose])

  const move = (by: number) => {
    const next = items[(place + by + items.length) % items.length]
    if (next) setPicked(next.id)
  }
  const enter = (anew: boolean) => {
    if (active && (isSettled || isPicked || !active.found)) onChoose(active, anew)
    else if (!isSettled) setAwaited(true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const deed = {
      ArrowDown: () => {
        move(1)
      },
      ArrowUp: () => {
        move(-1)
      },
      Enter: () => {
        enter(event.ctrlKey || event.metaKey)
      },
      Escape: onClose,
    }[event.key]
    if (!deed) return
    event.preventDefault()
    deed()
  }
  return {
    activeId: active?.id,
    onKeyDown,
    pick: setPicked,
    /** Resets to the first option when the search text changes. */
    begin: () => {
      setPicked(null)
      setAwaited(false)
    },
  }
}
