import { showLasting } from '../../ui/times.ts'
import { useNow } from '../../ui/useNow.ts'

/** How long something lasted, or has lasted so far. */
export function Lasting({ from, to }: { from: string; to: string | null | undefined }) {
  const now = useNow()
  return showLasting(from, to ?? now)
}
