import { useSyncExternalStore } from 'react'

/**
 * Freshness of the displayed data. `connecting`: not connected yet; `live`: the subscriptions deliver;
 * `reconnecting`: the socket was lost; `silent`: no response from the server for 12 s.
 */
export type ConnectionState = {
  status: 'connecting' | 'live' | 'reconnecting' | 'silent'
  /**
   * Time of the last response, which is the age of the displayed data; null while live and before the first response.
   */
  since: Date | null
  /** Polling interval in milliseconds while `reconnecting` or `silent`; otherwise false. */
  pollIntervalMs: number | false
}

const SILENCE_TIMEOUT_MS = 12_000
const POLL_INTERVAL_MS = 5_000

let isLive = false
let started = Date.now()
let lastSeen: number | null = null
let isLost = false
let current: ConnectionState = { status: 'connecting', since: null, pollIntervalMs: false }
const listeners = new Set<() => void>()

/** Records a response from the server: a message, a pong or a query result. */
export function markServerSeen() {
  lastSeen = Date.now()
  updateState()
}

/** Records that every subscription delivers. */
export function markLive() {
  isLive = true
  isLost = false
  markServerSeen()
}

/** Records that the socket closed or that a subscription ended. */
export function markLost() {
  isLive = false
  isLost = true
  updateState()
}

/** Resets the state when a new session begins. */
export function resetConnection() {
  isLive = false
  isLost = false
  lastSeen = null
  started = Date.now()
  updateState()
}

/** Time of the last response in milliseconds since the epoch; null before the first. */
export const lastSeenAt = () => lastSeen

/** Whether the connection to the server was lost and has not been restored. */
export const isServerAway = () => current.status === 'reconnecting' || current.status === 'silent'

/** Current state of the connection to the server. */
export const useConnectionState = (): ConnectionState => useSyncExternalStore(subscribe, () => current)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

// No event is fired when the server falls silent, so poll for it.
setInterval(updateState, 1000)

function updateState() {
  const next = computeState(Date.now())
  if (next.status === current.status && next.since?.getTime() === current.since?.getTime()) return
  current = next
  listeners.forEach((listener) => {
    listener()
  })
}

function computeState(now: number): ConnectionState {
  if (isLive) return { status: 'live', since: null, pollIntervalMs: false }
  const since = lastSeen === null ? null : new Date(lastSeen)
  if (now - (lastSeen ?? started) >= SILENCE_TIMEOUT_MS)
    return { status: 'silent', since, pollIntervalMs: POLL_INTERVAL_MS }
  return isLost
    ? { status: 'reconnecting', since, pollIntervalMs: POLL_INTERVAL_MS }
    : { status: 'connecting', since, pollIntervalMs: false }
}
