import { Radio, Stack } from '@mantine/core'
import { useAlertingSettings } from '../../../../api/incidents/destinations.ts'
import { localize } from '../../../../i18n.ts'
import { type DestinationDraft } from './destinationDraft.ts'
import { destinationTypes, typeDescriptions, typeLabels } from '../../labels.ts'
import classes from './TypeField.module.css'

const text = localize({ type: 'Tipo' }, { type: 'Type' })

type Props = { value: DestinationDraft['type']; onChange: (fields: Partial<DestinationDraft>) => void }

/** Selects the type of a new destination; one that the settings do not allow says why. */
export function TypeField({ value, onChange }: Props) {
  const { data: settings } = useAlertingSettings()
  const unavailable = new Map(
    settings?.types.flatMap(({ type, available, reason }) => (available ? [] : [[type, reason]])),
  )
  return (
    <Radio.Group
      label={text.type}
      size="sm"
      value={value}
      onChange={(selected) => {
        onChange({ type: destinationTypes.find((type) => type === selected) ?? value, target: '' })
      }}
    >
      <Stack gap={10} mt={6}>
        {destinationTypes.map((type) => (
          <Radio
            key={type}
            size="sm"
            value={type}
            disabled={unavailable.has(type)}
            label={typeLabels[type]}
            description={unavailable.get(type) ?? typeDescriptions[type]}
            classNames={{ description: classes.description }}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
