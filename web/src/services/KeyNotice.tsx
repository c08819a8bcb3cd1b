import { type Service } from '../api/health/services.ts'
import { formatTime } from '../format/formatTime.ts'
import { localize } from '../i18n.ts'
import { StatusDot } from '../ui/display/StatusDot.tsx'
import { useNow } from '../ui/useNow.ts'
import { expiringToken } from './expiringToken.ts'

const text = localize(
  {
    expires: (time: string) => `Su clave caduca el ${time}`,
    expired: (time: string) => `Su clave caducó el ${time}`,
  },
  { expires: (time) => `Its token expires on ${time}`, expired: (time) => `Its token expired on ${time}` },
)

/** Notice that the last token of a service has expired or soon will; otherwise empty. */
export function KeyNotice({ service }: { service: Pick<Service, 'tokens'> }) {
  const now = useNow()
  const at = expiringToken(service, now)
  if (at === null) return null
  const time = formatTime(at, now)
  return <StatusDot tone="odd">{Date.parse(at) <= now.getTime() ? text.expired(time) : text.expires(time)}</StatusDot>
}
