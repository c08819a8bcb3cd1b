import { type SupplierRow } from '../../api/trade/suppliers.ts'
import { localize } from '../../i18n.ts'
import { type Column } from '../../ui/table/columns.ts'
import { RowLink } from '../../ui/table/RowLink.tsx'
import { Timestamp } from '../../ui/display/Timestamp.tsx'

const text = localize(
  { name: 'Proveedor', sinli: 'SINLI', updated: 'Actualizado' },
  { name: 'Supplier', sinli: 'SINLI', updated: 'Updated' },
)

/** The columns of the list of suppliers. */
export const supplierColumns: readonly Column<SupplierRow>[] = [
  {
    id: 'name',
    title: text.name,
    wide: true,
    cell: ({ id, name }) => (
      <RowLink to="/suppliers/$id" params={{ id }}>
        {name}
      </RowLink>
    ),
  },
  { id: 'sinliId', title: text.sinli, width: 140, cell: ({ id }) => <code>{id}</code> },
  { id: 'updatedAt', title: text.updated, width: 160, cell: ({ updatedAt }) => <Timestamp at={updatedAt} /> },
]
