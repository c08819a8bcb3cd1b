import { NumberInput } from '@mantine/core'
import { language, localize } from '../i18n.ts'

const text = localize(
  {
    label: 'Informa cada (segundos)',
    hint: 'Si calla más del doble y 50 s, se abre un incidente. De 5 s a 366 días.',
    missing: 'Falta cada cuántos segundos informa, de 5 a 31.622.400.',
  },
  {
    label: 'Reports every (seconds)',
    hint: 'If it is silent for more than twice as long and 50 s, an incident opens. From 5 s to 366 days.',
    missing: 'How many seconds pass between its reports is missing, from 5 to 31,622,400.',
  },
)

/** Minimum and maximum interval that the server accepts, in seconds. */
const limits = { min: 5, max: 366 * 86_400 }

type Props = { value: number | null; onChange: (seconds: number | null) => void }

/** Field for the reporting interval of a service in seconds; null while no number is entered. */
export function IntervalField({ value, onChange }: Props) {
  return (
    <NumberInput
      mt="sm"
      label={text.label}
      description={text.hint}
      decimalSeparator={language === 'es' ? ',' : '.'}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      value={value ?? ''}
      onChange={(entered) => {
        onChange(typeof entered === 'number' ? entered : null)
      }}
    />
  )
}

/** The problem of an interval; undefined if it is valid. */
export const missingInterval = (seconds: number | null): string | undefined =>
  seconds !== null && Number.isInteger(seconds) && seconds >= limits.min && seconds <= limits.max
    ? undefined
    : text.missing
