/** Timers paused for longer than this mean that the computer slept. */
const STOOD_STILL_MS = 5_000
const LOOK_EVERY_MS = 1_000

/**
 * Calls back whenever this page may have missed messages: it became visible, the computer woke up, or the network
 * connected or disconnected. Returns a function that stops it.
 */
export function onAwakening(tell: () => void): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const tellIfSeen = () => {
    if (document.visibilityState !== 'hidden') tell()
  }
  document.addEventListener('visibilitychange', tellIfSeen, { signal })
  window.addEventListener('pageshow', tellIfSeen, { signal })
  window.addEventListener('online', tell, { signal })
  window.addEventListener('offline', tell, { signal })
  const timer = watchForSleep(tellIfSeen)
  return () => {
    stopping.abort()
    clearInterval(timer)
  }
}

// No event is fired when a computer sleeps while the page stays visible.
function watchForSleep(tell: () => void) {
  let looked = Date.now()
  return setInterval(() => {
    const stoodStill = Date.now() - looked > STOOD_STILL_MS
    looked = Date.now()
    if (stoodStill) tell()
  }, LOOK_EVERY_MS)
}
