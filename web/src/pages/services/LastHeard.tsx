import { localize } from '../../i18n.ts'
import { LastUse, UseOrigin } from '../../tokens/LastUse.tsx'
import { Timestamp } from '../../ui/display/Timestamp.tsx'
import classes from '../../tokens/tokens.module.css'
import { type Source } from './source.ts'

const text = localize({ nothingYet: 'Usada, pero aún sin datos' }, { nothingYet: 'Used, but no data yet' })

/** The last activity of a service, and its address. */
export function LastHeard({ source: { token, telemetry } }: { source: Source }) {
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
  return (
    <span className={classes.lines}>
      <Timestamp at={telemetry.lastHeardAt} ago />
      {token && <UseOrigin token={token} />}
    </span>
  )
}
