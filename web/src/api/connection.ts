import { useSyncExternalStore } from 'react'

/**
 * How current the displayed data is. `connecting`: not connected yet; `live`: the subscriptions deliver;
 * `reconnecting`: the socket was lost; `silent`: no response from the server for 12 s.
 */
export type Connection = {
  truth: 'connecting' | 'live' | 'reconnecting' | 'silent'
  /** Time of the last response, and so the age of the displayed data; null while live and before the first response. */
  since: Date | null
  /** Polling interval in milliseconds while `reconnecting` or `silent`; otherwise false. */
  pollEvery: number | false
}

const SILENT_AFTER_MS = 12_000
const POLL_EVERY_MS = 5_000

let live = false
let started = Date.now()
let lastHeard: number | null = null
let lost = false
let current: Connection = { truth: 'connecting', since: null, pollEvery: false }
const listeners = new Set<() => void>()

/** Records a response from the server: a message, a pong or a query result. */
export function heardFromServer() {
  lastHeard = Date.now()
  reconsider()
}

/** Records that every subscription delivers. */
export function socketIsLive() {
  live = true
  lost = false
  heardFromServer()
}

/** Records that the socket closed or that a subscription ended. */
export function socketIsLost() {
  live = false
  lost = true
  reconsider()
}

/** Resets the state when a new session begins. */
export function resetConnection() {
  live = false
  lost = false
  lastHeard = null
  started = Date.now()
  reconsider()
}

/** Time of the last response in milliseconds since the epoch; null before the first. */
export const lastHeardAt = () => lastHeard

/** Current state of the connection to the server. */
export const useConnection = (): Connection => useSyncExternalStore(listen, () => current)

function listen(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

// No event is fired when the server falls silent, so poll for it.
setInterval(reconsider, 1000)

function reconsider() {
  const next = judge(Date.now())
  if (next.truth === current.truth && next.since?.getTime() === current.since?.getTime()) return
  current = next
  listeners.forEach((listener) => {
    listener()
  })
}

function judge(now: number): Connection {
  if (live) return { truth: 'live', since: null, pollEvery: false }
  const since = lastHeard === null ? null : new Date(lastHeard)
  if (now - (lastHeard ?? started) >= SILENT_AFTER_MS) return { truth: 'silent', since, pollEvery: POLL_EVERY_MS }
  return lost
    ? { truth: 'reconnecting', since, pollEvery: POLL_EVERY_MS }
    : { truth: 'connecting', since, pollEvery: false }
}
