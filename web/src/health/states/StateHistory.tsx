import { Skeleton } from '@mantine/core'
import { type State } from '../../generated/graphql.ts'
import { localize } from '../../i18n.ts'
import { formatDuration } from '../../format/formatTime.ts'
import { stateLabels, states } from '../labels.ts'
import { formatInterval } from '../charts/axisTicks.ts'
import classes from './StateHistory.module.css'
import { totalDuration, type StateInterval } from './stateIntervals.ts'
import { type Span } from '../charts/timeSteps.ts'

const text = localize(
  { states: 'Estados', notRecorded: 'Sin datos guardados' },
  { states: 'States', notRecorded: 'Not on record' },
)

const legendStates: readonly (State | null)[] = [...states, null]
const stateLabel = (state: State | null) => (state ? stateLabels[state] : text.notRecorded)

/** The states of a subject as a bar aligned with the charts below, and the time spent in each. */
export function StateHistory({ span, intervals }: { span: Span | undefined; intervals: StateInterval[] | undefined }) {
  const durations = legendStates
    .map((state) => ({ state, ms: totalDuration(intervals ?? [], state) }))
    .filter(({ ms }) => ms > 0)
    .map(({ state, ms }) => ({ state, label: stateLabel(state), duration: formatDuration(new Date(0), new Date(ms)) }))
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.legend}>
        <span className={classes.title}>{text.states}</span>
        {intervals ? (
          durations.map(({ state, label, duration }) => (
            <span key={label} className={classes.entry} data-state={state ?? 'NONE'}>
              {label} <span className={classes.duration}>{duration}</span>
            </span>
          ))
        ) : (
          <Skeleton height={12} width={160} my={3} />
        )}
      </figcaption>
      <div
        className={classes.bar}
        role="img"
        aria-label={durations.map(({ label, duration }) => `${label} ${duration}`).join(', ')}
      >
        {span && intervals?.map((interval) => <Segment key={interval.from} interval={interval} span={span} />)}
      </div>
    </figure>
  )
}

function Segment({ interval, span }: { interval: StateInterval; span: Span }) {
  const { from, to, state, reason } = interval
  const share = (ms: number) => `${String((100 * ms) / (span.to - span.from))}%`
  const duration = formatDuration(new Date(from), new Date(to))
  return (
    <span
      className={classes.segment}
      data-state={state ?? 'NONE'}
      title={[`${stateLabel(state)}, ${duration}`, formatInterval(interval), reason ?? ''].filter(Boolean).join('\n')}
      style={{ left: share(from - span.from), width: share(to - from) }}
    />
  )
}
