import { Checkbox, NativeSelect, Stack } from '@mantine/core'
import { useInventory } from '../api/inventory/inventory.ts'
import { localize } from '../i18n.ts'
import { keysOf } from '../ui/labels.ts'
import { kindNames, kindOrder } from './kinds.ts'
import { type ScopeSelection } from './scope.ts'
import { SubjectPicker } from './SubjectPicker.tsx'

const text = localize(
  {
    scopes: {
      all: 'Todo',
      kinds: 'Algunos tipos',
      areas: 'Algunas áreas (sus endpoints)',
      subjects: 'Elementos concretos',
      several: 'Varios criterios, definidos por la API',
    },
    kinds: 'Tipos',
    areas: 'Áreas',
    subjects: 'Elementos',
  },
  {
    scopes: {
      all: 'Everything',
      kinds: 'Some kinds',
      areas: 'Some areas (their endpoints)',
      subjects: 'Particular subjects',
      several: 'Several criteria, set through the API',
    },
    kinds: 'Kinds',
    areas: 'Areas',
    subjects: 'Subjects',
  },
)

type Props = { label: string; value: ScopeSelection; onChange: (value: ScopeSelection) => void }

/** Field that selects subjects: all, by kind, by area, or one by one. */
export function ScopeField({ label, value, onChange }: Props) {
  const scopes = keysOf(text.scopes).filter((scope) => scope !== 'several' || value.scope === scope)
  return (
    <Stack gap={8}>
      <NativeSelect
        size="sm"
        label={label}
        data={scopes.map((scope) => ({ value: scope, label: text.scopes[scope] }))}
        value={value.scope}
        onChange={({ currentTarget }) => {
          onChange({ ...value, scope: scopes.find((scope) => scope === currentTarget.value) ?? 'all' })
        }}
      />
      <Selection value={value} onChange={onChange} />
    </Stack>
  )
}

function Selection({ value, onChange }: Omit<Props, 'label'>) {
  const { data: inventory } = useInventory()
  switch (value.scope) {
    case 'kinds':
      return (
        <CheckboxList
          label={text.kinds}
          choices={kindOrder.map((kind) => ({ value: kind, label: kindNames[kind].all }))}
          value={value.kinds}
          onChange={(chosen) => {
            onChange({ ...value, kinds: kindOrder.filter((kind) => chosen.includes(kind)) })
          }}
        />
      )
    case 'areas':
      return (
        <CheckboxList
          label={text.areas}
          choices={(inventory?.areas ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={value.areas}
          onChange={(areas) => {
            onChange({ ...value, areas })
          }}
        />
      )
    case 'subjects':
      return (
        <SubjectPicker
          label={text.subjects}
          value={value.subjects}
          onChange={(subjects) => {
            onChange({ ...value, subjects })
          }}
        />
      )
    case 'all':
    case 'several':
      return null
  }
}

type CheckboxListProps = {
  label: string
  choices: readonly { value: string; label: string }[]
  value: string[]
  onChange: (value: string[]) => void
}

function CheckboxList({ label, choices, value, onChange }: CheckboxListProps) {
  return (
    <Checkbox.Group label={label} size="sm" value={value} onChange={onChange}>
      <Stack gap={6} mt={4}>
        {choices.map((choice) => (
          <Checkbox key={choice.value} size="sm" value={choice.value} label={choice.label} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
