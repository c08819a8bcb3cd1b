import { type BudgetNumbersFragment } from '../../generated/graphql.ts'
import { useNow } from '../../ui/useNow.ts'
import classes from './BudgetLines.module.css'
import { budgetText, driftText } from './budgetText.ts'

/** The latency budget of a subject: the one in force, its reason, and whether the usual latency has drifted. */
export function BudgetLines({ budget }: { budget: BudgetNumbersFragment | null }) {
  const now = useNow()
  if (!budget) return null
  const drift = driftText(budget, now)
  return (
    <>
      <p className={classes.line}>{budgetText(budget, now)}</p>
      {drift && (
        <p className={classes.line} data-drift>
          {drift}
        </p>
      )}
    </>
  )
}
