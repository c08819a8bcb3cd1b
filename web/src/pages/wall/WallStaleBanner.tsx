import { type Staleness } from './useStaleness.ts'
import classes from './WallPage.module.css'

/** A banner across the screen with the reason why its data may be stale; empty if the data is live. */
export function WallStaleBanner({ staleness }: { staleness: Staleness | null }) {
  return (
    <div className={classes.staleness} role="alert" data-tone={staleness?.tone}>
      {staleness && (
        <p>
          <strong>{staleness.title}</strong> <span>{staleness.detail}</span>
        </p>
      )}
    </div>
  )
}
