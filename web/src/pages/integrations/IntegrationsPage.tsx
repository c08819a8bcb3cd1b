import { getRouteApi } from '@tanstack/react-router'
import { useIntegrations } from '../../api/trade/integrations.ts'
import { localize } from '../../i18n.ts'
import { pageTitles } from '../../pageTitles.ts'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { omitUndefined } from '../../ui/list/searchParams.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { integrationColumns } from './columns.tsx'
import { HeartbeatsSection } from './HeartbeatsSection.tsx'
import classes from './IntegrationsPage.module.css'
import { MessageSummary } from './MessageSummary.tsx'

const route = getRouteApi('/app/integrations')

const text = localize(
  { none: 'No hay integraciones', hint: 'Aparecen aquí cuando la plataforma las da de alta.' },
  { none: 'There are no integrations', hint: 'They appear here when the platform registers them.' },
)

/** The external providers and queues with their health, the scheduled jobs, and a summary of the SINLI messages. */
export function IntegrationsPage() {
  const { data: integrations, error, refetch } = useIntegrations()
  const { sort } = route.useSearch()
  const navigate = route.useNavigate()
  if (!integrations && error) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader title={pageTitles.integrations} />
      <div className={classes.parts}>
        <DataTable
          label={pageTitles.integrations}
          columns={integrationColumns}
          rows={integrations?.filter(({ heartbeat }) => heartbeat === null)}
          getRowId={({ id }) => id}
          empty={<EmptyState title={text.none} hint={text.hint} />}
          skeletonRows={3}
          sort={sort}
          onSort={(next) => void navigate({ search: omitUndefined({ sort: next }), replace: true })}
        />
        <HeartbeatsSection />
        <MessageSummary />
      </div>
    </>
  )
}
