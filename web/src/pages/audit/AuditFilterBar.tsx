import { useMemo } from 'react'
import { type AuditEntry } from '../../api/auth/audit.ts'
import { useSession } from '../../api/auth/session.ts'
import { localize } from '../../i18n.ts'
import { FilterBar } from '../../ui/list/FilterBar.tsx'
import { DateTimeFilter } from '../../ui/list/DateTimeFilter.tsx'
import { filterField } from '../../ui/list/filterField.ts'
import { type Suggestion, AutocompleteFilter } from '../../ui/list/AutocompleteFilter.tsx'
import { actionGroups } from './actionGroups.ts'
import { serviceActors } from './ActorName.tsx'
import { type AuditFilters } from './filters.ts'

type Props = {
  filters: AuditFilters
  /** The number of matching entries as text; undefined while loading. */
  resultCount: string | undefined
  /** The entries on screen; their actors and objects become suggestions. */
  entries: readonly AuditEntry[] | undefined
  onChange: (filters: AuditFilters) => void
}

const text = localize(
  { actor: 'Quién', action: 'Qué', object: 'Objeto', from: 'Desde', to: 'Hasta', email: 'Correo, system o ingest' },
  { actor: 'Who', action: 'What', object: 'Object', from: 'From', to: 'Until', email: 'E-mail, system or ingest' },
)

const actions = actionGroups.map(({ group, actions: labels }) => ({
  group,
  items: Object.entries(labels).map(([value, label]) => ({ value, label })),
}))

/** The filters of the audit trail. */
export function AuditFilterBar({ filters, resultCount, entries = [], onChange }: Props) {
  const actors = useActors(entries)
  const objects = useMemo(() => [...new Set(entries.map(({ object }) => object))].sort().map(toSuggestion), [entries])
  const field = filterField(filters, onChange)
  return (
    <FilterBar
      filterCount={Object.keys(filters).length}
      onClear={() => {
        onChange({})
      }}
      resultCount={resultCount}
    >
      <AutocompleteFilter {...field('actor')} label={text.actor} placeholder={text.email} suggestions={actors} />
      <AutocompleteFilter
        {...field('action')}
        label={text.action}
        placeholder="customer.unlock"
        suggestions={actions}
      />
      <AutocompleteFilter {...field('object')} label={text.object} placeholder="customer:c-100" suggestions={objects} />
      <DateTimeFilter {...field('from')} label={text.from} ambiguous="first" />
      <DateTimeFilter {...field('to')} label={text.to} ambiguous="last" />
    </FilterBar>
  )
}

// Suggests the operator first, then the services, then the actors on screen.
function useActors(entries: readonly AuditEntry[]): Suggestion[] {
  const { email } = useSession().operator
  return useMemo(() => {
    const others = new Set(
      entries.map(({ actor }) => actor).filter((actor) => actor !== email && !serviceActors[actor]),
    )
    const services = Object.entries(serviceActors).map(([value, label]) => ({ value, label }))
    return [toSuggestion(email), ...services, ...[...others].sort().map(toSuggestion)]
  }, [email, entries])
}

const toSuggestion = (value: string): Suggestion => ({ value, label: value })
