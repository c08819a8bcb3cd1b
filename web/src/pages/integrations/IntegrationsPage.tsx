import { getRouteApi } from '@tanstack/react-router'
import { useIntegrations } from '../../api/integrations.ts'
import { words } from '../../language.ts'
import { titles } from '../../titles.ts'
import { Failure } from '../../ui/Failure.tsx'
import { present } from '../../ui/list/search.ts'
import { Nothing } from '../../ui/Nothing.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RecordTable } from '../../ui/table/RecordTable.tsx'
import { columns } from './columns.tsx'
import classes from './IntegrationsPage.module.css'
import { MessageGlance } from './MessageGlance.tsx'

const route = getRouteApi('/app/integrations')

const text = words(
  { none: 'No hay integraciones', hint: 'Aparecen aquí cuando la plataforma las da de alta.' },
  { none: 'There are no integrations', hint: 'They appear here when the platform registers them.' },
)

/** The external providers and queues with their health, and a summary of the SINLI messages. */
export function IntegrationsPage() {
  const { data: integrations, error, refetch } = useIntegrations()
  const { sort } = route.useSearch()
  const navigate = route.useNavigate()
  if (!integrations && error) return <Failure error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader title={titles.integrations} />
      <div className={classes.parts}>
        <RecordTable
          label={titles.integrations}
          columns={columns}
          rows={integrations}
          idOf={({ id }) => id}
          empty={<Nothing title={text.none} hint={text.hint} />}
          places={3}
          sort={sort}
          onSort={(next) => void navigate({ search: present({ sort: next }), replace: true })}
        />
        <MessageGlance />
      </div>
    </>
  )
}
