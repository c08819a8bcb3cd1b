import { type RefObject, useEffect, useRef, useState } from 'react'

/** The number of rows that fit the height of an element, at least `minRows`. Each row is `--row` em high. */
export function useRowsThatFit(minRows: number): { container: RefObject<HTMLDivElement | null>; rows: number } {
  const container = useRef<HTMLDivElement>(null)
  const [rows, setRows] = useState(minRows)
  useEffect(() => {
    const element = container.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const style = getComputedStyle(element)
      const row = Number.parseFloat(style.getPropertyValue('--row')) * Number.parseFloat(style.fontSize)
      setRows(Math.max(minRows, Math.floor(element.clientHeight / row)))
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
    }
  }, [minRows])
  return { container, rows }
}
