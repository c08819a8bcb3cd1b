import { type FocusEvent, type PointerEvent, useId, useMemo, useState } from 'react'
import { Area, Bar, Line } from 'recharts'
import { type Kind } from '../../generated/graphql.ts'
import { words } from '../../language.ts'
import { showRough, showWhole } from '../../ui/numbers.ts'
import { Chart } from './Chart.tsx'
import classes from './Charts.module.css'
import { dataOf, mostOf } from './data.ts'
import { describe } from './describe.ts'
import { requestWords } from './kinds.ts'
import { lonely } from './lonely.tsx'
import { marksBetween } from './marks.ts'
import { scaleTo } from './scale.ts'
import { type Span } from './steps.ts'
import { type Stretch } from './stretches.ts'

type Props = { kind: Kind; span: Span; stretches: readonly Stretch[]; width: number }

const text = words(
  { latency: 'Latencia', errors: 'Errores', steps: (length: string) => `en tramos de ${length}` },
  { latency: 'Latency', errors: 'Errors', steps: (length) => `in steps of ${length}` },
)

// A no-break space: the labels of an axis must stay on one line.
const milliseconds = (value: number) => `${showWhole(value)}\u00a0ms`
const percent = (value: number) => `${showRough(value)}\u00a0%`

/** Latency, errors and traffic over the same time, stacked. */
export function Charts({ kind, span, stretches, width }: Props) {
  const [pointed, point] = useState<string | null>(null)
  const group = useId()
  const rows = useMemo(() => dataOf(span), [span])
  const marks = useMemo(() => marksBetween(span.from, span.to, span.window, width), [span, width])
  const shared = { kind, span, stretches, width, rows, marks, group, pointed }
  const dot = lonely(rows, classes.dot)
  const barSize = Math.max(1, Math.floor((width - 60) / rows.length) - 1)
  const told = describe(kind, span)

  const notice = ({ target }: PointerEvent | FocusEvent) => {
    point(target instanceof Element ? (target.closest('figure')?.id ?? null) : null)
  }
  return (
    <div className={classes.charts} onPointerMove={notice} onFocus={notice}>
      <Chart
        {...shared}
        id={`${group}latency`}
        title={text.latency}
        told={told.latency}
        height={150}
        format={milliseconds}
        scale={scaleTo(mostOf(rows, 'p99'), 40)}
        legend={['p99', 'p95', 'p50']}
      >
        <Line {...still} dataKey="p99" className={classes.p99} dot={dot} />
        <Line {...still} dataKey="p50" className={classes.p50} dot={dot} />
        <Line {...still} dataKey="p95" className={classes.p95} dot={dot} />
      </Chart>
      <Chart
        {...shared}
        id={`${group}errors`}
        title={text.errors}
        told={told.errors}
        height={96}
        format={percent}
        scale={scaleTo(mostOf(rows, 'errors'), 1)}
      >
        <Area {...still} dataKey="errors" className={classes.errors} dot={lonely(rows, classes.errorDot)} />
      </Chart>
      <Chart
        {...shared}
        id={`${group}traffic`}
        title={`${requestWords[kind].title} ${text.steps(span.window.stepLabel)}`}
        told={told.traffic}
        height={118}
        format={showWhole}
        scale={scaleTo(Math.max(mostOf(rows, 'whole'), mostOf(rows, 'underway')), 3)}
        hasTimes
      >
        <Bar {...still} dataKey="whole" stackId="all" barSize={barSize} className={classes.traffic} />
        <Bar {...still} dataKey="underway" stackId="all" barSize={barSize} className={classes.underway} />
      </Chart>
    </div>
  )
}

// No animation, and gaps instead of lines across steps without data.
const still = { isAnimationActive: false, connectNulls: false, type: 'linear', activeDot: false } as const
