import { useState } from 'react'
import { TextInput } from '@mantine/core'
import { words } from '../../language.ts'
import { fromMadrid, inMadrid } from '../madrid.ts'
import classes from './MomentFilter.module.css'

type Props = {
  label: string
  /** In UTC. */
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Of an hour that comes twice, in autumn, which one counts: the first for a beginning, the last for an end. */
  ambiguous: 'first' | 'last'
}

const text = words({ zone: 'Hora de Madrid' }, { zone: 'Time in Madrid' })

/** A moment that bounds a list, typed as clocks in Madrid show it. */
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
    // While a year is being typed there is no moment yet; what was known until then goes on to hold.
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
