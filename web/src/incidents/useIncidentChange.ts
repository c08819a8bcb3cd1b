import { useState } from 'react'
import { resolvedMeanwhile } from './IncidentError.tsx'

export type IncidentChange = {
  /** Error of the last change. */
  error: Error | null
  clear: () => void
  /** Awaits a change of the incident. Its panel may be unmounted before the response arrives. */
  settle: (change: Promise<unknown>, onSuccess: () => void) => Promise<void>
}

/**
 * The changes that an operator makes to an incident, one after the other: an error stays until the next one, unless a
 * colleague has resolved the incident, which `onResolved` tells.
 */
export function useIncidentChange(name: string, onResolved: (message: string) => void): IncidentChange {
  const [error, setError] = useState<Error | null>(null)
  const clear = () => {
    setError(null)
  }
  const settle = async (change: Promise<unknown>, onSuccess: () => void) => {
    clear()
    try {
      await change
      onSuccess()
    } catch (failure) {
      const message = resolvedMeanwhile(failure, name)
      if (message === null) setError(failure as Error)
      else onResolved(message)
    }
  }
  return { error, clear, settle }
}
