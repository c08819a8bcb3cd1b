import { localize } from '../../i18n.ts'
import { formatDuration } from '../../format/formatTime.ts'
import { silentSinceText } from '../../notifications/silentSourceText.ts'
import { LastUse, UseOrigin } from '../../tokens/LastUse.tsx'
import { StatusDot } from '../../ui/display/StatusDot.tsx'
import { Timestamp } from '../../ui/display/Timestamp.tsx'
import { useNow } from '../../ui/useNow.ts'
import classes from '../../tokens/tokens.module.css'
import { type Source } from './source.ts'

const text = localize(
  {
    nothingYet: 'Usada, pero aún sin datos',
    every: (time: string) => `cada ${time} de media`,
  },
  {
    nothingYet: 'Used, but no data yet',
    every: (time) => `every ${time} on average`,
  },
)

/** The last activity of a service, its regularity or its silence, and its address. */
export function LastHeard({ source: { token, telemetry } }: { source: Source }) {
  const now = useNow()
  if (!telemetry) {
    return (
      token && (
        <span className={classes.lines}>
          {token.lastUsedAt !== null && <span>{text.nothingYet}</span>}
          <LastUse token={token} />
        </span>
      )
    )
  }
  const { lastHeardAt, meanGapMs, silentSince } = telemetry
  return (
    <span className={classes.lines}>
      <Timestamp at={lastHeardAt} ago />
      {silentSince !== null && <StatusDot tone="odd">{silentSinceText(silentSince, now)}</StatusDot>}
      {meanGapMs !== null && (
        <span className={classes.secondary}>{text.every(formatDuration(new Date(0), new Date(meanGapMs)))}</span>
      )}
      {token && <UseOrigin token={token} />}
    </span>
  )
}
