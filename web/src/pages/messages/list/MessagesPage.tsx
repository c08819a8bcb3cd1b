import { getRouteApi } from '@tanstack/react-router'
import { messagesQuery, type MessageRow } from '../../../api/messages/messages.ts'
import { usePaginatedRows } from '../../../api/client/pagination.ts'
import { usePermission } from '../../../api/auth/session.ts'
import { localize } from '../../../i18n.ts'
import { pageTitles } from '../../../pageTitles.ts'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LoadMore } from '../../../ui/list/LoadMore.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { SinliBreadcrumb } from '../../integrations/SinliBreadcrumb.tsx'
import { toMessageFilter, type MessageFilters } from './filters.ts'
import { MailboxStatus } from './MailboxStatus.tsx'
import { MessageFilterBar } from './MessageFilterBar.tsx'
import { MessageTable } from './MessageTable.tsx'

const route = getRouteApi('/app/messages')

const text = localize(
  { none: 'Todavía no hay mensajes', soon: 'Aquí aparecen los documentos SINLI en cuanto llegan.' },
  { none: 'No messages yet', soon: 'SINLI documents appear here as they arrive.' },
)

/** The received SINLI messages, newest first, and the actions to reprocess them. */
export function MessagesPage() {
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const canReplay = usePermission('replay:Integration')
  const { rows, totalCount, loadError, retry, ...pagination } = usePaginatedRows(
    messagesQuery(toMessageFilter(filters)),
  )
  const isFiltered = Object.keys(filters).length > 0
  if (loadError) return <LoadError error={loadError} onRetry={retry} />
  return (
    <>
      <PageHeader title={pageTitles.messages} above={<SinliBreadcrumb />} />
      <MailboxStatus />
      <MessageFilterBar
        filters={filters}
        total={totalCount}
        parties={partiesIn(rows ?? [])}
        onChange={(next: MessageFilters) => void navigate({ search: next, replace: true })}
      />
      <MessageTable
        // A change of the filters remounts the list, which clears the selection.
        key={JSON.stringify(filters)}
        rows={rows}
        filters={filters}
        canReplay={canReplay}
        empty={isFiltered ? <EmptyState /> : <EmptyState title={text.none} hint={text.soon} />}
      />
      {rows && rows.length > 0 && <LoadMore loaded={rows.length} total={totalCount ?? rows.length} {...pagination} />}
    </>
  )
}

function partiesIn(rows: readonly MessageRow[]) {
  const parties = rows.flatMap(({ sender, receiver }) => [sender, receiver])
  const names = new Map(parties.flatMap((party) => (party ? [[party.id, party.name ?? party.id] as const] : [])))
  return Array.from(names, ([value, label]) => ({ value, label }))
}
