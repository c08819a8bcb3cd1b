import { getRouteApi } from '@tanstack/react-router'
import { messagesQuery, type MessageRow } from '../../api/messages.ts'
import { usePages } from '../../api/pages.ts'
import { useMay } from '../../api/session.ts'
import { words } from '../../language.ts'
import { titles } from '../../titles.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Nothing } from '../../ui/Nothing.tsx'
import { ListEnd } from '../../ui/list/ListEnd.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { BackToSinli } from '../integrations/BackToSinli.tsx'
import { asFilter, type MessageFilters } from './filters.ts'
import { MessageFilterBar } from './MessageFilterBar.tsx'
import { MessageTable } from './MessageTable.tsx'

const route = getRouteApi('/app/messages')

const text = words(
  { none: 'Todavía no hay mensajes', soon: 'Aquí aparecen los documentos SINLI en cuanto llegan.' },
  { none: 'No messages yet', soon: 'SINLI documents appear here as they arrive.' },
)

/** The received SINLI messages, newest first, and the actions to reprocess them. */
export function MessagesPage() {
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const mayReplay = useMay('replay:Integration')
  const { rows, totalCount, failed, retry, ...end } = usePages(messagesQuery(asFilter(filters)))
  const isFiltered = Object.keys(filters).length > 0
  if (failed) return <Failure error={failed} onRetry={retry} />
  return (
    <>
      <PageHeader title={titles.messages} above={<BackToSinli />} />
      <MessageFilterBar
        filters={filters}
        total={totalCount}
        parties={partiesIn(rows ?? [])}
        onChange={(next: MessageFilters) => void navigate({ search: next, replace: true })}
      />
      <MessageTable
        // Changing the filters remounts the list, which clears the selection.
        key={JSON.stringify(filters)}
        rows={rows}
        filters={filters}
        mayReplay={mayReplay}
        empty={isFiltered ? <Nothing /> : <Nothing title={text.none} hint={text.soon} />}
      />
      {rows && rows.length > 0 && <ListEnd shown={rows.length} total={totalCount ?? rows.length} {...end} />}
    </>
  )
}

function partiesIn(rows: readonly MessageRow[]) {
  const parties = rows.flatMap(({ sender, receiver }) => [sender, receiver])
  const names = new Map(parties.flatMap((party) => (party ? [[party.id, party.name ?? party.id] as const] : [])))
  return Array.from(names, ([value, label]) => ({ value, label }))
}
