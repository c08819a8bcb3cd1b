import { useSyncExternalStore } from 'react'

/**
 * How far what is on screen can be trusted: `live` pushes arrive; `reconnecting` the socket was lost a moment ago;
 * `silent` nothing at all has been heard from the server for a while.
 */
export type Connection = {
  truth: 'connecting' | 'live' | 'reconnecting' | 'silent'
  /** When the server was last heard, and hence how old what is on screen may be; null while it is live, and if never. */
  since: Date | null
  /** How often to ask instead of being told, in milliseconds; false while we are told. */
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

/** The server answered: by a message, a pong or a query. */
export function heardFromServer() {
  lastHeard = Date.now()
  reconsider()
}

/** The socket delivers again. */
export function socketIsLive() {
  live = true
  lost = false
  heardFromServer()
}

/** The socket is gone, or we no longer believe in it. */
export function socketIsLost() {
  live = false
  lost = true
  reconsider()
}

/** Forgets everything: another session begins. */
export function resetConnection() {
  live = false
  lost = false
  lastHeard = null
  started = Date.now()
  reconsider()
}

/** When the server was last heard, in milliseconds since the epoch; null before the first time. */
export const lastHeardAt = () => lastHeard

/** How far what is on screen can be trusted, now. */
export const useConnection = (): Connection => useSyncExternalStore(listen, () => current)

function listen(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

// Silence is the one change that no event announces.
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
