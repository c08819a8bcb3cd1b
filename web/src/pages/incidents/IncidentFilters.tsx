import { words } from '../../language.ts'
import { ChoiceFilter } from '../../ui/list/fields.tsx'
import { FilterBar } from '../../ui/list/FilterBar.tsx'
import { filterField } from '../../ui/list/filterField.ts'
import { showWhole } from '../../ui/numbers.ts'
import { common, kindLabels, stateLabels } from '../../ui/words.ts'
import { type IncidentFilters as Filters, kinds, severities, situations } from './filters.ts'

type Props = {
  filters: Filters
  /** The number of matching incidents; undefined while loading. */
  totalCount: number | undefined
  onChange: (filters: Filters) => void
}

const text = words(
  {
    kind: 'Qué',
    severity: 'Gravedad',
    situation: 'Situación',
    shown: (n: string) => `${n} en la lista`,
    situations: { open: 'Abiertos', unattended: 'Sin atender', attended: 'Atendidos', over: 'Resueltos' },
  },
  {
    kind: 'What',
    severity: 'Severity',
    situation: 'Situation',
    shown: (n) => `${n} in the list`,
    situations: { open: 'Open', unattended: 'Unattended', attended: 'Attended', over: 'Resolved' },
  },
)

const kindChoices = kinds.map((kind) => ({ value: kind, label: kindLabels[kind] }))
const severityChoices = severities.map((severity) => ({ value: severity, label: stateLabels[severity] }))
const situationChoices = situations.map((situation) => ({ value: situation, label: text.situations[situation] }))

/** The filters of the list of incidents. */
export function IncidentFilters({ filters, totalCount, onChange }: Props) {
  const field = filterField(filters, onChange)
  return (
    <FilterBar
      isFiltered={Object.keys(filters).length > 0}
      onClear={() => {
        onChange({})
      }}
      shown={totalCount === undefined ? undefined : text.shown(showWhole(totalCount))}
    >
      <ChoiceFilter {...field('situation')} label={text.situation} choices={situationChoices} />
      <ChoiceFilter {...field('kind')} label={text.kind} choices={kindChoices} />
      <ChoiceFilter {...field('severity')} label={text.severity} choices={severityChoices} any={common.allFeminine} />
    </FilterBar>
  )
}
