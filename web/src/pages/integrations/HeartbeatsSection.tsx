import { type Heartbeat, useHeartbeats } from '../../api/health/heartbeats.ts'
import { usePermission } from '../../api/auth/session.ts'
import { CreateHeartbeat } from '../../heartbeats/CreateHeartbeat.tsx'
import { localize } from '../../i18n.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { TableSection } from '../../ui/layout/TableSection.tsx'
import { heartbeatColumns } from './heartbeatColumns.tsx'

const text = localize(
  {
    title: 'Tareas programadas',
    purpose: 'Avisan a Vigía en cada ejecución; si callan, están fallando.',
    none: 'No hay tareas programadas',
    hint: 'Una copia nocturna que deja de ejecutarse no da ningún error: aquí se nota.',
  },
  {
    title: 'Scheduled jobs',
    purpose: 'They report each run to Vigía; if they fall silent, they are failing.',
    none: 'There are no scheduled jobs',
    hint: 'A nightly backup that stops running makes no error: here it is noticed.',
  },
)

type Props = {
  /** Whether the filters of the page match an integration; undefined until that is known. */
  isShown: ((integration: Heartbeat['integration']) => boolean) | undefined
  isFiltered: boolean
}

/** The scheduled jobs with their last beats. Administrators can add and change them. */
export function HeartbeatsSection({ isShown, isFiltered }: Props) {
  const { data: heartbeats, error, refetch } = useHeartbeats()
  const canManage = usePermission('manage:Subject')
  return (
    <TableSection title={text.title} purpose={text.purpose} action={canManage && <CreateHeartbeat />}>
      {!heartbeats && error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={text.title}
          columns={heartbeatColumns(canManage)}
          rows={isShown && heartbeats?.filter(({ integration }) => isShown(integration))}
          getRowId={({ id }) => id}
          empty={isFiltered ? <EmptyState /> : <EmptyState title={text.none} hint={text.hint} />}
          skeletonRows={1}
        />
      )}
    </TableSection>
  )
}
