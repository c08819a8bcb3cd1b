import { useMemo, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { type Outcome } from '../../api/replays.ts'
import { type ReplayAnswer } from '../../api/rest.ts'
import { words } from '../../language.ts'
import { showWhole } from '../../ui/numbers.ts'
import { OutcomeChoice } from './OutcomeChoice.tsx'
import { resultsOf } from './outcomes.ts'
import classes from './ReplayDialog.module.css'
import { ResultTable } from './ResultTable.tsx'

// The replay's own page lists more results than these.
const MOST = 100

const text = words(
  {
    first: (most: string) => `Aquí se ven los primeros ${most}.`,
    whole: 'Ver todos en la página del reproceso',
  },
  { first: (most) => `Here are the first ${most}.`, whole: 'See all of them on the page of the replay' },
)

/** The outcome of each message, filtered by outcome or not. */
export function Results({ answer }: { answer: ReplayAnswer }) {
  const [outcome, setOutcome] = useState<Outcome>()
  const results = useMemo(() => resultsOf(answer), [answer])
  const chosen = outcome === undefined ? results : results.filter((result) => result.outcome === outcome)
  return (
    <>
      <OutcomeChoice results={results} isDryRun={answer.dryRun} chosen={outcome} onChoose={setOutcome} />
      <div className={classes.list}>
        <ResultTable results={chosen.slice(0, MOST)} isDryRun={answer.dryRun} opensBeside />
      </div>
      {chosen.length > MOST && (
        <p className={classes.aside}>
          {text.first(showWhole(MOST))}{' '}
          <Link to="/replays/$id" params={{ id: answer.replayId }} target="_blank">
            {text.whole}
          </Link>
        </p>
      )}
    </>
  )
}
