import { useEffect, useState } from 'react'

const EVERY_MS = 12_000

/** The index of the current page; pages rotate at a fixed interval. */
export function useTurn(pages: number): number {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (pages < 2) return
    const timer = setInterval(() => {
      setTurn((last) => last + 1)
    }, EVERY_MS)
    return () => {
      clearInterval(timer)
    }
  }, [pages])
  return pages === 0 ? 0 : turn % pages
}
