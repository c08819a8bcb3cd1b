import { useEffect, useState } from 'react'
import { NativeSelect, TextInput } from '@mantine/core'
import { common } from '../words.ts'
import classes from './FilterBar.module.css'

/** Debounce after the last key before the request: long enough to finish a word. */
const AFTER_TYPING_MS = 250

type TextProps = {
  value: string | undefined
  onChange: (value: string | undefined) => void
  label?: string
  placeholder?: string
}

/** Debounced text filter. */
export function TextFilter({ value = '', onChange, label = common.search, placeholder }: TextProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // A value changed from outside (cleared, or by browser history) replaces the typed text.
  if (known !== value) {
    setKnown(value)
    setTyped(value)
  }
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => {
      onChange(typed.trim() === '' ? undefined : typed)
    }, AFTER_TYPING_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [typed, value, onChange])
  return (
    <TextInput
      size="xs"
      type="search"
      className={classes.text}
      labelProps={{ className: classes.label }}
      label={label}
      placeholder={placeholder ?? ''}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
      }}
    />
  )
}

type ChoiceProps<Value extends string> = {
  label: string
  value: Value | undefined
  onChange: (value: Value | undefined) => void
  choices: readonly { value: Value; label: string }[]
  /** Label of the option that sets no filter. */
  any?: string
}

/** Filter by one of a few values, or any. */
export function ChoiceFilter<Value extends string>({ label, value, onChange, choices, any }: ChoiceProps<Value>) {
  return (
    <NativeSelect
      size="xs"
      labelProps={{ className: classes.label }}
      label={label}
      data={[{ value: '', label: any ?? common.all }, ...choices]}
      value={value ?? ''}
      onChange={({ currentTarget }) => {
        onChange(choices.find((choice) => choice.value === currentTarget.value)?.value)
      }}
    />
  )
}
