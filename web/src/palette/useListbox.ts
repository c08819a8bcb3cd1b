import { type KeyboardEvent, useEffect, useState } from 'react'
import { type PaletteItem } from './paletteItem.ts'

type Options = {
  items: readonly PaletteItem[]
  /** Whether the displayed items belong to the typed text. */
  isSettled: boolean
  onChoose: (item: PaletteItem, inNewTab: boolean) => void
  onClose: () => void
}

/**
 * State of the active option: the first one, until the arrow keys or the pointer select another. If Enter is pressed
 * before the search response, it waits for the response instead of opening a hit of an earlier search.
 */
export function useListbox({ items, isSettled, onChoose, onClose }: Options) {
  const [pickedId, setPickedId] = useState<string | null>(null)
  const [isEnterPending, setEnterPending] = useState(false)
  const activeIndex = Math.max(
    0,
    items.findIndex(({ id }) => id === pickedId),
  )
  const active = items[activeIndex]
  const isPicked = active?.id === pickedId

  useEffect(() => {
    if (!isEnterPending || !isSettled) return
    setEnterPending(false)
    if (active) onChoose(active, false)
  }, [isEnterPending, isSettled, active, onChoose])

  const move = (offset: number) => {
    const next = items[(activeIndex + offset + items.length) % items.length]
    if (next) setPickedId(next.id)
  }
  const enter = (inNewTab: boolean) => {
    if (active && (isSettled || isPicked || !active.isHit)) onChoose(active, inNewTab)
    else if (!isSettled) setEnterPending(true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const handler = {
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
    if (!handler) return
    event.preventDefault()
    handler()
  }
  return {
    activeId: active?.id,
    onKeyDown,
    activate: setPickedId,
    /** Resets to the first option when the search text changes. */
    reset: () => {
      setPickedId(null)
      setEnterPending(false)
    },
  }
}
