import { type DotItemDotProps } from 'recharts'
import { type ChartRow } from './chartData.ts'

/** Draws a dot for a point between two gaps, where a line alone would be invisible. */
export const isolatedDot = (rows: readonly ChartRow[], className: string | undefined) =>
  function Dot({ cx, cy, index, key }: DotItemDotProps) {
    const hasPoint = (rowIndex: number) => rows[rowIndex]?.step.point != null
    if (!hasPoint(index) || hasPoint(index - 1) || hasPoint(index + 1)) return <g key={key} />
    return <circle key={key} cx={cx} cy={cy} r={1.75} className={className} />
  }
