import { type CSSProperties } from 'react'
import { type State } from '../../generated/graphql.ts'
import classes from './StateBar.module.css'

type Props = { counts: readonly { state: State; count: number }[] }

/** Stacked bar of the states. Hidden from assistive technology, because the numbers are shown beside it. */
export function StateBar({ counts }: Props) {
  return (
    <div className={classes.bar} aria-hidden="true">
      {counts.map(({ state, count }) => {
        const style: CSSProperties = { flexGrow: count }
        return count > 0 && <span key={state} className={classes.share} data-state={state} style={style} />
      })}
    </div>
  )
}
