import classes from './ActionError.module.css'
import { errorText } from './errorText.ts'

/** Error of an action. */
export function ActionError({ error }: { error: Error | null }) {
  if (!error) return null
  return (
    <p className={classes.error} role="alert">
      {errorText(error)}
    </p>
  )
}
