/** A gap between timers longer than this, in milliseconds, means that the computer slept. */
const SLEEP_THRESHOLD_MS = 5_000
const CHECK_INTERVAL_MS = 1_000

/**
 * Calls back whenever this page may have missed messages: it became visible, the computer woke up, or the network
 * connected or disconnected. Returns a function that stops watching.
 */
export function onPageResume(onResume: () => void): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const resumeIfVisible = () => {
    if (document.visibilityState !== 'hidden') onResume()
  }
  document.addEventListener('visibilitychange', resumeIfVisible, { signal })
  window.addEventListener('pageshow', resumeIfVisible, { signal })
  window.addEventListener('online', onResume, { signal })
  window.addEventListener('offline', onResume, { signal })
  const timer = watchSleep(resumeIfVisible)
  return () => {
    controller.abort()
    clearInterval(timer)
  }
}

// No event is fired when a computer sleeps while the page stays visible.
function watchSleep(onWake: () => void) {
  let checkedAt = Date.now()
  return setInterval(() => {
    const hasSlept = Date.now() - checkedAt > SLEEP_THRESHOLD_MS
    checkedAt = Date.now()
    if (hasSlept) onWake()
  }, CHECK_INTERVAL_MS)
}
