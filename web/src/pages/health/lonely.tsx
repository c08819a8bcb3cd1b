import { type DotItemDotProps } from 'recharts'
import { type Row } from './data.ts'

/** Draws a dot where a line has a single point, between two gaps: it would not be seen otherwise. */
export const lonely = (rows: readonly Row[], className: string | undefined) =>
  function Dot({ cx, cy, index, key }: DotItemDotProps) {
    const isKnown = (place: number) => rows[place]?.step.point != null
    if (!isKnown(index) || isKnown(index - 1) || isKnown(index + 1)) return <g key={key} />
    return <circle key={key} cx={cx} cy={cy} r={1.75} className={className} />
  }
