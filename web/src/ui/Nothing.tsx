import classes from './Nothing.module.css'
import { common } from './words.ts'

type Props = { title?: string; hint?: string }

/** Empty state with a hint; by default, that nothing matches the filters. */
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
