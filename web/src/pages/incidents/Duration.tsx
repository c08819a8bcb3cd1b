import { formatDuration } from '../../format/formatTime.ts'
import { useNow } from '../../ui/useNow.ts'

/** The duration of an incident, up to the present if it is still open. */
export function Duration({ from, to }: { from: string; to: string | null | undefined }) {
  const now = useNow()
  return formatDuration(from, to ?? now)
}
