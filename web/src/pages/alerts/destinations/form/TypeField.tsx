import { Radio, Stack } from '@mantine/core'
import { type Channel } from '../../../../api/incidents/destinations.ts'
import { localize } from '../../../../i18n.ts'
import { type DestinationDraft } from './destinationDraft.ts'
import classes from './TypeField.module.css'

const text = localize({ type: 'Tipo' }, { type: 'Type' })

type Props = {
  types: readonly Channel[]
  value: Channel
  onChange: (fields: Partial<DestinationDraft>) => void
}

/** Selects the type of a new destination. A type that the settings do not allow shows the reason. */
export function TypeField({ types, value, onChange }: Props) {
  return (
    <Radio.Group
      label={text.type}
      size="sm"
      value={value.type}
      onChange={(selected) => {
        onChange({ channel: types.find(({ type }) => type === selected) ?? value, target: {} })
      }}
    >
      <Stack gap={10} mt={6}>
        {types.map(({ type, available, reason, label, description }) => (
          <Radio
            key={type}
            size="sm"
            value={type}
            disabled={!available}
            label={label}
            description={reason ?? description}
            classNames={{ description: classes.description }}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
