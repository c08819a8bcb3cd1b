import { type Client, createClient } from 'graphql-ws/client'
import { onAwakening } from './awakening.ts'
import { heardFromServer, lastHeardAt } from './connection.ts'
import { makePatience } from './patience.ts'

const CONNECT_WITHIN_MS = 8_000
const PING_EVERY_MS = 5_000
const PONG_WITHIN_MS = 4_000
/** Pong deadline after the page resumes: shorter, since the socket may be dead. */
const PROVE_WITHIN_MS = 2_000
// Browsers throttle the timers of a hidden page, and so the pings, to one a minute.
const LONGEST_QUIET_MS = 75_000

type Events = {
  /** `again` is false for the first connection only. */
  onConnected: (again: boolean) => void
  onClosed: () => void
}

export type Socket = Pick<Client, 'subscribe'> & { stop: () => void }

/**
 * Opens a socket to the server and reconnects until it is stopped. Even a forbidden socket is retried: the operator's
 * role may have changed.
 */
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

/** Pings at once: after sleep or a change of network, a socket may look open although the connection is dead. */
function prove(open: WebSocket | undefined, deadline: Deadline) {
  deadline.set(PROVE_WITHIN_MS)
  if (open?.readyState === WebSocket.OPEN) open.send('{"type":"ping"}')
}

function hasBeenQuiet() {
  const heard = lastHeardAt()
  return heard !== null && Date.now() - heard > LONGEST_QUIET_MS
}
