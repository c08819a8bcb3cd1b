import { useEffect, useState } from 'react'
import { NativeSelect, TextInput } from '@mantine/core'
import { common } from '../words.ts'
import classes from './FilterBar.module.css'

/** So long after the last key the list is asked for: long enough to finish a word. */
const AFTER_TYPING_MS = 250

type TextProps = {
  value: string | undefined
  onChange: (value: string | undefined) => void
  label?: string
  placeholder?: string
}

/** A text that narrows a list, a moment after it was typed. */
export function TextFilter({ value = '', onChange, label = common.search, placeholder }: TextProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // What was changed elsewhere, by clearing or by the way back, wins over what was typed before.
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
  /** What stands for no choice. */
  any?: string
}

/** One of a few, or any. */
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
