import { type Client, createClient } from 'graphql-ws/client'
import { language } from '../../i18n.ts'
import { onPageResume } from './pageResume.ts'
import { markServerSeen, lastSeenAt } from './connectionState.ts'
import { createBackoff } from './reconnectBackoff.ts'

const CONNECT_TIMEOUT_MS = 8_000
const PING_INTERVAL_MS = 5_000
const PONG_TIMEOUT_MS = 4_000
/** Deadline for a pong after the page resumes. It is shorter than usual, since the socket may be dead. */
const PROBE_TIMEOUT_MS = 2_000
// Browsers throttle the timers of a hidden page to one a minute, and so the pings.
const MAX_SILENCE_MS = 75_000

type SocketEvents = {
  /** `isReconnect` is false for the first connection only. */
  onConnected: (isReconnect: boolean) => void
  onClosed: () => void
}

export type Socket = Pick<Client, 'subscribe'> & { stop: () => void }

/**
 * Opens a socket to the server, and reconnects until it is stopped. A forbidden socket is retried too, because the
 * operator's role may change.
 */
export function openSocket({ onConnected, onClosed }: SocketEvents): Socket {
  const backoff = createBackoff()
  const deadline = createDeadline(() => {
    client.terminate()
  })
  let webSocket: WebSocket | undefined
  let wasConnected = false
  let stopped = false

  const client = createClient({
    url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`,
    connectionParams: { language },
    retryAttempts: Infinity,
    shouldRetry: () => true,
    retryWait: backoff.wait,
    keepAlive: PING_INTERVAL_MS,
    on: {
      connecting: () => {
        deadline.set(CONNECT_TIMEOUT_MS)
      },
      connected: (socket) => {
        deadline.clear()
        webSocket = socket as WebSocket
        onConnected(wasConnected)
        wasConnected = true
      },
      ping: (received) => {
        if (!received) deadline.set(PONG_TIMEOUT_MS)
      },
      pong: (received) => {
        if (!received) return
        deadline.clear()
        markServerSeen()
      },
      closed: () => {
        deadline.clear()
        webSocket = undefined
        if (!stopped) onClosed()
      },
    },
  })

  const stopWatching = onPageResume(() => {
    backoff.skipWait()
    if (isSilent()) client.terminate()
    else probeConnection(webSocket, deadline)
  })
  const stop = () => {
    stopped = true
    stopWatching()
    deadline.clear()
    void client.dispose()
  }
  return { ...client, stop }
}

type Deadline = ReturnType<typeof createDeadline>

function createDeadline(onExpired: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const clear = () => {
    clearTimeout(timer)
  }
  const set = (ms: number) => {
    clear()
    timer = setTimeout(onExpired, ms)
  }
  return { set, clear }
}

/** Sends a ping at once: after sleep or a change of network, a socket may look open although the connection is dead. */
function probeConnection(webSocket: WebSocket | undefined, deadline: Deadline) {
  deadline.set(PROBE_TIMEOUT_MS)
  if (webSocket?.readyState === WebSocket.OPEN) webSocket.send('{"type":"ping"}')
}

function isSilent() {
  const seenAt = lastSeenAt()
  return seenAt !== null && Date.now() - seenAt > MAX_SILENCE_MS
}
