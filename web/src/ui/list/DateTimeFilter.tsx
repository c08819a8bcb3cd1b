import { useState } from 'react'
import { TextInput } from '@mantine/core'
import { localize } from '../../i18n.ts'
import { fromMadridLocal, toMadridLocal } from '../../format/madridTime.ts'
import classes from './DateTimeFilter.module.css'

type Props = {
  label: string
  /** ISO 8601 in UTC. */
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** The moment to use in the repeated hour of autumn: the first for a start, the last for an end. */
  ambiguous: 'first' | 'last'
}

const text = localize({ zone: 'Hora de Madrid' }, { zone: 'Time in Madrid' })

/** Date and time filter, entered in Madrid time. */
export function DateTimeFilter({ label, value, onChange, ambiguous }: Props) {
  const local = value === undefined ? '' : toMadridLocal(value)
  const [input, setInput] = useState(local)
  const [lastValue, setLastValue] = useState(value)
  if (lastValue !== value) {
    setLastValue(value)
    setInput(local)
  }
  const changeInput = (next: string) => {
    setInput(next)
    const date = fromMadridLocal(next, ambiguous)
    // A partly typed year is not a valid date yet, so the previous value is kept.
    if (next === '' || date) onChange(date?.toISOString())
  }
  return (
    <TextInput
      size="xs"
      type="datetime-local"
      className={classes.field}
      labelProps={{ className: classes.label }}
      label={label}
      title={text.zone}
      value={input}
      max="2999-12-31T23:59"
      onChange={(event) => {
        changeInput(event.currentTarget.value)
      }}
    />
  )
}
