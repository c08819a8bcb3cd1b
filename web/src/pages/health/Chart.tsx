import { type ReactNode } from 'react'
import { CartesianGrid, ComposedChart, ReferenceArea, Tooltip, XAxis, YAxis } from 'recharts'
import { type Kind } from '../../generated/graphql.ts'
import classes from './Charts.module.css'
import { type Row } from './data.ts'
import { showMark } from './marks.ts'
import { StepNote } from './StepNote.tsx'
import { type Span } from './steps.ts'
import { type Stretch } from './stretches.ts'

/** Properties shared by the charts of one span. */
type Shared = {
  kind: Kind
  span: Span
  stretches: readonly Stretch[]
  rows: Row[]
  /** Ticks of the time axis, in milliseconds since 1970. */
  marks: number[]
  width: number
  /** Charts of one group highlight the same moment. */
  group: string
  /** The id of the chart under the pointer, the only one that shows its tooltip. */
  pointed: string | null
}

type Props = Shared & {
  id: string
  title: string
  /** A description in a sentence for screen readers. */
  told: string
  height: number
  format: (value: number) => string
  /** The names of its lines if there are several; the style sheet draws their samples. */
  legend?: readonly string[]
  /** Round numbers that mark the value axis, from 0 up. */
  scale: number[]
  /** Whether the time axis has labels. */
  hasTimes?: boolean
  children: ReactNode
}

const TIMES_PX = 22
// Must match the style sheet, which aligns the bar of states with the plots.
const AXIS_PX = 56
const margin = { top: 6, right: 8, bottom: 0, left: 0 }

/** One chart over time with a title and a description. */
export function Chart({ id, title, told, legend = [], height, scale, hasTimes = false, ...props }: Props) {
  const { kind, span, stretches, rows, marks, width, group, pointed, format, children } = props
  return (
    <figure id={id} className={classes.figure} aria-describedby={`${id}-told`}>
      <figcaption className={classes.caption}>
        <span className={classes.title}>{title}</span>
        {legend.map((name) => (
          <span key={name} className={classes.entry} data-line={name}>
            {name}
          </span>
        ))}
      </figcaption>
      <p id={`${id}-told`} className={classes.told}>
        {told}
      </p>
      <ComposedChart data={rows} width={width} height={height} margin={margin} syncId={group} aria-label={title}>
        <CartesianGrid syncWithTicks />
        {stretches.map(({ from, to, state }) =>
          state === 'DEGRADADO' || state === 'FALLANDO' ? (
            <ReferenceArea
              key={from}
              x1={from}
              x2={to}
              className={state === 'FALLANDO' ? classes.failing : classes.degraded}
            />
          ) : null,
        )}
        <XAxis
          type="number"
          dataKey="middle"
          domain={[span.from, span.to]}
          allowDataOverflow
          ticks={marks}
          interval={0}
          tickFormatter={(at: number) => (hasTimes ? showMark(at, span.window) : '')}
          tickLine={false}
          height={hasTimes ? TIMES_PX : 1}
        />
        <YAxis
          width={AXIS_PX}
          domain={[0, scale.at(-1) ?? 0]}
          ticks={scale}
          interval={0}
          tickFormatter={format}
          tickLine={false}
          axisLine={false}
        />
        {children}
        <Tooltip
          filterNull={false}
          isAnimationActive={false}
          cursor={{ className: classes.cursor }}
          content={({ active, payload }) =>
            active && pointed === id ? <StepNote kind={kind} row={payload[0]?.payload as Row | undefined} /> : null
          }
        />
      </ComposedChart>
    </figure>
  )
}
