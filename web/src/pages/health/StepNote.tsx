import { type Kind } from '../../generated/graphql.ts'
import { words } from '../../language.ts'
import { showPercent, showWhole } from '../../ui/numbers.ts'
import { type Row } from './data.ts'
import { requestWords } from './kinds.ts'
import { showStep } from './marks.ts'
import classes from './StepNote.module.css'

const text = words(
  { none: 'Sin muestras', errors: 'Errores', underway: 'en curso' },
  { none: 'No samples', errors: 'Errors', underway: 'under way' },
)

/** The exact numbers of one step of a chart. */
export function StepNote({ kind, row }: { kind: Kind; row: Row | undefined }) {
  if (!row) return null
  const { step } = row
  return (
    <div className={classes.note} role="status">
      <p className={classes.when}>
        {showStep(step)}
        {step.isUnderway && ` (${text.underway})`}
      </p>
      {step.point ? <Numbers kind={kind} point={step.point} /> : <p>{text.none}</p>}
    </div>
  )
}

function Numbers({ kind, point }: { kind: Kind; point: NonNullable<Row['step']['point']> }) {
  const { latency, errorRate, requests } = point
  const lines = [
    ['p99', `${showWhole(latency.p99)} ms`],
    ['p95', `${showWhole(latency.p95)} ms`],
    ['p50', `${showWhole(latency.p50)} ms`],
    [text.errors, `${showPercent(errorRate)} %`],
    [requestWords[kind].title, showWhole(requests)],
  ] as const
  return (
    <dl className={classes.lines}>
      {lines.map(([name, value]) => (
        <div key={name} className={classes.line}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
