import { useMemo, useState } from 'react'

/** The selected messages among those on screen, and the functions that change the selection. */
export type MessageSelection = {
  ids: readonly string[]
  has: (id: string) => boolean
  /**
   * Selects or deselects a message. With `isRange`, applies the same to every message between it and the previously
   * toggled one.
   */
  toggle: (id: string, isRange: boolean) => void
  isAll: boolean
  toggleAll: () => void
  clear: () => void
}

/** The selection in a list. Messages that are no longer on screen are deselected. */
export function useSelection(visibleIds: readonly string[]): MessageSelection {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [lastToggled, setLastToggled] = useState<string | null>(null)
  return useMemo(() => {
    const ids = visibleIds.filter((id) => selected.has(id))
    const isAll = ids.length > 0 && ids.length === visibleIds.length
    const change = (changed: readonly string[], isSelected: boolean) => {
      const rest = ids.filter((id) => !changed.includes(id))
      setSelected(new Set(isSelected ? [...rest, ...changed] : rest))
    }
    return {
      ids,
      has: (id) => selected.has(id),
      toggle: (id, isRange) => {
        change(isRange && lastToggled !== null ? between(visibleIds, lastToggled, id) : [id], !selected.has(id))
        setLastToggled(id)
      },
      isAll,
      toggleAll: () => {
        change(visibleIds, !isAll)
      },
      clear: () => {
        change(visibleIds, false)
      },
    }
  }, [visibleIds, selected, lastToggled])
}

function between(visibleIds: readonly string[], from: string, to: string): readonly string[] {
  const indexes = [visibleIds.indexOf(from), visibleIds.indexOf(to)]
  if (indexes.includes(-1)) return [to]
  return visibleIds.slice(Math.min(...indexes), Math.max(...indexes) + 1)
}
