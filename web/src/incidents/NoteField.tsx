import { Textarea } from '@mantine/core'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  /** Space above it, in pixels. */
  mt?: number
}

/** Field for a note on an incident or the reason of an action, in a form that opens with it. */
export function NoteField({ label, value, onChange, mt }: Props) {
  return (
    <Textarea
      mt={mt}
      size="sm"
      autosize
      minRows={2}
      maxLength={1000}
      label={label}
      value={value}
      onChange={(event) => {
        onChange(event.currentTarget.value)
      }}
      autoFocus
    />
  )
}
