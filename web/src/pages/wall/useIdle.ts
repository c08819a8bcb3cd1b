import { useEffect, useState } from 'react'

const IDLE_AFTER_MS = 3_000

/** Whether there was no input for a while; then the pointer and the buttons would only distract. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const resetTimer = () => {
      setIdle(false)
      clearTimeout(timer)
      timer = setTimeout(() => {
        setIdle(true)
      }, IDLE_AFTER_MS)
    }
    for (const event of ['pointermove', 'pointerdown', 'keydown']) {
      window.addEventListener(event, resetTimer, { signal: controller.signal })
    }
    resetTimer()
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [])
  return isIdle
}
