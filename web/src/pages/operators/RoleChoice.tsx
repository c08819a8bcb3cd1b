import { Radio, Stack } from '@mantine/core'
import { type Role } from '../../api/operators.ts'
import { words } from '../../language.ts'
import { roleLabels, roles, roleSentences } from '../../ui/roles.ts'
import classes from './RoleChoice.module.css'

const text = words({ role: 'Rol' }, { role: 'Role' })

type Props = { value: Role; onChange: (role: Role) => void }

/** Selects a role; each is listed with its permissions. */
export function RoleChoice({ value, onChange }: Props) {
  return (
    <Radio.Group
      label={text.role}
      size="sm"
      mt="sm"
      value={value}
      onChange={(chosen) => {
        onChange(roles.find((role) => role === chosen) ?? value)
      }}
    >
      <Stack gap={10} mt={6}>
        {roles.map((role) => (
          <Radio
            key={role}
            size="sm"
            value={role}
            label={roleLabels[role]}
            description={roleSentences[role]}
            classNames={{ description: classes.description }}
            data-autofocus={role === value || undefined}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
