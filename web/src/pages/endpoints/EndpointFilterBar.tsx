import { type ReactNode } from 'react'
import { type Inventory } from '../../api/inventory/inventory.ts'
import { localize } from '../../i18n.ts'
import { ChoiceFilter } from '../../ui/list/ChoiceFilter.tsx'
import { TextFilter } from '../../ui/list/TextFilter.tsx'
import { FilterBar } from '../../ui/list/FilterBar.tsx'
import { filterField } from '../../ui/list/filterField.ts'
import { commonLabels } from '../../ui/labels.ts'
import { countsField } from '../../health/states/counts.ts'
import { methods } from './filters.ts'
import { stateLabels, states } from '../../health/labels.ts'
import { type EndpointFilters, NO_AREA, OWN_SERVICE } from './filters.ts'

type Props = {
  areas: Inventory['areas']
  /** The services that report endpoints; without any there is nothing to choose. */
  services: Inventory['services']
  filters: EndpointFilters
  /** The number of matching rows, as a sentence; undefined while loading. */
  resultCount: ReactNode
  onChange: (filters: EndpointFilters) => void
}

const text = localize(
  {
    area: 'Área',
    noArea: 'Sin área',
    method: 'Método',
    service: 'Servicio',
    critical: 'Crítico',
    notCritical: 'No crítico',
    pathOrArea: 'Ruta o área',
    quoted: (q: string) => `«${q}»`,
  },
  {
    area: 'Area',
    noArea: 'No area',
    method: 'Method',
    service: 'Service',
    critical: 'Critical',
    notCritical: 'Not critical',
    pathOrArea: 'Path or area',
    quoted: (q) => `“${q}”`,
  },
)
const stateChoices = states.map((state) => ({ value: state, label: stateLabels[state] }))
const methodChoices = methods.map((method) => ({ value: method, label: method }))
const criticalChoices = [
  { value: 'yes', label: text.critical },
  { value: 'no', label: text.notCritical },
] as const

/** The filters of the table of endpoints. */
export function EndpointFilterBar({ areas, services, filters, resultCount, onChange }: Props) {
  const field = filterField(filters, onChange)
  return (
    <FilterBar
      filterCount={Object.keys(filters).length}
      onClear={() => {
        onChange({})
      }}
      resultCount={resultCount}
    >
      <TextFilter {...field('q')} placeholder={text.pathOrArea} />
      <ChoiceFilter {...field('area')} label={text.area} choices={areaChoices(areas)} any={commonLabels.allFeminine} />
      <ChoiceFilter {...field('state')} label={commonLabels.state} choices={stateChoices} />
      <ChoiceFilter {...field('counts')} {...countsField} />
      <ChoiceFilter {...field('method')} label={text.method} choices={methodChoices} />
      <ChoiceFilter {...field('critical')} label={text.critical} choices={criticalChoices} />
      {services.length > 0 && (
        <ChoiceFilter {...field('service')} label={text.service} choices={serviceChoices(services)} />
      )}
    </FilterBar>
  )
}

const areaChoices = (areas: Inventory['areas']) => [
  ...areas.map(({ id, name }) => ({ value: id, label: name })),
  { value: NO_AREA, label: text.noArea },
]

const serviceChoices = (services: Inventory['services']) => [
  { value: OWN_SERVICE, label: 'Vigía' },
  ...services.map((service) => ({ value: service, label: service })),
]

/** The filters that are set, as in `Estado: Fallando`. */
export function describeFilters(filters: EndpointFilters, areas: Inventory['areas']): string[] {
  const { q, area, state, counts, method, critical, service } = filters
  return [
    ...(q === undefined ? [] : [text.quoted(q.trim())]),
    ...describeChoice(text.area, areaChoices(areas), area),
    ...describeChoice(commonLabels.state, stateChoices, state),
    ...describeChoice(countsField.label, countsField.choices, counts),
    ...describeChoice(text.method, methodChoices, method),
    ...criticalChoices.filter(({ value }) => value === critical).map(({ label }) => label),
    ...describeChoice(text.service, [{ value: OWN_SERVICE, label: 'Vigía' }], service),
  ]
}

function describeChoice(name: string, choices: readonly { value: string; label: string }[], value: string | undefined) {
  if (value === undefined) return []
  return [`${name}: ${choices.find((choice) => choice.value === value)?.label ?? value}`]
}
