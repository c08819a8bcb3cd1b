import classes from './Count.module.css'
import { showWhole } from './numbers.ts'

type Props = {
  /** Undefined while not loaded; shown as a dash, never as 0. */
  value: number | undefined
  /** Style of a number above 0. */
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
