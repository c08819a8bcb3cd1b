import { useEffect, useState } from 'react'
import { TextInput } from '@mantine/core'
import { commonLabels } from '../labels.ts'
import classes from './FilterBar.module.css'

/** Debounce after the last key before the request: long enough to finish a word. */
const DEBOUNCE_MS = 250

type Props = {
  value: string | undefined
  onChange: (value: string | undefined) => void
  label?: string
  placeholder?: string
}

/** Debounced text filter. */
export function TextFilter({ value = '', onChange, label = commonLabels.search, placeholder }: Props) {
  const [input, setInput] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  // A value changed from outside (cleared, or by browser history) replaces the typed text.
  if (lastValue !== value) {
    setLastValue(value)
    setInput(value)
  }
  useEffect(() => {
    if (input === value) return
    const timer = setTimeout(() => {
      onChange(input.trim() === '' ? undefined : input)
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [input, value, onChange])
  return (
    <TextInput
      size="xs"
      type="search"
      className={classes.text}
      labelProps={{ className: classes.label }}
      label={label}
      placeholder={placeholder ?? ''}
      value={input}
      onChange={(event) => {
        setInput(event.currentTarget.value)
      }}
    />
  )
}
