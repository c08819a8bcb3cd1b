import { NativeSelect } from '@mantine/core'
import { commonLabels } from '../labels.ts'
import classes from './FilterBar.module.css'

type Props<Value extends string> = {
  label: string
  value: Value | undefined
  onChange: (value: Value | undefined) => void
  choices: readonly { value: Value; label: string }[]
  /** Label of the option that sets no filter. */
  any?: string
}

/** Filter by one of a few values, with an option that sets no filter. */
export function ChoiceFilter<Value extends string>({ label, value, onChange, choices, any }: Props<Value>) {
  return (
    <NativeSelect
      size="xs"
      labelProps={{ className: classes.label }}
      label={label}
      data={[{ value: '', label: any ?? commonLabels.all }, ...choices]}
      value={value ?? ''}
      onChange={({ currentTarget }) => {
        onChange(choices.find((choice) => choice.value === currentTarget.value)?.value)
      }}
    />
  )
}
