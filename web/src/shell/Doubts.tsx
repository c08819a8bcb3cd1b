import { useConnection } from '../api/connection.ts'
import { useNotifications } from '../api/notifications.ts'
import { showTime } from '../ui/times.ts'
import { useNow } from '../ui/useNow.ts'
import classes from './Doubts.module.css'

/** Why what is on screen may be out of date, where nobody can overlook it. It floats, so that nothing moves. */
export function Doubts() {
  const { truth, since } = useConnection()
  const interruptedSince = useNotifications().data?.telemetryInterruptedSince
  const now = useNow()
  const doubts = [
    truth === 'silent' && `Sin conexión con Vigía${since ? ` desde ${showTime(since, now)}` : ''}.`,
    interruptedSince && `No llega telemetría desde ${showTime(interruptedSince, now)}.`,
  ].filter((doubt) => typeof doubt === 'string')
  if (doubts.length === 0) return null
  return (
    <p className={classes.doubts} role="alert">
      <strong>{doubts.join(' ')}</strong> Lo que se ve es lo último que se supo.
    </p>
  )
}
