import { NumberInput } from '@mantine/core'
import { language, localize } from '../../../../i18n.ts'
import classes from './DestinationForm.module.css'
import { type DestinationDraft, timeLimits } from './destinationDraft.ts'
import { timeLabels } from './draftProblem.ts'

const text = localize(
  {
    hints: {
      wait: 'Lo que cambia a la vez llega junto.',
      interval: 'Los cambios de en medio llegan juntos.',
      repeat: 'Vacío: no se repite.',
      onlyUnacknowledgedAfter: 'Vacío: se envía sin esperar.',
    },
    minutes: ' min',
  },
  {
    hints: {
      wait: 'What changes at the same time arrives together.',
      interval: 'Changes in between arrive together.',
      repeat: 'Empty: it is not repeated.',
      onlyUnacknowledgedAfter: 'Empty: it is sent at once.',
    },
    minutes: ' min',
  },
)

const names = ['wait', 'interval', 'repeat', 'onlyUnacknowledgedAfter'] as const

type Props = { draft: DestinationDraft; onChange: (fields: Partial<DestinationDraft>) => void }

/** Fields for the times of a destination, in minutes. */
export function TimeFields({ draft, onChange }: Props) {
  return (
    <div className={classes.times}>
      {names.map((name) => (
        <NumberInput
          key={name}
          label={timeLabels[name]}
          description={text.hints[name]}
          suffix={text.minutes}
          decimalSeparator={language === 'es' ? ',' : '.'}
          decimalScale={2}
          allowNegative={false}
          hideControls
          {...timeLimits[name]}
          clampBehavior="none"
          value={draft[name] ?? ''}
          onChange={(value) => {
            onChange({ [name]: typeof value === 'number' ? value : null })
          }}
        />
      ))}
    </div>
  )
}
