import { useState } from 'react'
import { TextInput } from '@mantine/core'
import { words } from '../../language.ts'
import { fromMadrid, inMadrid } from '../madrid.ts'
import classes from './MomentFilter.module.css'

type Props = {
  label: string
  /** ISO 8601 in UTC. */
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** The moment to take in the repeated hour of autumn: the first for a start, the last for an end. */
  ambiguous: 'first' | 'last'
}

const text = words({ zone: 'Hora de Madrid' }, { zone: 'Time in Madrid' })

/** Date and time filter, entered in Madrid time. */
export function MomentFilter({ label, value, onChange, ambiguous }: Props) {
  const local = value === undefined ? '' : inMadrid(value)
  const [typed, setTyped] = useState(local)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setTyped(local)
  }
  const type = (next: string) => {
    setTyped(next)
    const moment = fromMadrid(next, ambiguous)
    // A partly typed year is not a valid date yet: keep the previous value.
    if (next === '' || moment) onChange(moment?.toISOString())
  }
  return (
    <TextInput
      size="xs"
      type="datetime-local"
      className={classes.field}
      labelProps={{ className: classes.label }}
      label={label}
      title={text.zone}
      value={typed}
      max="2999-12-31T23:59"
      onChange={(event) => {
        type(event.currentTarget.value)
      }}
    />
  )
}
