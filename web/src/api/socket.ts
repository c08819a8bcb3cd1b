import { type Client, createClient } from 'graphql-ws/client'
import { onAwakening } from './awakening.ts'
import { heardFromServer, lastHeardAt } from './connection.ts'
import { makePatience } from './patience.ts'

const CONNECT_WITHIN_MS = 8_000
const PING_EVERY_MS = 5_000
const PONG_WITHIN_MS = 4_000
/** After an awakening a socket has to prove at once that somebody is at its other end. */
const PROVE_WITHIN_MS = 2_000
// Browsers let the timers of a hidden page run once a minute, and hence the pings.
const LONGEST_QUIET_MS = 75_000

type Events = {
  /** `again` is false for the first connection only. */
  onConnected: (again: boolean) => void
  onClosed: () => void
}

export type Socket = Pick<Client, 'subscribe'> & { stop: () => void }

/** One socket to the server that opens again and again, until it is stopped. One that is forbidden may be so for the old role only. */
export function openSocket({ onConnected, onClosed }: Events): Socket {
  const patience = makePatience()
  const deadline = makeDeadline(() => {
    client.terminate()
  })
  let open: WebSocket | undefined
  let hasBeenConnected = false
  let stopped = false

  const client = createClient({
    url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`,
    retryAttempts: Infinity,
    shouldRetry: () => true,
    retryWait: patience.wait,
    keepAlive: PING_EVERY_MS,
    on: {
      connecting: () => {
        deadline.set(CONNECT_WITHIN_MS)
      },
      connected: (socket) => {
        deadline.clear()
        open = socket as WebSocket
        onConnected(hasBeenConnected)
        hasBeenConnected = true
      },
      ping: (received) => {
        if (!received) deadline.set(PONG_WITHIN_MS)
      },
      pong: (received) => {
        if (!received) return
        deadline.clear()
        heardFromServer()
      },
      closed: () => {
        deadline.clear()
        open = undefined
        if (!stopped) onClosed()
      },
    },
  })

  const stopWatching = onAwakening(() => {
    patience.end()
    if (hasBeenQuiet()) client.terminate()
    else prove(open, deadline)
  })
  const stop = () => {
    stopped = true
    stopWatching()
    deadline.clear()
    void client.dispose()
  }
  return { ...client, stop }
}

type Deadline = ReturnType<typeof makeDeadline>

function makeDeadline(onMissed: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const clear = () => {
    clearTimeout(timer)
  }
  const set = (ms: number) => {
    clear()
    timer = setTimeout(onMissed, ms)
  }
  return { set, clear }
}

/** A computer that slept, or a phone that changed networks, still holds a socket that nobody answers any more. */
function prove(open: WebSocket | undefined, deadline: Deadline) {
  deadline.set(PROVE_WITHIN_MS)
  if (open?.readyState === WebSocket.OPEN) open.send('{"type":"ping"}')
}

function hasBeenQuiet() {
  const heard = lastHeardAt()
  return heard !== null && Date.now() - heard > LONGEST_QUIET_MS
}
