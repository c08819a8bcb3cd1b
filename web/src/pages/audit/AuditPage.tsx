import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useAuditEntry, useAuditTrail } from '../../api/audit.ts'
import { plural, words } from '../../language.ts'
import { Failure } from '../../ui/Failure.tsx'
import { ListEnd } from '../../ui/list/ListEnd.tsx'
import { Nothing } from '../../ui/Nothing.tsx'
import { showWhole } from '../../ui/numbers.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RecordTable } from '../../ui/table/RecordTable.tsx'
import { titles } from '../../titles.ts'
import { AuditFilters } from './AuditFilters.tsx'
import { columns } from './columns.tsx'
import { EntryDrawer } from './EntryDrawer.tsx'
import { type AuditView } from './filters.ts'

const route = getRouteApi('/app/audit')

const text = words(
  {
    purpose: 'Quién hizo qué, cuándo y desde dónde. Solo se añade: nada se cambia ni se borra.',
    entries: (count: number) => plural(count, '1 entrada', `${showWhole(count)} entradas`),
  },
  {
    purpose: 'Who did what, when and from where. It is only added to: nothing is changed or deleted.',
    entries: (count) => plural(count, '1 entry', `${showWhole(count)} entries`),
  },
)

/** The audit trail, newest first; each entry opens in a drawer. */
export function AuditPage() {
  const { entry: opened, ...filters } = route.useSearch()
  const { rows, totalCount, failed, retry, ...reading } = useAuditTrail(filters)
  const entry = useAuditEntry(opened, rows)
  const { show, close } = useView()
  if (failed) return <Failure error={failed} onRetry={retry} />
  return (
    <>
      <PageHeader title={titles.audit} summary={text.purpose} />
      <AuditFilters
        filters={filters}
        shown={totalCount === undefined ? undefined : text.entries(totalCount)}
        entries={rows}
        onChange={show}
      />
      <RecordTable
        label={titles.audit}
        columns={columns}
        rows={rows}
        idOf={({ id }) => id}
        empty={<Nothing />}
        places={12}
      />
      {rows && totalCount !== undefined && rows.length > 0 && (
        <ListEnd {...reading} shown={rows.length} total={totalCount} />
      )}
      <EntryDrawer
        opened={opened !== undefined}
        entry={entry.data}
        failure={entry.error}
        neighbours={neighboursOf(opened, rows)}
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
    void navigate({ search: view, replace: true, resetScroll: false, state: (kept) => kept })
  return {
    show,
    /** Goes back in the history if the entry was opened here; otherwise the browser's back button would reopen it. */
    close: (view: AuditView) => {
      if (router.state.location.state.openedHere) router.history.back()
      else show(view)
    },
  }
}

function neighboursOf(opened: number | undefined, rows: readonly { id: string }[] | undefined) {
  const place = rows?.findIndex(({ id }) => id === String(opened)) ?? -1
  const idAt = (index: number) => {
    const row = place < 0 ? undefined : rows?.[index]
    return row && Number(row.id)
  }
  return { newer: idAt(place - 1), older: idAt(place + 1) }
}
