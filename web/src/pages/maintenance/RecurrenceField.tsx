import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { localize } from '../../i18n.ts'
import { keysOf } from '../../ui/labels.ts'
import { type MaintenancePlan } from './maintenancePlan.ts'
import classes from './RecurrenceField.module.css'
import { type Recurrence, weekdayName, weekdayOf, weekdays } from './recurrence.ts'

const text = localize(
  {
    repeats: 'Se repite',
    frequencies: { once: 'No', daily: 'Cada día', weekly: 'Cada semana' },
    days: 'Días',
    until: 'Último día (opcional)',
  },
  {
    repeats: 'Repeats',
    frequencies: { once: 'No', daily: 'Every day', weekly: 'Every week' },
    days: 'Days',
    until: 'Last day (optional)',
  },
)

const frequencies = keysOf(text.frequencies)

type Props = { plan: MaintenancePlan; onChange: (fields: Partial<MaintenancePlan>) => void }

/** Fields for how often maintenance recurs. */
export function RecurrenceField({ plan: { recurrence, starts }, onChange }: Props) {
  const change = (fields: Partial<Recurrence>) => {
    onChange({ recurrence: { ...recurrence, ...fields } })
  }
  return (
    <>
      <NativeSelect
        label={text.repeats}
        data={frequencies.map((frequency) => ({ value: frequency, label: text.frequencies[frequency] }))}
        value={recurrence.frequency}
        onChange={({ currentTarget }) => {
          change({ frequency: frequencies.find((frequency) => frequency === currentTarget.value) ?? 'once' })
        }}
      />
      {recurrence.frequency === 'weekly' && (
        <WeekdayField
          days={recurrence.days}
          firstDay={weekdayOf(starts)}
          onChange={(days) => {
            change({ days })
          }}
        />
      )}
      {recurrence.frequency !== 'once' && (
        <TextInput
          type="date"
          label={text.until}
          value={recurrence.until}
          onChange={(event) => {
            change({ until: event.currentTarget.value })
          }}
        />
      )}
    </>
  )
}

type WeekdayFieldProps = {
  days: Recurrence['days']
  /** The day of the first window, which is always selected. */
  firstDay: Recurrence['days'][number] | undefined
  onChange: (days: Recurrence['days']) => void
}

function WeekdayField({ days, firstDay, onChange }: WeekdayFieldProps) {
  const chosen = weekdays.filter((day) => days.includes(day) || day === firstDay)
  return (
    <Checkbox.Group
      label={text.days}
      size="sm"
      value={chosen}
      onChange={(values) => {
        onChange(weekdays.filter((day) => values.includes(day)))
      }}
    >
      <div className={classes.days}>
        {weekdays.map((day) => (
          <Checkbox key={day} size="sm" value={day} label={weekdayName(day)} disabled={day === firstDay} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
