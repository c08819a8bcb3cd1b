/** A page whose timers stood still for longer than this was asleep, and its computer with it. */
const STOOD_STILL_MS = 5_000
const LOOK_EVERY_MS = 1_000

/**
 * Tells whenever this page may have missed something: it is looked at again, the computer woke up, or the network came or
 * went. Returns the way to stop.
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

// No event tells that a computer slept with its lid open and the page in sight.
function watchForSleep(tell: () => void) {
  let looked = Date.now()
  return setInterval(() => {
    const stoodStill = Date.now() - looked > STOOD_STILL_MS
    looked = Date.now()
    if (stoodStill) tell()
  }, LOOK_EVERY_MS)
}
