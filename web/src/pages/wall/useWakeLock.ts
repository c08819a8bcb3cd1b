import { useEffect } from 'react'

/** Keeps the screen on where the browser can do that. */
export function useWakeLock() {
  useEffect(() => {
    let held: WakeLockSentinel | undefined
    let stopped = false
    const hold = async () => {
      if (document.visibilityState === 'hidden') return
      const lock = await request()
      if (stopped) await lock?.release()
      else held = lock
    }
    const holdAgain = () => void hold()
    holdAgain()
    // The browser lets go of it whenever the page is out of sight.
    document.addEventListener('visibilitychange', holdAgain)
    return () => {
      stopped = true
      document.removeEventListener('visibilitychange', holdAgain)
      void held?.release()
    }
  }, [])
}

// Only a page that came over https may ask, and a battery that runs low refuses.
async function request(): Promise<WakeLockSentinel | undefined> {
  if (!('wakeLock' in navigator)) return undefined
  try {
    return await navigator.wakeLock.request('screen')
  } catch {
    return undefined
  }
}
