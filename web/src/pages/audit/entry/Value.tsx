import { formatExactTime } from '../../../format/formatTime.ts'
import { commonLabels } from '../../../ui/labels.ts'
import { NO_VALUE } from '../../../format/noValue.ts'
import classes from './Value.module.css'

/** A value of the audit trail: timestamps in Madrid time, nested values as indented JSON. */
export function Value({ value }: { value: unknown }) {
  if (value === null || value === undefined) return NO_VALUE
  if (typeof value === 'boolean') return value ? commonLabels.yes : commonLabels.no
  if (typeof value === 'string') return isTimestamp(value) ? <ExactTime at={value} /> : value
  if (typeof value === 'number') return String(value)
  return <pre className={classes.json}>{JSON.stringify(value, null, 2)}</pre>
}

function ExactTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={at}>
      {formatExactTime(at)}
    </time>
  )
}

const isTimestamp = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/u.test(text)
