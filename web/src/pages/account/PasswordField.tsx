import { PasswordInput } from '@mantine/core'
import { localize } from '../../i18n.ts'

type Props = {
  name: string
  label: string
  value: string
  error: string | undefined
  autoComplete: 'current-password' | 'new-password'
  onChange: (value: string) => void
}

const text = localize(
  { toggle: (label: string) => `Mostrar u ocultar: ${label}` },
  { toggle: (label) => `Show or hide: ${label}` },
)

/** A password input that can be revealed, with its error below. */
export function PasswordField({ label, onChange, ...shared }: Props) {
  return (
    <PasswordInput
      {...shared}
      mt="sm"
      maw={360}
      label={label}
      visibilityToggleButtonProps={{ 'aria-label': text.toggle(label), tabIndex: 0 }}
      onChange={(event) => {
        onChange(event.currentTarget.value)
      }}
    />
  )
}
