import classes from './CountBadge.module.css'
import { formatInteger } from '../../format/formatNumber.ts'

type Props = {
  /** The number; undefined while not loaded, which is shown as a dash and never as 0. */
  value: number | undefined
  /** Style of a number above 0. */
  tone: 'alarm' | 'warning' | 'news' | 'quiet'
}

/** A badge with a number. */
export function CountBadge({ value, tone }: Props) {
  return (
    <span className={classes.count} data-tone={value ? tone : 'quiet'}>
      {formatInteger(value)}
    </span>
  )
}
