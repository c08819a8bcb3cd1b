import { useConnection } from '../api/connection.ts'
import { useNotifications } from '../api/notifications.ts'
import { words } from '../language.ts'
import { showTime } from '../ui/times.ts'
import { useNow } from '../ui/useNow.ts'
import classes from './Doubts.module.css'

const text = words(
  {
    lost: 'Sin conexión con Vigía.',
    lostSince: (time: string) => `Sin conexión con Vigía desde ${time}.`,
    interrupted: (time: string) => `No llega telemetría desde ${time}.`,
    lastKnown: 'Lo que se ve es lo último que se supo.',
  },
  {
    lost: 'No connection to Vigía.',
    lostSince: (time) => `No connection to Vigía since ${time}.`,
    interrupted: (time) => `No telemetry arrives since ${time}.`,
    lastKnown: 'What is shown is what was last known.',
  },
)

/** Banner with the reason why the displayed data may be out of date. It floats, so it causes no layout shift. */
export function Doubts() {
  const { truth, since } = useConnection()
  const interruptedSince = useNotifications().data?.telemetryInterruptedSince
  const now = useNow()
  const doubts = [
    truth === 'silent' && (since ? text.lostSince(showTime(since, now)) : text.lost),
    interruptedSince && text.interrupted(showTime(interruptedSince, now)),
  ].filter((doubt) => typeof doubt === 'string')
  if (doubts.length === 0) return null
  return (
    <p className={classes.doubts} role="alert">
      <strong>{doubts.join(' ')}</strong> {text.lastKnown}
    </p>
  )
}
