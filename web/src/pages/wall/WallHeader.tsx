import { useConnection } from '../../api/connection.ts'
import { words } from '../../language.ts'
import { EnvironmentMark } from '../../shell/EnvironmentMark.tsx'
import { ConnectionTruth } from '../../shell/ConnectionTruth.tsx'
import { showClock, showDay, showSeconds } from '../../ui/times.ts'
import { useNow } from '../../ui/useNow.ts'
import logo from '../../ui/vigia.svg'
import classes from './WallHeader.module.css'
import { WallControls } from './WallControls.tsx'

const text = words({ place: 'Madrid' }, { place: 'Madrid' })

/** The title of the wall, its deployment, the connection status, and the time in Madrid. */
export function WallHeader({ environment }: { environment: string }) {
  const { truth } = useConnection()
  return (
    <header className={classes.header}>
      <h1 className={classes.brand}>
        <img src={logo} alt="" className={classes.logo} />
        Vigía
        <span className={classes.environment}>
          <EnvironmentMark environment={environment} />
        </span>
      </h1>
      <span className={classes.truth} data-truth={truth}>
        <ConnectionTruth />
      </span>
      <WallControls />
      <Clock />
    </header>
  )
}

function Clock() {
  const now = useNow(1_000)
  const [hoursAndMinutes, seconds] = [showClock(now), showSeconds(now).slice(-2)]
  return (
    <p className={classes.clock}>
      <time dateTime={now.toISOString()} className={classes.time}>
        {hoursAndMinutes}
        <span className={classes.seconds} aria-hidden="true">
          {seconds}
        </span>
      </time>
      <span className={classes.day}>
        {showDay(now)} · {text.place}
      </span>
    </p>
  )
}
