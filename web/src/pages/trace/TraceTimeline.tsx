import { type TraceStep } from '../../api/messages/trace.ts'
import { formatExactTime, formatFullTime } from '../../format/formatTime.ts'
import { localize } from '../../i18n.ts'
import { StatusDot } from '../../ui/display/StatusDot.tsx'
import { outcomes, stepLabels } from './labels.ts'
import { StepLink } from './StepLink.tsx'
import { formatStepDuration, stepDetails, stepTitle } from './stepText.ts'
import classes from './TraceTimeline.module.css'

const text = localize({ timeline: 'Pasos' }, { timeline: 'Steps' })

/** The steps of a trace, oldest first. */
export function TraceTimeline({ steps }: { steps: readonly TraceStep[] }) {
  return (
    <ol className={classes.timeline} aria-label={text.timeline}>
      {/* The index is a stable key, because the steps are always shown completely and in order. */}
      {steps.map((step, index) => (
        <Step key={index} step={step} />
      ))}
    </ol>
  )
}

function Step({ step }: { step: TraceStep }) {
  const { at, durationMs, outcome } = step
  const details = stepDetails(step)
  return (
    <li className={classes.step} data-outcome={outcome}>
      <p className={classes.head}>
        <span className={classes.kind}>{stepLabels[step.__typename]}</span>
        <span className={classes.title}>
          <StepLink step={step}>{stepTitle(step)}</StepLink>
        </span>
      </p>
      <p className={classes.facts}>
        <time dateTime={at} title={formatFullTime(at)}>
          {formatExactTime(at)}
        </time>
        {durationMs !== null && <span>{formatStepDuration(durationMs)}</span>}
        <StatusDot tone={outcomes[outcome].tone}>{outcomes[outcome].label}</StatusDot>
        {details !== '' && <span className={classes.details}>{details}</span>}
      </p>
    </li>
  )
}
