import { type State } from '../generated/graphql.ts'
import classes from './StateMark.module.css'
import { stateLabels } from './words.ts'

/** State as a coloured dot with its label, since colour alone is not accessible. */
export function StateMark({ state }: { state: State }) {
  return (
    <span className={classes.mark} data-state={state}>
      {stateLabels[state]}
    </span>
  )
}
