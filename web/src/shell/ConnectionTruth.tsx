import { type Connection, useConnection } from '../api/connection.ts'
import classes from './ConnectionTruth.module.css'
import { showTime } from '../ui/times.ts'
import { useNow } from '../ui/useNow.ts'

/** Says, always, how far what is on screen can be trusted. */
export function ConnectionTruth() {
  const connection = useConnection()
  const now = useNow()
  return (
    <span className={classes.truth} data-truth={connection.truth} role="status" aria-label="Conexión">
      {inWords(connection, now)}
    </span>
  )
}

function inWords({ truth, since }: Connection, now: Date): string {
  if (truth === 'live') return 'en vivo'
  if (truth === 'connecting') return 'conectando'
  if (truth === 'reconnecting') return 'reconectando'
  return since ? `sin datos desde ${showTime(since, now)}` : 'sin datos'
}
