import { type Inventory } from '../../api/inventory.ts'
import { words } from '../../language.ts'
import { ChoiceFilter, TextFilter } from '../../ui/list/fields.tsx'
import { FilterBar } from '../../ui/list/FilterBar.tsx'
import { filterField } from '../../ui/list/filterField.ts'
import { showWhole } from '../../ui/numbers.ts'
import { common, methods, stateLabels, states } from '../../ui/words.ts'
import { type Filters, NO_AREA } from './filters.ts'

type Props = {
  areas: Inventory['areas']
  filters: Filters
  /** The number of matching rows; undefined while loading. */
  shown: number | undefined
  onChange: (filters: Filters) => void
}

const text = words(
  {
    area: 'Área',
    noArea: 'Sin área',
    method: 'Método',
    critical: 'Crítico',
    notCritical: 'No crítico',
    pathOrArea: 'Ruta o área',
    shown: (n: string) => `${n} en la tabla`,
  },
  {
    area: 'Area',
    noArea: 'No area',
    method: 'Method',
    critical: 'Critical',
    notCritical: 'Not critical',
    pathOrArea: 'Path or area',
    shown: (n) => `${n} in the table`,
  },
)
const stateChoices = states.map((state) => ({ value: state, label: stateLabels[state] }))
const methodChoices = methods.map((method) => ({ value: method, label: method }))
const criticalChoices = [
  { value: 'yes', label: text.critical },
  { value: 'no', label: text.notCritical },
] as const

/** The filters of the table of endpoints. */
export function EndpointFilters({ areas, filters, shown, onChange }: Props) {
  const areaChoices = [
    ...areas.map(({ id, name }) => ({ value: id, label: name })),
    { value: NO_AREA, label: text.noArea },
  ]
  const field = filterField(filters, onChange)
  return (
    <FilterBar
      isFiltered={Object.keys(filters).length > 0}
      onClear={() => {
        onChange({})
      }}
      shown={shown === undefined ? undefined : text.shown(showWhole(shown))}
    >
      <TextFilter {...field('q')} placeholder={text.pathOrArea} />
      <ChoiceFilter {...field('area')} label={text.area} choices={areaChoices} any={common.allFeminine} />
      <ChoiceFilter {...field('state')} label={common.state} choices={stateChoices} />
      <ChoiceFilter {...field('method')} label={text.method} choices={methodChoices} />
      <ChoiceFilter {...field('critical')} label={text.critical} choices={criticalChoices} />
    </FilterBar>
  )
}
