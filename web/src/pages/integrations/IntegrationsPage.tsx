import { getRouteApi } from '@tanstack/react-router'
import { type IntegrationRow, useIntegrations } from '../../api/trade/integrations.ts'
import { formatInteger } from '../../format/formatNumber.ts'
import { stateLabels, states } from '../../health/labels.ts'
import { countsField, useCounts } from '../../health/states/counts.ts'
import { plural, localize } from '../../i18n.ts'
import { ChoiceFilter } from '../../ui/list/ChoiceFilter.tsx'
import { FilterBar } from '../../ui/list/FilterBar.tsx'
import { filterField } from '../../ui/list/filterField.ts'
import { commonLabels } from '../../ui/labels.ts'
import { pageTitles } from '../../pageTitles.ts'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { omitUndefined } from '../../ui/list/searchParams.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { integrationColumns } from './columns.tsx'
import { type IntegrationFilters, isShownBy } from './filters.ts'
import { HeartbeatsSection } from './HeartbeatsSection.tsx'
import classes from './IntegrationsPage.module.css'
import { MessageSummary } from './MessageSummary.tsx'

const route = getRouteApi('/app/integrations')

const text = localize(
  {
    none: 'No hay integraciones',
    hint: 'Aparecen aquí cuando la plataforma las da de alta.',
    shown: (count: number) => plural(count, '1 integración', `${formatInteger(count)} integraciones`),
  },
  {
    none: 'There are no integrations',
    hint: 'They appear here when the platform registers them.',
    shown: (count) => plural(count, '1 integration', `${formatInteger(count)} integrations`),
  },
)

const stateChoices = states.map((state) => ({ value: state, label: stateLabels[state] }))

/** The external providers and queues with their health, the scheduled jobs, and a summary of the SINLI messages. */
export function IntegrationsPage() {
  const { data: integrations, error, refetch } = useIntegrations()
  const { sort, ...filters } = route.useSearch()
  const navigate = route.useNavigate()
  const isFiltered = Object.keys(filters).length > 0
  const change = (next: IntegrationFilters) =>
    void navigate({ search: omitUndefined({ ...next, sort }), replace: true })
  const field = filterField<IntegrationFilters>(filters, change)
  // Services have their own page. With a filter they are listed here too, so that the counts of the overview match the
  // list.
  const isListed = ({ service }: IntegrationRow) => isFiltered || service === null
  const isShown = isShownBy(filters, useCounts('INTEGRACIONES', filters.counts))
  if (!integrations && error) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader title={pageTitles.integrations} />
      <FilterBar
        filterCount={Object.keys(filters).length}
        onClear={() => {
          change({})
        }}
        resultCount={
          isShown && integrations && text.shown(integrations.filter((row) => isListed(row) && isShown(row)).length)
        }
      >
        <ChoiceFilter {...field('state')} label={commonLabels.state} choices={stateChoices} />
        <ChoiceFilter {...field('counts')} {...countsField} />
      </FilterBar>
      <div className={classes.parts}>
        <DataTable
          label={pageTitles.integrations}
          columns={integrationColumns}
          rows={isShown && integrations?.filter((row) => row.heartbeat === null && isListed(row) && isShown(row))}
          getRowId={({ id }) => id}
          empty={isFiltered ? <EmptyState /> : <EmptyState title={text.none} hint={text.hint} />}
          skeletonRows={3}
          sort={sort}
          onSort={(next) => void navigate({ search: omitUndefined({ ...filters, sort: next }), replace: true })}
        />
        <HeartbeatsSection isShown={isShown} isFiltered={isFiltered} />
        <MessageSummary />
      </div>
    </>
  )
}
