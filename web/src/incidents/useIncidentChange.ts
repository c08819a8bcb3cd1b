import { useRef, useState } from 'react'
import { type OpenIncident } from '../api/incidents/notifications.ts'
import { resolvedMeanwhile } from './IncidentError.tsx'

export type IncidentChange = {
  /** Error of the last change. */
  error: Error | null
  clear: () => void
  /** Awaits a change of the incident. Its panel may be unmounted before the response arrives. */
  settle: (change: Promise<unknown>, onSuccess: () => void) => Promise<void>
}

/**
 * The changes that an operator makes to an incident: the error of one stays until the next begins, unless a colleague has
 * resolved the incident, which `onResolved` tells, or released it. What an earlier change fails with is not told after a
 * later one began.
 */
export function useIncidentChange(
  { status, subject }: Pick<OpenIncident, 'status' | 'subject'>,
  onResolved: (message: string) => void,
): IncidentChange {
  const [error, setError] = useState<Error | null>(null)
  const [shown, setShown] = useState({ status, error })
  const last = useRef<Promise<unknown>>(null)
  const clear = () => {
    setError(null)
  }
  if (shown.status !== status || shown.error !== error) {
    setShown({ status, error })
    // An error that arrives with the new status is of this change.
    if (shown.status !== status && shown.error === error && status === 'OPEN') clear()
  }
  const settle = async (change: Promise<unknown>, onSuccess: () => void) => {
    last.current = change
    clear()
    try {
      await change
      onSuccess()
    } catch (failure) {
      if (last.current !== change) return
      const message = resolvedMeanwhile(failure, subject.name)
      if (message === null) setError(failure as Error)
      else onResolved(message)
    }
  }
  return { error, clear, settle }
}
