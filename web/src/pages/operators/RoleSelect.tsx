import { Radio, Stack } from '@mantine/core'
import { type Role } from '../../api/auth/operators.ts'
import { localize } from '../../i18n.ts'
import { roleLabels, roles, roleDescriptions } from './roles.ts'
import classes from './RoleSelect.module.css'

const text = localize({ role: 'Rol' }, { role: 'Role' })

type Props = { value: Role; onChange: (role: Role) => void }

/** Selects a role; each is listed with its permissions. */
export function RoleSelect({ value, onChange }: Props) {
  return (
    <Radio.Group
      label={text.role}
      size="sm"
      mt="sm"
      value={value}
      onChange={(selected) => {
        onChange(roles.find((role) => role === selected) ?? value)
      }}
    >
      <Stack gap={10} mt={6}>
        {roles.map((role) => (
          <Radio
            key={role}
            size="sm"
            value={role}
            label={roleLabels[role]}
            description={roleDescriptions[role]}
            classNames={{ description: classes.description }}
            data-autofocus={role === value || undefined}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
