import { type FocusEvent, type PointerEvent, useId, useMemo, useState } from 'react'
import { Area, Bar, Line } from 'recharts'
import { type Kind } from '../../generated/graphql.ts'
import { localize } from '../../i18n.ts'
import { formatRounded, formatInteger } from '../../format/formatNumber.ts'
import { Chart } from './Chart.tsx'
import classes from './Charts.module.css'
import { chartRows, maxValue } from './chartData.ts'
import { describeCharts } from './chartText.ts'
import { isolatedDot } from './isolatedDot.tsx'
import { formatStep, timeTicks } from './axisTicks.ts'
import { valueTicks } from './axisScale.ts'
import { chartLimits, errorTop, latencyTop, trafficLimits, type ChartThresholds } from './chartLimits.ts'
import { type Span } from './timeSteps.ts'
import { type StateInterval } from '../states/stateIntervals.ts'
import { kinds } from '../../subjects/kinds.ts'

type Props = {
  kind: Kind
  thresholds?: ChartThresholds | undefined
  span: Span
  intervals: readonly StateInterval[]
  width: number
}

const text = localize(
  { latency: 'Latencia', errors: 'Errores', steps: (length: string) => `en tramos de ${length}` },
  { latency: 'Latency', errors: 'Errors', steps: (length) => `in steps of ${length}` },
)

// A no-break space: the labels of an axis must stay on one line.
const milliseconds = (value: number) => `${formatInteger(value)}\u00a0ms`
const percent = (value: number) => `${formatRounded(value)}\u00a0%`

/** Latency, errors and traffic over the same time, stacked. */
export function Charts({ kind, thresholds, span, intervals, width }: Props) {
  const { activeChartId, trackActiveChart } = useActiveChart()
  const group = useId()
  const latencyScale = useMemo(() => valueTicks(latencyTop(span), 40), [span])
  const rows = useMemo(() => chartRows(span, latencyScale.at(-1) ?? 0), [span, latencyScale])
  const ticks = useMemo(() => timeTicks(span.from, span.to, span.window, width), [span, width])
  const shared = { kind, span, intervals, width, rows, ticks, group, activeChartId }
  const dot = isolatedDot(rows, classes.dot)
  const barSize = Math.max(1, Math.floor((width - 60) / rows.length) - 1)
  const descriptions = describeCharts(kind, span)
  const limits = chartLimits(thresholds)

  return (
    <div className={classes.charts} onPointerMove={trackActiveChart} onFocus={trackActiveChart}>
      <Chart
        {...shared}
        id={`${group}latency`}
        title={text.latency}
        description={descriptions.latency}
        height={150}
        format={milliseconds}
        scale={latencyScale}
        legend={['p99', 'p95', 'p50']}
        limits={limits.latency}
      >
        <Line {...lineProps} type="step" dataKey="budget" className={classes.budget} dot={false} />
        <Line {...lineProps} dataKey="p99" className={classes.p99} dot={dot} />
        <Line {...lineProps} dataKey="p50" className={classes.p50} dot={dot} />
        <Line {...lineProps} dataKey="p95" className={classes.p95} dot={dot} />
      </Chart>
      <Chart
        {...shared}
        id={`${group}errors`}
        title={text.errors}
        description={descriptions.errors}
        height={96}
        format={percent}
        scale={valueTicks(errorTop(maxValue(rows, 'errors'), limits.errors), 1)}
        limits={limits.errors}
      >
        <Area {...lineProps} dataKey="errors" className={classes.errors} dot={isolatedDot(rows, classes.errorDot)} />
      </Chart>
      <Chart
        {...shared}
        id={`${group}traffic`}
        title={`${kinds[kind].requests.title} ${text.steps(formatStep(span.stepMs))}`}
        description={descriptions.traffic}
        height={118}
        format={formatInteger}
        scale={valueTicks(Math.max(...trafficValues.map((name) => maxValue(rows, name))), 3)}
        limits={trafficLimits(span)}
        hasTimes
      >
        <Bar {...lineProps} dataKey="finished" stackId="all" barSize={barSize} className={classes.traffic} />
        <Bar {...lineProps} dataKey="running" stackId="all" barSize={barSize} className={classes.running} />
        <Line {...lineProps} type="step" dataKey="expected" className={classes.expected} dot={false} />
      </Chart>
    </div>
  )
}

/** The chart that the pointer or the focus is in. */
function useActiveChart() {
  const [activeChartId, setActiveChartId] = useState<string | null>(null)
  const trackActiveChart = ({ target }: PointerEvent | FocusEvent) => {
    setActiveChartId(target instanceof Element ? (target.closest('figure')?.id ?? null) : null)
  }
  return { activeChartId, trackActiveChart }
}

const trafficValues = ['finished', 'running', 'expected'] as const

// No animation, and gaps instead of lines across steps without data.
const lineProps = { isAnimationActive: false, connectNulls: false, type: 'linear', activeDot: false } as const
