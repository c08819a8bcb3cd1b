import { Checkbox, Stack } from '@mantine/core'
import { localize } from '../../../../i18n.ts'
import { eventLabels, eventTypes } from '../../labels.ts'
import { type DestinationDraft } from './destinationDraft.ts'

const text = localize({ events: 'Otros sucesos' }, { events: 'Other events' })

type Props = {
  value: DestinationDraft['events']
  onChange: (fields: Partial<DestinationDraft>) => void
}

/**
 * Field for the events that a webhook receives besides incidents. Choosing all includes the events of later versions.
 */
export function EventsField({ value, onChange }: Props) {
  return (
    <Checkbox.Group
      size="sm"
      label={text.events}
      value={[...(value ?? eventTypes)]}
      onChange={(chosen) => {
        const events = eventTypes.filter((event) => chosen.includes(event))
        onChange({ events: events.length === eventTypes.length ? null : events })
      }}
    >
      <Stack gap={6} mt={4}>
        {eventTypes.map((event) => (
          <Checkbox key={event} size="sm" value={event} label={eventLabels[event]} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
