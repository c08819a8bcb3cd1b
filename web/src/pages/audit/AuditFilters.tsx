import { useMemo } from 'react'
import { type AuditEntry } from '../../api/audit.ts'
import { useSession } from '../../api/session.ts'
import { words } from '../../language.ts'
import { FilterBar } from '../../ui/list/FilterBar.tsx'
import { MomentFilter } from '../../ui/list/MomentFilter.tsx'
import { filterField } from '../../ui/list/filterField.ts'
import { type Suggestion, SuggestFilter } from '../../ui/list/SuggestFilter.tsx'
import { actionGroups } from './actions.ts'
import { machines } from './ActorName.tsx'
import { type Filters } from './filters.ts'

type Props = {
  filters: Filters
  /** The number of matching entries as text; undefined while loading. */
  shown: string | undefined
  /** The entries on screen; their actors and objects become suggestions. */
  entries: readonly AuditEntry[] | undefined
  onChange: (filters: Filters) => void
}

const text = words(
  { actor: 'Quién', action: 'Qué', object: 'Objeto', from: 'Desde', to: 'Hasta', email: 'Correo, system o ingest' },
  { actor: 'Who', action: 'What', object: 'Object', from: 'From', to: 'Until', email: 'E-mail, system or ingest' },
)

const actions = actionGroups.map(({ group, actions: known }) => ({
  group,
  items: Object.entries(known).map(([value, label]) => ({ value, label })),
}))

/** The filters of the audit trail. */
export function AuditFilters({ filters, shown, entries = [], onChange }: Props) {
  const actors = useActors(entries)
  const objects = useMemo(() => [...new Set(entries.map(({ object }) => object))].sort().map(asItself), [entries])
  const field = filterField(filters, onChange)
  return (
    <FilterBar
      isFiltered={Object.keys(filters).length > 0}
      onClear={() => {
        onChange({})
      }}
      shown={shown}
    >
      <SuggestFilter {...field('actor')} label={text.actor} placeholder={text.email} suggestions={actors} />
      <SuggestFilter {...field('action')} label={text.action} placeholder="customer.unlock" suggestions={actions} />
      <SuggestFilter {...field('object')} label={text.object} placeholder="customer:c-100" suggestions={objects} />
      <MomentFilter {...field('from')} label={text.from} ambiguous="first" />
      <MomentFilter {...field('to')} label={text.to} ambiguous="last" />
    </FilterBar>
  )
}

// Suggests the operator first, then the services, then the actors on screen.
function useActors(entries: readonly AuditEntry[]): Suggestion[] {
  const { email } = useSession().operator
  return useMemo(() => {
    const others = new Set(entries.map(({ actor }) => actor).filter((actor) => actor !== email && !machines[actor]))
    const services = Object.entries(machines).map(([value, label]) => ({ value, label }))
    return [asItself(email), ...services, ...[...others].sort().map(asItself)]
  }, [email, entries])
}

const asItself = (value: string): Suggestion => ({ value, label: value })
