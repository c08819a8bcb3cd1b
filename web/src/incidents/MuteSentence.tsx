import { type Mute } from '../api/incidents/maintenance.ts'
import { formatTime } from '../format/formatTime.ts'
import { localize } from '../i18n.ts'
import { useNow } from '../ui/useNow.ts'

const text = localize(
  { muted: (until: string, by: string, reason: string) => `Hasta ${until}, por ${by}: ${reason}` },
  { muted: (until, by, reason) => `Until ${until}, by ${by}: ${reason}` },
)

/** A sentence about a mute: its end, its author and its reason. */
export function MuteSentence({ mute: { endsAt, by, reason } }: { mute: Mute }) {
  const now = useNow()
  return text.muted(formatTime(endsAt, now), by.name, reason)
}
