import { useEffect, useState } from 'react'

const INTERVAL_MS = 12_000

/** The index of the current page; pages rotate at a fixed interval. */
export function useCarousel(pages: number): number {
  const [index, setIndex] = useState(0)
  useEffect(() => {
    if (pages < 2) return
    const timer = setInterval(() => {
      setIndex((previous) => previous + 1)
    }, INTERVAL_MS)
    return () => {
      clearInterval(timer)
    }
  }, [pages])
  return pages === 0 ? 0 : index % pages
}
