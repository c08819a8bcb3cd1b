import { Skeleton } from '@mantine/core'
import { type State } from '../../generated/graphql.ts'
import { words } from '../../language.ts'
import { showLasting } from '../../ui/times.ts'
import { stateLabels, states } from '../../ui/words.ts'
import { showStep } from './marks.ts'
import classes from './StateHistory.module.css'
import { lastingOf, type Stretch } from './stretches.ts'
import { type Span } from './steps.ts'

const text = words(
  { states: 'Estados', notTold: 'Sin datos guardados' },
  { states: 'States', notTold: 'Not on record' },
)

const kinds: readonly (State | null)[] = [...states, null]
const labelOf = (state: State | null) => (state ? stateLabels[state] : text.notTold)

/** The states of a subject as a bar aligned with the charts below, and the time spent in each. */
export function StateHistory({ span, stretches }: { span: Span | undefined; stretches: Stretch[] | undefined }) {
  const lasting = kinds
    .map((state) => ({ state, ms: lastingOf(stretches ?? [], state) }))
    .filter(({ ms }) => ms > 0)
    .map(({ state, ms }) => ({ state, label: labelOf(state), lasted: showLasting(new Date(0), new Date(ms)) }))
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.legend}>
        <span className={classes.title}>{text.states}</span>
        {stretches ? (
          lasting.map(({ state, label, lasted }) => (
            <span key={label} className={classes.entry} data-state={state ?? 'NONE'}>
              {label} <span className={classes.lasted}>{lasted}</span>
            </span>
          ))
        ) : (
          <Skeleton height={12} width={160} my={3} />
        )}
      </figcaption>
      <div
        className={classes.bar}
        role="img"
        aria-label={lasting.map(({ label, lasted }) => `${label} ${lasted}`).join(', ')}
      >
        {span && stretches?.map((stretch) => <Segment key={stretch.from} stretch={stretch} span={span} />)}
      </div>
    </figure>
  )
}

function Segment({ stretch, span }: { stretch: Stretch; span: Span }) {
  const { from, to, state, reason } = stretch
  const share = (ms: number) => `${String((100 * ms) / (span.to - span.from))}%`
  const lasted = showLasting(new Date(from), new Date(to))
  return (
    <span
      className={classes.segment}
      data-state={state ?? 'NONE'}
      title={[`${labelOf(state)}, ${lasted}`, showStep(stretch), reason ?? ''].filter(Boolean).join('\n')}
      style={{ left: share(from - span.from), width: share(to - from) }}
    />
  )
}
