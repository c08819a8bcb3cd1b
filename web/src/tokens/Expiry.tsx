import { localize } from '../i18n.ts'
import { formatDate, formatFullTime } from '../format/formatTime.ts'
import { StatusDot } from '../ui/display/StatusDot.tsx'
import { useNow } from '../ui/useNow.ts'
import classes from './tokens.module.css'

/** Remaining time, in milliseconds, below which a token should be replaced. */
const SOON_MS = 14 * 24 * 60 * 60_000

const text = localize({ expired: 'Caducada', soon: 'Caduca pronto' }, { expired: 'Expired', soon: 'Expires soon' })

/** The expiry of a token, marked if it has passed or is near. */
export function Expiry({ at }: { at: string }) {
  const leftMs = Date.parse(at) - useNow().getTime()
  return (
    <span className={classes.lines}>
      <time dateTime={at} title={formatFullTime(at)}>
        {formatDate(at)}
      </time>
      {leftMs <= 0 && <StatusDot tone="quiet">{text.expired}</StatusDot>}
      {leftMs > 0 && leftMs <= SOON_MS && <StatusDot tone="odd">{text.soon}</StatusDot>}
    </span>
  )
}
