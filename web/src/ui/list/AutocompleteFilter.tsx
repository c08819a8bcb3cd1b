import { type KeyboardEvent, useState } from 'react'
import { Autocomplete, type ComboboxItem, type ComboboxParsedItem, type OptionsFilter } from '@mantine/core'
import { commonLabels } from '../labels.ts'
import classes from './AutocompleteFilter.module.css'

/** Value with its label. */
export type Suggestion = { value: string; label: string }

type Props = {
  label: string
  placeholder?: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Likely values, grouped or not; any other text may be typed. */
  suggestions: readonly (Suggestion | { group: string; items: Suggestion[] })[]
}

/** Text filter for whole matches, with suggestions. Applied when a suggestion is chosen, on Enter or on blur. */
export function AutocompleteFilter({ label, placeholder = '', value, onChange, suggestions }: Props) {
  const all = suggestions.flatMap((suggestion) => ('items' in suggestion ? suggestion.items : suggestion))
  const shownLabel = all.find((suggestion) => suggestion.value === value)?.label ?? value ?? ''
  const [input, setInput] = useInput(shownLabel)

  const commit = (text: string) => {
    const next = resolveSuggestion(text, all)
    if (next !== value) onChange(next)
    else setInput(shownLabel)
  }
  const onKeyDown = ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
    // If a suggestion is active, Enter chooses it.
    if (key === 'Enter' && !currentTarget.hasAttribute('aria-activedescendant')) commit(input)
  }
  return (
    <Autocomplete
      size="xs"
      className={classes.field}
      labelProps={{ className: classes.label }}
      label={label}
      placeholder={placeholder}
      data={[...suggestions]}
      value={input}
      onChange={setInput}
      onOptionSubmit={commit}
      onBlur={() => {
        commit(input)
      }}
      onKeyDown={onKeyDown}
      filter={input === shownLabel ? showAll : showMatching}
      renderOption={({ option }) => <Option option={option as ComboboxItem} />}
      withScrollArea={false}
      classNames={{ options: classes.options, dropdown: classes.dropdown }}
      // Without a portal, the dropdown stays within the landmark of its field.
      comboboxProps={{ width: 'max-content', position: 'bottom-start', withinPortal: false }}
      clearable
      clearButtonProps={{ 'aria-label': `${commonLabels.clear}: ${label}` }}
      onClear={() => {
        onChange(undefined)
      }}
      autoComplete="off"
      spellCheck={false}
    />
  )
}

// A value changed from outside (cleared, or by browser history) replaces the typed text.
function useInput(shownLabel: string) {
  const [input, setInput] = useState(shownLabel)
  const [lastShown, setLastShown] = useState(shownLabel)
  if (lastShown !== shownLabel) {
    setLastShown(shownLabel)
    setInput(shownLabel)
  }
  return [input, setInput] as const
}

function Option({ option: { value, label } }: { option: ComboboxItem }) {
  return (
    <span className={classes.option}>
      {label}
      {label !== value && <span className={classes.value}>{value}</span>}
    </span>
  )
}

function resolveSuggestion(text: string, all: readonly Suggestion[]): string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  return all.find(({ value, label }) => value === trimmed || fold(label) === fold(trimmed))?.value ?? trimmed
}

const showAll: OptionsFilter = ({ options }) => options

const showMatching: OptionsFilter = ({ options, search }) =>
  options.flatMap((option) => filterOption(option, fold(search)))

function filterOption(option: ComboboxParsedItem, search: string): ComboboxParsedItem[] {
  if (!('group' in option)) return matchesSearch(option, search) ? [option] : []
  const items = option.items.filter((item) => matchesSearch(item, search))
  return items.length > 0 ? [{ ...option, items }] : []
}

const matchesSearch = ({ value, label }: ComboboxItem, search: string) => fold(`${label} ${value}`).includes(search)

// Removes case and accents, so that "sesion" finds "sesión".
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
