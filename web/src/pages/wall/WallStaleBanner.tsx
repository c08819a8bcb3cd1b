import { type Staleness } from './useStaleness.ts'
import classes from './WallPage.module.css'

/** A banner across the screen while its data may be stale, with the reason. */
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
