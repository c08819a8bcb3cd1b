import { type State } from '../generated/graphql.ts'
import classes from './StateMark.module.css'
import { stateLabels } from './words.ts'

/** A state as a coloured dot and its word: colour alone would not tell everyone. */
export function StateMark({ state }: { state: State }) {
  return (
    <span className={classes.mark} data-state={state}>
      {stateLabels[state]}
    </span>
  )
}
