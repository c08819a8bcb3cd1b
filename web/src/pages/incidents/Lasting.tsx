import { showLasting } from '../../ui/times.ts'
import { useNow } from '../../ui/useNow.ts'

/** The duration of an incident, up to now if it is still open. */
export function Lasting({ from, to }: { from: string; to: string | null | undefined }) {
  const now = useNow()
  return showLasting(from, to ?? now)
}
