import { usePaginatedRows } from '../../api/client/pagination.ts'
import { supplierMessagesQuery } from '../../api/trade/suppliers.ts'
import { localize } from '../../i18n.ts'
import { pageTitles } from '../../pageTitles.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { LoadMore } from '../../ui/list/LoadMore.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { columnsWith } from '../messages/list/columns.tsx'

const text = localize(
  { none: 'Sin mensajes SINLI', hint: 'Todavía no ha llegado ningún mensaje de este proveedor ni para él.' },
  { none: 'No SINLI messages', hint: 'No message from this supplier or for it has arrived yet.' },
)

const columns = columnsWith(null)

/** The SINLI messages of a supplier, newest first. */
export function SupplierMessages({ id }: { id: string }) {
  const { rows, totalCount, loadError, retry, ...pagination } = usePaginatedRows(supplierMessagesQuery(id))
  if (loadError) return <LoadError error={loadError} onRetry={retry} />
  return (
    <>
      <DataTable
        label={pageTitles.messages}
        columns={columns}
        rows={rows}
        getRowId={(message) => message.id}
        empty={<EmptyState title={text.none} hint={text.hint} />}
      />
      {rows && rows.length > 0 && <LoadMore {...pagination} loaded={rows.length} total={totalCount ?? rows.length} />}
    </>
  )
}
