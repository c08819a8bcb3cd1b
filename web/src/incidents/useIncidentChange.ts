import { useRef, useState } from 'react'
import { type OpenIncident } from '../api/incidents/notifications.ts'
import { resolvedMeanwhile } from './IncidentError.tsx'

export type IncidentChange = {
  /** Error of the last change. */
  error: Error | null
  clear: () => void
  /** Awaits a change of the incident. The component may be unmounted before the response arrives. */
  settle: (change: Promise<unknown>, onSuccess: () => void) => Promise<void>
}

/**
 * The changes that an operator makes to an incident. The error of a change stays until the next change begins, or until
 * a colleague releases the incident. If a change fails because a colleague resolved the incident, `onResolved` is
 * called instead. An error that arrives after a later change has begun is not shown.
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
