import { showExactTime } from '../../ui/times.ts'
import { common, UNKNOWN } from '../../ui/words.ts'
import classes from './Value.module.css'

/** A value of the audit trail: timestamps in Madrid time, nested values as indented JSON. */
export function Value({ value }: { value: unknown }) {
  if (value === null || value === undefined) return UNKNOWN
  if (typeof value === 'boolean') return value ? common.yes : common.no
  if (typeof value === 'string') return isMoment(value) ? <Moment at={value} /> : value
  if (typeof value === 'number') return String(value)
  return <pre className={classes.json}>{JSON.stringify(value, null, 2)}</pre>
}

function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={at}>
      {showExactTime(at)}
    </time>
  )
}

const isMoment = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/u.test(text)
