import { type Connection, useConnection } from '../../api/connection.ts'
import { useNotifications } from '../../api/notifications.ts'
import { words } from '../../language.ts'
import { showTime } from '../../ui/times.ts'
import { useNow } from '../../ui/useNow.ts'

/** A warning about stale data: a short title, and its consequence. */
export type Doubt = { tone: 'lost' | 'shaky'; title: string; detail: string }

const text = words(
  {
    lost: 'Sin conexión',
    reconnecting: 'Reconectando',
    interrupted: (time: string) => `No llega telemetría desde ${time}`,
    since: (time: string) => `Lo que se ve es lo último que se supo, a las ${time}.`,
    never: 'Todavía no se ha sabido nada.',
    frozen: 'Ningún estado cambia: lo que se ve es lo último que se supo.',
  },
  {
    lost: 'No connection',
    reconnecting: 'Reconnecting',
    interrupted: (time) => `No telemetry arrives since ${time}`,
    since: (time) => `What is shown is what was last known, at ${time}.`,
    never: 'Nothing has been heard yet.',
    frozen: 'No state changes: what is shown is what was last known.',
  },
)

/** Why the data on screen may be stale; null if it is live. */
export function useDoubt(): Doubt | null {
  const connection = useConnection()
  const interruptedSince = useNotifications().data?.telemetryInterruptedSince
  const now = useNow()
  if (connection.truth === 'silent') return { tone: 'lost', title: text.lost, detail: lastKnown(connection, now) }
  if (connection.truth === 'reconnecting') {
    return { tone: 'shaky', title: text.reconnecting, detail: lastKnown(connection, now) }
  }
  if (!interruptedSince) return null
  return { tone: 'shaky', title: text.interrupted(showTime(interruptedSince, now)), detail: text.frozen }
}

const lastKnown = ({ since }: Connection, now: Date) => (since ? text.since(showTime(since, now)) : text.never)
