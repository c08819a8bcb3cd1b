import classes from './Count.module.css'
import { showWhole } from './numbers.ts'

type Props = {
  /** Undefined where it is not known; that is shown as such, never as 0. */
  value: number | undefined
  /** How loud a number above 0 is. */
  tone: 'alarm' | 'warning' | 'news'
}

/** A badge with a number. */
export function Count({ value, tone }: Props) {
  return (
    <span className={classes.count} data-tone={value ? tone : 'quiet'}>
      {showWhole(value)}
    </span>
  )
}
