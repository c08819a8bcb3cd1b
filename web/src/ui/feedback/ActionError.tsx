import classes from './ActionError.module.css'
import { errorText } from './errorText.ts'

/** Message with the reason why an action failed; empty without an error. */
export function ActionError({ error }: { error: Error | null }) {
  if (!error) return null
  return (
    <p className={classes.error} role="alert">
      {errorText(error)}
    </p>
  )
}
