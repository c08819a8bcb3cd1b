import { type Outcome, type ReplayResult } from '../api/messages/replays.ts'
import { localize } from '../i18n.ts'
import { formatInteger } from '../format/formatNumber.ts'
import { StatusDot } from '../ui/display/StatusDot.tsx'
import classes from './OutcomeFilter.module.css'
import { countLabels, dryRunCountLabels, outcomes, outcomeTones } from './outcomes.ts'

type Props = {
  results: readonly ReplayResult[]
  isDryRun: boolean
  selected: Outcome | undefined
  onChoose: (outcome: Outcome | undefined) => void
}

const text = localize({ label: 'Resultados' }, { label: 'Outcomes' })

/** The number of messages with each outcome. Clicking a number filters the list by its outcome. */
export function OutcomeFilter({ results, isDryRun, selected, onChoose }: Props) {
  const labels = isDryRun ? dryRunCountLabels : countLabels
  const countOutcome = (outcome: Outcome) => results.filter((result) => result.outcome === outcome).length
  const choice = (outcome: Outcome | undefined) => ({
    type: 'button' as const,
    className: classes.choice,
    'aria-pressed': selected === outcome,
    onClick: () => {
      onChoose(outcome)
    },
  })
  return (
    <div className={classes.choices} role="group" aria-label={text.label}>
      <button {...choice(undefined)}>
        {labels.ALL} <strong>{formatInteger(results.length)}</strong>
      </button>
      {outcomes.map((outcome) => (
        <button key={outcome} {...choice(outcome)}>
          <StatusDot tone={outcomeTones[outcome]}>{labels[outcome]}</StatusDot>
          <strong>{formatInteger(countOutcome(outcome))}</strong>
        </button>
      ))}
    </div>
  )
}
