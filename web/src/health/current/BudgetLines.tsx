import { type BudgetNumbersFragment, type TrafficNumbersFragment } from '../../generated/graphql.ts'
import { useNow } from '../../ui/useNow.ts'
import classes from './BudgetLines.module.css'
import { budgetText, driftText } from './budgetText.ts'
import { trafficText } from './trafficText.ts'

type Props = { policy: { budget: BudgetNumbersFragment | null; trafficBudget: TrafficNumbersFragment | null } }

/** The learned limits of a subject: its latency budget, a drift of its usual latency, and its expected traffic. */
export function BudgetLines({ policy: { budget, trafficBudget } }: Props) {
  const now = useNow()
  if (!budget) return null
  const drift = driftText(budget, now)
  const traffic = trafficBudget && trafficText(trafficBudget)
  return (
    <>
      <p className={classes.line}>{budgetText(budget, now)}</p>
      {traffic && <p className={classes.line}>{traffic}</p>}
      {drift && (
        <p className={classes.line} data-drift>
          {drift}
        </p>
      )}
    </>
  )
}
