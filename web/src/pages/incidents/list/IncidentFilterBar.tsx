import { plural, localize } from '../../../i18n.ts'
import { ChoiceFilter } from '../../../ui/list/ChoiceFilter.tsx'
import { FilterBar } from '../../../ui/list/FilterBar.tsx'
import { filterField } from '../../../ui/list/filterField.ts'
import { formatInteger } from '../../../format/formatNumber.ts'
import { commonLabels } from '../../../ui/labels.ts'
import { severities, stateLabels } from '../../../health/labels.ts'
import { kindNames, kindOrder } from '../../../subjects/kinds.ts'
import { type IncidentFilters as Filters, situations } from './filters.ts'

type Props = {
  filters: Filters
  /** The number of matching incidents; undefined while loading. */
  totalCount: number | undefined
  onChange: (filters: Filters) => void
}

const text = localize(
  {
    kind: 'Tipo',
    severity: 'Gravedad',
    situation: 'Situación',
    shown: (count: number) => plural(count, '1 incidente', `${formatInteger(count)} incidentes`),
    situations: {
      open: 'Abiertos',
      unattended: 'Sin atender',
      attended: 'Atendidos',
      suppressed: 'En mantenimiento o suprimidos',
      over: 'Resueltos',
    },
  },
  {
    kind: 'Kind',
    severity: 'Severity',
    situation: 'Status',
    shown: (count) => plural(count, '1 incident', `${formatInteger(count)} incidents`),
    situations: {
      open: 'Open',
      unattended: 'Unassigned',
      attended: 'Assigned',
      suppressed: 'In maintenance or suppressed',
      over: 'Resolved',
    },
  },
)

const kindChoices = kindOrder.map((kind) => ({ value: kind, label: kindNames[kind].all }))
const severityChoices = severities.map((severity) => ({ value: severity, label: stateLabels[severity] }))
const situationChoices = situations.map((situation) => ({ value: situation, label: text.situations[situation] }))

/** The filters of the list of incidents. */
export function IncidentFilterBar({ filters, totalCount, onChange }: Props) {
  const field = filterField(filters, onChange)
  return (
    <FilterBar
      filterCount={Object.keys(filters).length}
      onClear={() => {
        onChange({})
      }}
      resultCount={totalCount === undefined ? undefined : text.shown(totalCount)}
    >
      <ChoiceFilter {...field('situation')} label={text.situation} choices={situationChoices} />
      <ChoiceFilter {...field('kind')} label={text.kind} choices={kindChoices} />
      <ChoiceFilter
        {...field('severity')}
        label={text.severity}
        choices={severityChoices}
        any={commonLabels.allFeminine}
      />
    </FilterBar>
  )
}
