import { useLayoutEffect, useRef, useState } from 'react'
import { useMediaQuery } from '@mantine/hooks'
import { useWindowVirtualizer } from '@tanstack/react-virtual'

/** Tables up to this length are rendered whole, so that the browser's own search finds everything. */
const VIRTUALIZE_ABOVE = 150
const ROW_PX = 37
// On a phone a row is a card.
const CARD_PX = 205
const OVERSCAN = 20

/** Virtualises a table: returns the rows to render, and the height in pixels of the rows before and after them. */
export function useVisibleRows(count: number) {
  const frame = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const isLong = count > VIRTUALIZE_ABOVE
  const isNarrow = useMediaQuery('(max-width: 760px)', false, { getInitialValueInEffect: false })
  const { getVirtualItems, getTotalSize, measureElement } = useWindowVirtualizer({
    count,
    enabled: isLong,
    estimateSize: () => (isNarrow ? CARD_PX : ROW_PX),
    overscan: OVERSCAN,
    scrollMargin: top,
  })

  // The offset of the table changes whenever content above it changes height.
  useLayoutEffect(() => {
    const measureTop = () => {
      if (frame.current) setTop(frame.current.getBoundingClientRect().top + window.scrollY)
    }
    measureTop()
    const observer = new ResizeObserver(measureTop)
    observer.observe(document.body)
    return () => {
      observer.disconnect()
    }
  }, [count])

  const items = getVirtualItems()
  const [first, last] = [items.at(0), items.at(-1)]
  return {
    frame,
    visible: isLong ? items.map(({ index }) => index) : Array.from({ length: count }, (_, index) => index),
    before: isLong && first ? first.start - top : 0,
    after: isLong && last ? getTotalSize() - (last.end - top) : 0,
    measure: isLong ? measureElement : undefined,
  }
}
