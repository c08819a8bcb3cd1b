import { useConnectionState } from '../../api/client/connectionState.ts'
import { localize } from '../../i18n.ts'
import { EnvironmentBadge } from '../../shell/status/EnvironmentBadge.tsx'
import { ConnectionStatus } from '../../shell/status/ConnectionStatus.tsx'
import { formatClock, formatWeekday, formatClockWithSeconds } from '../../format/formatTime.ts'
import { useNow } from '../../ui/useNow.ts'
import logo from '../../ui/vigia.svg'
import classes from './WallHeader.module.css'
import { WallControls } from './WallControls.tsx'

const text = localize({ place: 'Madrid' }, { place: 'Madrid' })

/** The title of the wall, its deployment, the connection status, and the time in Madrid. */
export function WallHeader({ environment }: { environment: string }) {
  const { status } = useConnectionState()
  return (
    <header className={classes.header}>
      <h1 className={classes.brand}>
        <img src={logo} alt="" className={classes.logo} />
        Vigía
        <span className={classes.environment}>
          <EnvironmentBadge environment={environment} />
        </span>
      </h1>
      <span className={classes.status} data-connection={status}>
        <ConnectionStatus />
      </span>
      <WallControls />
      <Clock />
    </header>
  )
}

function Clock() {
  const now = useNow(1_000)
  const [hoursAndMinutes, seconds] = [formatClock(now), formatClockWithSeconds(now).slice(-2)]
  return (
    <p className={classes.clock}>
      <time dateTime={now.toISOString()} className={classes.time}>
        {hoursAndMinutes}
        <span className={classes.seconds} aria-hidden="true">
          {seconds}
        </span>
      </time>
      <span className={classes.day}>
        {formatWeekday(now)} · {text.place}
      </span>
    </p>
  )
}
