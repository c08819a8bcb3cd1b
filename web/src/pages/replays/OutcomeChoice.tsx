import { type Outcome, type ReplayResult } from '../../api/replays.ts'
import { words } from '../../language.ts'
import { showWhole } from '../../ui/numbers.ts'
import { ToneMark } from '../../ui/ToneMark.tsx'
import classes from './OutcomeChoice.module.css'
import { countedLabels, foreseenCountedLabels, outcomes, outcomeTones } from './outcomes.ts'

type Props = {
  results: readonly ReplayResult[]
  isDryRun: boolean
  chosen: Outcome | undefined
  onChoose: (outcome: Outcome | undefined) => void
}

const text = words({ label: 'Resultados' }, { label: 'Outcomes' })

/** The number of messages with each outcome, which is also the filter by outcome. */
export function OutcomeChoice({ results, isDryRun, chosen, onChoose }: Props) {
  const labels = isDryRun ? foreseenCountedLabels : countedLabels
  const countOf = (outcome: Outcome) => results.filter((result) => result.outcome === outcome).length
  const choice = (outcome: Outcome | undefined) => ({
    type: 'button' as const,
    className: classes.choice,
    'aria-pressed': chosen === outcome,
    onClick: () => {
      onChoose(outcome)
    },
  })
  return (
    <div className={classes.choices} role="group" aria-label={text.label}>
      <button {...choice(undefined)}>
        {labels.ALL} <strong>{showWhole(results.length)}</strong>
      </button>
      {outcomes.map((outcome) => (
        <button key={outcome} {...choice(outcome)}>
          <ToneMark tone={outcomeTones[outcome]}>{labels[outcome]}</ToneMark>
          <strong>{showWhole(countOf(outcome))}</strong>
        </button>
      ))}
    </div>
  )
}
