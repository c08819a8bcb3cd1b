import { useRef, useState } from 'react'
import { Autocomplete, type OptionsFilter } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type NamedSubject, useSubjectSearch } from '../api/inventory/dependencies.ts'
import { localize } from '../i18n.ts'
import { BreakablePath } from '../ui/display/BreakablePath.tsx'
import { CompactButton } from '../ui/buttons/CompactButton.tsx'
import classes from './SubjectPicker.module.css'
import { kindNames } from './kinds.ts'

const DEBOUNCE_MS = 200

const text = localize(
  { search: 'Buscar por nombre', remove: 'Quitar', removeOne: (name: string) => `Quitar ${name}` },
  { search: 'Search by name', remove: 'Remove', removeOne: (name) => `Remove ${name}` },
)

type Props = {
  label: string
  value: readonly NamedSubject[]
  onChange: (value: NamedSubject[]) => void
  /** The subject that cannot be chosen. */
  without?: { kind: NamedSubject['kind']; id: string }
}

/** Field that searches subjects and lists the chosen ones. */
export function SubjectPicker({ label, value, onChange, without }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [input, setInput] = useState('')
  const [search] = useDebouncedValue(input.trim(), DEBOUNCE_MS)
  const { data: found = [] } = useSubjectSearch(search)
  const excluded = new Set([...value, ...(without ? [without] : [])].map(keyOf))
  const choices = found.filter((subject) => !excluded.has(keyOf(subject)))
  return (
    <div>
      <Autocomplete
        ref={field}
        size="sm"
        label={label}
        placeholder={text.search}
        data={choices.map((subject) => ({ value: keyOf(subject), label: labelOf(subject) }))}
        value={input}
        onChange={setInput}
        onOptionSubmit={(key) => {
          const chosen = choices.find((subject) => keyOf(subject) === key)
          if (chosen) onChange([...value, chosen])
          // Mantine writes the label of the choice into the field after this event.
          setTimeout(() => {
            setInput('')
          })
        }}
        onKeyDown={(event) => {
          // Enter chooses the active suggestion and never submits the form.
          if (event.key === 'Enter') event.preventDefault()
        }}
        filter={showAll}
        withScrollArea={false}
        classNames={{ options: classes.options }}
        comboboxProps={{ withinPortal: false }}
        autoComplete="off"
        spellCheck={false}
      />
      <ul className={classes.chosen} aria-label={label}>
        {value.map((subject) => (
          <li key={keyOf(subject)}>
            <span>
              <BreakablePath text={subject.name} /> <span className={classes.kind}>{kindNames[subject.kind].one}</span>
            </span>
            <CompactButton
              aria-label={text.removeOne(subject.name)}
              onClick={() => {
                field.current?.focus()
                onChange(value.filter((other) => other !== subject))
              }}
            >
              {text.remove}
            </CompactButton>
          </li>
        ))}
      </ul>
    </div>
  )
}

const keyOf = ({ kind, id }: Pick<NamedSubject, 'kind' | 'id'>) => `${kind}:${id}`
const labelOf = ({ kind, name }: NamedSubject) => `${name} (${kindNames[kind].one})`

// The server filters the options, so all of them are shown.
const showAll: OptionsFilter = ({ options }) => options
