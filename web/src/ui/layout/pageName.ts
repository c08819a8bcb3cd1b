import { useEffect, useSyncExternalStore } from 'react'

let current: string | undefined
const listeners = new Set<() => void>()

/** The name of the displayed page, as its header last set it; undefined without a header. */
export const usePageName = (): string | undefined => useSyncExternalStore(subscribe, () => current)

/** Sets the name of the displayed page while mounted. */
export function useSetPageName(name: string | undefined): void {
  useEffect(() => {
    setName(name)
    return () => {
      setName(undefined)
    }
  }, [name])
}

function setName(name: string | undefined) {
  current = name
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
