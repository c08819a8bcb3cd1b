import classes from './Nothing.module.css'
import { common } from './words.ts'

type Props = { title?: string; hint?: string }

/** Says that there is nothing to show, and what to do about it: unless told, that the filters match nothing. */
export function Nothing({ title = common.nothingMatches, hint = common.adjust }: Props) {
  return (
    <div className={classes.nothing} role="status">
      <p>
        <strong>{title}</strong>
      </p>
      <p>{hint}</p>
    </div>
  )
}
