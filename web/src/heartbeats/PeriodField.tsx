import { NativeSelect, NumberInput } from '@mantine/core'
import { language, localize } from '../i18n.ts'
import classes from './PeriodField.module.css'
import { type Period, type PeriodUnit, periodUnits } from './period.ts'

const text = localize(
  { units: { minutes: 'minutos', hours: 'horas', days: 'días' }, unitOf: (label: string) => `${label}: unidad` },
  { units: { minutes: 'minutes', hours: 'hours', days: 'days' }, unitOf: (label) => `${label}: unit` },
)

type Props = { label: string; hint: string; value: Period; onChange: (value: Period) => void }

/** Field for a period of time: a number and its unit. */
export function PeriodField({ label, hint, value: { count, unit }, onChange }: Props) {
  return (
    <div className={classes.period}>
      <NumberInput
        className={classes.count}
        label={label}
        description={hint}
        decimalSeparator={language === 'es' ? ',' : '.'}
        allowNegative={false}
        hideControls
        value={count ?? ''}
        onChange={(entered) => {
          onChange({ unit, count: typeof entered === 'number' ? entered : null })
        }}
      />
      <NativeSelect
        aria-label={text.unitOf(label)}
        data={periodUnits.map((value) => ({ value, label: text.units[value] }))}
        value={unit}
        onChange={({ currentTarget }) => {
          onChange({ count, unit: currentTarget.value as PeriodUnit })
        }}
      />
    </div>
  )
}
