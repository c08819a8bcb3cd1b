import { useEffect, useState } from 'react'

const AFTER_MS = 3_000

/** Whether there was no input for a while: then the pointer and the buttons only distract. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const stopping = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const touch = () => {
      setIdle(false)
      clearTimeout(timer)
      timer = setTimeout(() => {
        setIdle(true)
      }, AFTER_MS)
    }
    for (const event of ['pointermove', 'pointerdown', 'keydown']) {
      window.addEventListener(event, touch, { signal: stopping.signal })
    }
    touch()
    return () => {
      stopping.abort()
      clearTimeout(timer)
    }
  }, [])
  return isIdle
}
