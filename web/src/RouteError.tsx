import { useRouter } from '@tanstack/react-router'
import { LoadError } from './ui/feedback/LoadError.tsx'

/** Error of a page that could not be loaded, with a button that tries again. */
export function RouteError({ error, reset }: { error: unknown; reset: () => void }) {
  const { invalidate } = useRouter()
  const retry = () => {
    reset()
    void invalidate()
  }
  return <LoadError error={error instanceof Error ? error : new Error(String(error))} onRetry={retry} />
}
