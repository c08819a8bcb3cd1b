import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useAuditEntry, useAuditTrail } from '../../api/auth/audit.ts'
import { plural, localize } from '../../i18n.ts'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { LoadMore } from '../../ui/list/LoadMore.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { formatInteger } from '../../format/formatNumber.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { pageTitles } from '../../pageTitles.ts'
import { toServerFilter } from './actions.ts'
import { AuditFilterBar } from './AuditFilterBar.tsx'
import { auditColumns } from './columns.tsx'
import { EntryDrawer } from './entry/EntryDrawer.tsx'
import { type AuditView } from './filters.ts'

const route = getRouteApi('/app/audit')

const text = localize(
  {
    purpose: 'Quién hizo qué, cuándo y desde dónde. Registro inalterable.',
    entries: (count: number) => plural(count, '1 entrada', `${formatInteger(count)} entradas`),
  },
  {
    purpose: 'Who did what, when and from where. Entries cannot be changed or deleted.',
    entries: (count) => plural(count, '1 entry', `${formatInteger(count)} entries`),
  },
)

/** The audit trail, newest first; each entry opens in a drawer. */
export function AuditPage() {
  const { entry: opened, ...filters } = route.useSearch()
  const { rows, totalCount, loadError, retry, ...pagination } = useAuditTrail(toServerFilter(filters))
  const entry = useAuditEntry(opened, rows)
  const { show, close } = useView()
  if (loadError) return <LoadError error={loadError} onRetry={retry} />
  return (
    <>
      <PageHeader title={pageTitles.audit} summary={text.purpose} />
      <AuditFilterBar
        filters={filters}
        resultCount={totalCount === undefined ? undefined : text.entries(totalCount)}
        entries={rows}
        onChange={show}
      />
      <DataTable
        label={pageTitles.audit}
        columns={auditColumns}
        rows={rows}
        getRowId={({ id }) => id}
        empty={<EmptyState />}
        skeletonRows={12}
      />
      {rows && totalCount !== undefined && rows.length > 0 && (
        <LoadMore {...pagination} loaded={rows.length} total={totalCount} />
      )}
      <EntryDrawer
        opened={opened !== undefined}
        entry={entry.data}
        error={entry.error}
        neighbours={findNeighbours(opened, rows)}
        onMove={(id) => {
          show({ ...filters, entry: id })
        }}
        onClose={() => {
          close(filters)
        }}
      />
    </>
  )
}

function useView() {
  const navigate = route.useNavigate()
  const router = useRouter()
  const show = (view: AuditView) =>
    void navigate({ search: view, replace: true, resetScroll: false, state: (historyState) => historyState })
  return {
    show,
    /** Goes back in the history if the entry was opened here; otherwise the browser's back button would reopen it. */
    close: (view: AuditView) => {
      if (router.state.location.state.openedFromList) router.history.back()
      else show(view)
    },
  }
}

function findNeighbours(opened: number | undefined, rows: readonly { id: string }[] | undefined) {
  const index = rows?.findIndex(({ id }) => id === String(opened)) ?? -1
  const idAt = (index: number) => {
    const row = index < 0 ? undefined : rows?.[index]
    return row && Number(row.id)
  }
  return { newer: idAt(index - 1), older: idAt(index + 1) }
}
