import { useLayoutEffect, useState } from 'react'
import { type Chain } from '../api/messages/chain.ts'
import { formatInteger } from '../format/formatNumber.ts'
import classes from './ChainConnectors.module.css'

type Links = Chain['links']
type Connector = { key: string; path: string; x: number; y: number; quantity: number | null }

/** Lines with quantities between the boxes of a frame. The boxes show the same information as text. */
export function ChainConnectors({ frame, links }: { frame: HTMLElement; links: Links }) {
  const connectors = useConnectors(frame, links)
  return (
    <svg className={classes.connectors} aria-hidden="true">
      {connectors.map(({ key, path }) => (
        <path key={key} d={path} className={classes.line} />
      ))}
      {connectors.map(({ key, x, y, quantity }) =>
        quantity === null ? null : (
          <text key={key} x={x} y={y} className={classes.quantity}>
            {formatInteger(quantity)}
          </text>
        ),
      )}
    </svg>
  )
}

// Positions depend on the length of the texts, so they are measured whenever a box or the frame changes its size.
function useConnectors(frame: HTMLElement, links: Links): readonly Connector[] {
  const [connectors, setConnectors] = useState<readonly Connector[]>([])
  useLayoutEffect(() => {
    const measure = () => {
      setConnectors(measureConnectors(frame, links))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(frame)
    for (const box of frame.querySelectorAll('[data-box]')) observer.observe(box)
    measure()
    return () => {
      observer.disconnect()
    }
  }, [frame, links])
  return connectors
}

function measureConnectors(frame: HTMLElement, links: Links): Connector[] {
  const { left, top } = frame.getBoundingClientRect()
  const boxes = new Map(
    Array.from(frame.querySelectorAll<HTMLElement>('[data-box]'), (box) => {
      const { x, y, width, height } = box.getBoundingClientRect()
      return [box.dataset.box, { left: x - left, right: x - left + width, top: y - top, height }]
    }),
  )
  const drawn = links.flatMap(({ from, to, quantity }) => {
    const [start, end] = [boxes.get(from), boxes.get(to)]
    return start && end ? { key: `${from} ${to}`, from, to, start, end, quantity } : []
  })
  return drawn.map((link) => {
    const leaving = drawn.filter(({ from }) => from === link.from).toSorted((a, b) => a.end.top - b.end.top)
    const arriving = drawn.filter(({ to }) => to === link.to).toSorted((a, b) => a.start.top - b.start.top)
    const start = { x: link.start.right, y: spread(link.start, leaving.indexOf(link), leaving.length) }
    const end = { x: link.end.left, y: spread(link.end, arriving.indexOf(link), arriving.length) }
    return { key: link.key, quantity: link.quantity, ...connect(start, end) }
  })
}

// Lines that end at the same box are spread over its height, in the order of the boxes at their other ends.
const spread = ({ top, height }: { top: number; height: number }, index: number, count: number) =>
  top + (height * (index + 1)) / (count + 1)

type Point = { x: number; y: number }

// The quantity is placed just before the box at the end of the line.
function connect(start: Point, end: Point): Pick<Connector, 'path' | 'x' | 'y'> {
  const straight = end.x - 28
  const curve = `C ${start.x + 24} ${start.y}, ${straight - 24} ${end.y}, ${straight} ${end.y}`
  const head = `M ${end.x - 7} ${end.y - 4} L ${end.x - 1} ${end.y} L ${end.x - 7} ${end.y + 4}`
  return { path: `M ${start.x} ${start.y} ${curve} L ${end.x - 1} ${end.y} ${head}`, x: end.x - 18, y: end.y - 5 }
}
