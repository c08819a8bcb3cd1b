import { type DotItemDotProps } from 'recharts'
import { type Row } from './data.ts'

/** Draws a dot for a point between two gaps, where a line alone would be invisible. */
export const lonely = (rows: readonly Row[], className: string | undefined) =>
  function Dot({ cx, cy, index, key }: DotItemDotProps) {
    const isKnown = (place: number) => rows[place]?.step.point != null
    if (!isKnown(index) || isKnown(index - 1) || isKnown(index + 1)) return <g key={key} />
    return <circle key={key} cx={cx} cy={cy} r={1.75} className={className} />
  }
