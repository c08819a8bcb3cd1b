import { type KeyboardEvent, useEffect, useState } from 'react'
import { type Item } from './items.ts'

type Options = {
  items: readonly Item[]
  /** Whether what is shown belongs to what was typed. */
  isSettled: boolean
  onChoose: (item: Item, anew: boolean) => void
  onClose: () => void
}

/**
 * Which item is chosen: the first, until the arrows or the pointer say otherwise. Enter that comes before the service has
 * answered waits for the answer, rather than opening what belongs to an earlier one.
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
    /** Something else is looked for: the first is chosen again. */
    begin: () => {
      setPicked(null)
      setAwaited(false)
    },
  }
}
