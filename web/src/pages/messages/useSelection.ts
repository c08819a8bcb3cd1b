import { useMemo, useState } from 'react'

/** The selected messages among those on screen, and the functions that change the selection. */
export type Selection = {
  ids: readonly string[]
  has: (id: string) => boolean
  /** Toggles one; `through` also changes every one between it and the previously toggled one. */
  toggle: (id: string, through: boolean) => void
  isAll: boolean
  toggleAll: () => void
  clear: () => void
}

/** The selection in a list; messages no longer on screen are deselected. */
export function useSelection(shown: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string | null>(null)
  return useMemo(() => {
    const ids = shown.filter((id) => chosen.has(id))
    const isAll = ids.length > 0 && ids.length === shown.length
    const change = (changed: readonly string[], isIn: boolean) => {
      const rest = ids.filter((id) => !changed.includes(id))
      setChosen(new Set(isIn ? [...rest, ...changed] : rest))
    }
    return {
      ids,
      has: (id) => chosen.has(id),
      toggle: (id, through) => {
        change(through && last !== null ? between(shown, last, id) : [id], !chosen.has(id))
        setLast(id)
      },
      isAll,
      toggleAll: () => {
        change(shown, !isAll)
      },
      clear: () => {
        change(shown, false)
      },
    }
  }, [shown, chosen, last])
}

function between(shown: readonly string[], one: string, other: string): readonly string[] {
  const places = [shown.indexOf(one), shown.indexOf(other)]
  if (places.includes(-1)) return [other]
  return shown.slice(Math.min(...places), Math.max(...places) + 1)
}
