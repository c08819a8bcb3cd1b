import { type Doubt } from './useDoubt.ts'
import classes from './WallPage.module.css'

/** A banner across the screen while its data may be stale, with the reason. */
export function WallDoubt({ doubt }: { doubt: Doubt | null }) {
  return (
    <div className={classes.doubt} role="alert" data-tone={doubt?.tone}>
      {doubt && (
        <p>
          <strong>{doubt.title}</strong> <span>{doubt.detail}</span>
        </p>
      )}
    </div>
  )
}
