import { Checkbox } from '@mantine/core'
import { localize } from '../i18n.ts'
import { CompactButton } from '../ui/buttons/CompactButton.tsx'
import classes from './ScopeFields.module.css'

const text = localize({ all: 'Elegir todo', none: 'Quitar todo' }, { all: 'Choose all', none: 'Choose none' })

/** Scopes under a common label; each choice is labelled with the permission that it grants. */
export type ScopeGroup = { label: string; choices: readonly { value: string; label: string }[] }

type Props = { group: ScopeGroup; value: string[]; onChange: (scopes: string[]) => void }

/** Selects the scopes of one group. `value` also contains the scopes of the other groups. */
export function ScopeFields({ group: { label, choices }, value, onChange }: Props) {
  const ofGroup = choices.map((choice) => choice.value)
  const isAll = ofGroup.every((scope) => value.includes(scope))
  const toggle = isAll ? text.none : text.all
  return (
    <Checkbox.Group className={classes.group} size="sm" label={label} value={value} onChange={onChange}>
      <div className={classes.choices}>
        {choices.map((choice) => (
          <Checkbox key={choice.value} size="sm" {...choice} />
        ))}
      </div>
      {choices.length > 3 && (
        <CompactButton
          className={classes.all}
          aria-label={`${label}: ${toggle}`}
          onClick={() => {
            const others = value.filter((scope) => !ofGroup.includes(scope))
            onChange(isAll ? others : [...others, ...ofGroup])
          }}
        >
          {toggle}
        </CompactButton>
      )}
    </Checkbox.Group>
  )
}
