import { useEffect, useState } from 'react'

/** The present, refreshed every half a minute: fine enough for "hace 5 min". */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(new Date())
    }, 30_000)
    return () => {
      clearInterval(timer)
    }
  }, [])
  return now
}
