import { NumberInput } from '@mantine/core'
import { type Policy } from '../../api/health/policy.ts'
import { language, localize } from '../../i18n.ts'
import { thresholdLabel, thresholdMeaning } from '../../policy/thresholdText.ts'
import { formatThreshold, fromUnit, type NumericThreshold, toUnit, units } from '../../policy/thresholdUnits.ts'
import classes from './ThresholdField.module.css'

const text = localize(
  {
    slider: (label: string) => `${label}, con el ratón o las flechas`,
    default: (value: string) => `Por defecto: ${value}`,
    reset: 'Volver al valor por defecto',
    resetOf: (label: string) => `Volver al valor por defecto de ${label}`,
  },
  {
    slider: (label) => `${label}, by mouse or arrow keys`,
    default: (value) => `Default: ${value}`,
    reset: 'Back to the default',
    resetOf: (label) => `Back to the default of ${label}`,
  },
)

type Props = {
  name: NumericThreshold
  /** Value in the server's unit; NaN while no number is entered. */
  value: number | null
  policy: Policy
  error: string | undefined
  onChange: (value: number | null) => void
}

/**
 * Field for a threshold: its number with a slider, its meaning, its default, and a button that restores the default.
 */
export function ThresholdField({ name, value, policy, error, onChange }: Props) {
  const label = thresholdLabel(name) ?? name
  const { suffix, slider } = units[name]
  const shown = value === null || Number.isNaN(value) ? '' : toUnit(name, value)
  const change = (entered: number | string) => {
    if (entered !== '' && typeof entered === 'number') onChange(fromUnit(name, entered))
    else onChange(name === 'expectedIntervalMs' ? null : Number.NaN)
  }
  return (
    <div className={classes.field} data-own={value !== policy.default[name] || undefined}>
      <NumberInput
        label={label}
        description={thresholdMeaning(name)}
        suffix={suffix}
        decimalSeparator={language === 'es' ? ',' : '.'}
        allowNegative={false}
        hideControls
        value={shown}
        error={error}
        onChange={change}
      />
      {slider && (
        <input
          type="range"
          className={classes.slider}
          aria-label={text.slider(label)}
          {...slider}
          value={shown === '' ? slider.min : shown}
          onChange={({ currentTarget }) => {
            change(currentTarget.valueAsNumber)
          }}
        />
      )}
      <p className={classes.default}>
        {text.default(formatThreshold(name, policy.default))}
        {value !== policy.default[name] && (
          <button
            type="button"
            className={classes.reset}
            aria-label={text.resetOf(label)}
            onClick={() => {
              onChange(policy.default[name])
            }}
          >
            {text.reset}
          </button>
        )}
      </p>
    </div>
  )
}
