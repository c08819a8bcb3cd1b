import { useEffect } from 'react'

/** Keeps the screen on if the browser supports it. */
export function useWakeLock() {
  useEffect(() => {
    let wakeLock: WakeLockSentinel | undefined
    let stopped = false
    const acquire = async () => {
      if (document.visibilityState === 'hidden') return
      const lock = await request()
      if (stopped) await lock?.release()
      else wakeLock = lock
    }
    const reacquire = () => void acquire()
    reacquire()
    // The browser releases the lock whenever the page is hidden.
    document.addEventListener('visibilitychange', reacquire)
    return () => {
      stopped = true
      document.removeEventListener('visibilitychange', reacquire)
      void wakeLock?.release()
    }
  }, [])
}

// Requests fail without https, or when the battery is low.
async function request(): Promise<WakeLockSentinel | undefined> {
  if (!('wakeLock' in navigator)) return undefined
  try {
    return await navigator.wakeLock.request('screen')
  } catch {
    return undefined
  }
}
