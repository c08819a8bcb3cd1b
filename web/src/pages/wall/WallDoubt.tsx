import { type Doubt } from './useDoubt.ts'
import classes from './WallPage.module.css'

/** Says across the whole screen that it is not to be trusted, and why; nothing where it is. */
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
