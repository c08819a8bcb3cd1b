import { useMemo, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { type Outcome } from '../api/messages/replays.ts'
import { type ReplayResponse } from '../api/restTypes.ts'
import { localize } from '../i18n.ts'
import { formatInteger } from '../format/formatNumber.ts'
import { OutcomeFilter } from './OutcomeFilter.tsx'
import { toReplayResults } from './outcomes.ts'
import classes from './ReplayDialog.module.css'
import { ResultTable } from './ResultTable.tsx'

// Maximum number of results shown here; the page of the replay lists more.
const MAX_SHOWN = 100

const text = localize(
  {
    first: (max: string) => `Se muestran los primeros ${max}.`,
    whole: 'Ver todos en la página del reproceso',
  },
  { first: (max) => `The first ${max} are shown.`, whole: 'See all on the page of the replay' },
)

/** The outcome of each message, optionally filtered by outcome. */
export function ReplayResults({ response }: { response: ReplayResponse }) {
  const [outcome, setOutcome] = useState<Outcome>()
  const results = useMemo(() => toReplayResults(response), [response])
  const filtered = outcome === undefined ? results : results.filter((result) => result.outcome === outcome)
  return (
    <>
      <OutcomeFilter results={results} isDryRun={response.dryRun} selected={outcome} onChoose={setOutcome} />
      <div className={classes.list}>
        <ResultTable results={filtered.slice(0, MAX_SHOWN)} isDryRun={response.dryRun} opensInNewTab />
      </div>
      {filtered.length > MAX_SHOWN && (
        <p className={classes.aside}>
          {text.first(formatInteger(MAX_SHOWN))}{' '}
          <Link to="/replays/$id" params={{ id: response.replayId }} target="_blank">
            {text.whole}
          </Link>
        </p>
      )}
    </>
  )
}
