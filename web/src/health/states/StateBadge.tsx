import { type State } from '../../generated/graphql.ts'
import classes from './StateBadge.module.css'
import { stateLabels } from '../labels.ts'

/** State as a coloured dot with its label, since colour alone is not accessible. */
export function StateBadge({ state }: { state: State }) {
  return (
    <span className={classes.badge} data-state={state}>
      {stateLabels[state]}
    </span>
  )
}
