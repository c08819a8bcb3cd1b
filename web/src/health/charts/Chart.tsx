import { type ReactNode } from 'react'
import { CartesianGrid, ComposedChart, ReferenceArea, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts'
import { type Kind, type State } from '../../generated/graphql.ts'
import classes from './Charts.module.css'
import { type ChartRow } from './chartData.ts'
import { formatTick } from './axisTicks.ts'
import { ChartTooltip } from './ChartTooltip.tsx'
import { type Span } from './timeSteps.ts'
import { type StateInterval } from '../states/stateIntervals.ts'

/** A limit of the health rule on a chart. `value` is null if it changes over time; then a line of the data shows it. */
export type ChartLimit = { value: number | null; label: string; line: 'degraded' | 'failing' | 'expected' }

/** Properties shared by the charts of one span. */
type SharedProps = {
  kind: Kind
  span: Span
  intervals: readonly StateInterval[]
  rows: ChartRow[]
  /** Ticks of the time axis, in milliseconds since 1970. */
  ticks: number[]
  width: number
  /** Charts of one group highlight the same moment. */
  group: string
  /** The id of the chart under the pointer; only this chart shows a tooltip. */
  activeChartId: string | null
}

type Props = SharedProps & {
  id: string
  title: string
  /** A description in a sentence for screen readers. */
  description: string
  height: number
  format: (value: number) => string
  /** The names of the lines of the chart, if there are several. The style sheet draws a sample of each line. */
  legend?: readonly string[]
  /** The limits to draw, in the unit of the value axis. Limits beyond the axis are only named in the legend. */
  limits?: readonly ChartLimit[]
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
export function Chart({
  id,
  title,
  description,
  legend = [],
  limits = [],
  height,
  scale,
  hasTimes = false,
  ...props
}: Props) {
  const { kind, span, intervals, rows, ticks, width, group, activeChartId, format, children } = props
  return (
    <figure id={id} className={classes.figure} aria-describedby={`${id}-description`}>
      <Caption title={title} legend={legend} limits={limits} />
      <p id={`${id}-description`} className={classes.description}>
        {description}
      </p>
      <ComposedChart data={rows} width={width} height={height} margin={margin} syncId={group} aria-label={title}>
        <CartesianGrid syncWithTicks />
        {intervals.map(badStateArea)}
        <XAxis
          type="number"
          dataKey="middle"
          domain={[span.from, span.to]}
          allowDataOverflow
          ticks={ticks}
          interval={0}
          tickFormatter={(at: number) => (hasTimes ? formatTick(at, span.window) : '')}
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
        {limits.map(limitLine)}
        {children}
        <Tooltip
          filterNull={false}
          isAnimationActive={false}
          cursor={{ className: classes.cursor }}
          content={({ active, payload }) =>
            active && activeChartId === id ? (
              <ChartTooltip kind={kind} row={payload[0]?.payload as ChartRow | undefined} />
            ) : null
          }
        />
      </ComposedChart>
    </figure>
  )
}

// A function instead of a component, because the chart inspects the types of its children.
const badStateArea = ({ from, to, state }: StateInterval) =>
  state && badStates[state] ? (
    <ReferenceArea key={from} x1={from} x2={to} className={classes[badStates[state]]} />
  ) : null

const badStates: Record<State, 'failing' | 'degraded' | null> = {
  FALLANDO: 'failing',
  DEGRADADO: 'degraded',
  OPERATIVO: null,
  DESCONOCIDO: null,
}

const limitLine = ({ value, label, line }: ChartLimit) =>
  value === null ? null : (
    <ReferenceLine
      key={label}
      y={value}
      ifOverflow="hidden"
      className={line === 'failing' ? classes.failingLimit : classes.degradedLimit}
    />
  )

type CaptionProps = { title: string; legend: readonly string[]; limits: readonly ChartLimit[] }

function Caption({ title, legend, limits }: CaptionProps) {
  return (
    <figcaption className={classes.caption}>
      <span className={classes.title}>{title}</span>
      {legend.map((name) => (
        <span key={name} className={classes.entry} data-line={name}>
          {name}
        </span>
      ))}
      {limits.map(({ label, line }) => (
        <span key={label} className={classes.entry} data-line={line}>
          {label}
        </span>
      ))}
    </figcaption>
  )
}
