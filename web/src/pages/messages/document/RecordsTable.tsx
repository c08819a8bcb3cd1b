import { type Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { NO_VALUE } from '../../../format/noValue.ts'
import { sortFields, fieldLabel } from './fieldLabels.ts'
import { type RecordFields, formatField } from './fields.ts'

type Row = { index: number; fields: RecordFields }

/** Records of one kind, with a column for each field that occurs in any record. */
export function RecordsTable({ label, records }: { label: string; records: readonly RecordFields[] }) {
  const rows = records.map((fields, index) => ({ index, fields }))
  return (
    <DataTable<Row>
      label={label}
      columns={createColumns(records)}
      rows={rows}
      getRowId={({ index }) => String(index)}
      empty={null}
    />
  )
}

function createColumns(records: readonly RecordFields[]): Column<Row>[] {
  const names = [...new Set(records.flatMap((fields) => Object.keys(fields)))].filter((name) => name !== 'line')
  const filled = names.filter((name) => records.some((fields) => formatField(name, fields[name]) !== NO_VALUE))
  return sortFields(filled).map((name) => ({
    id: name,
    title: fieldLabel(name),
    ...(isNumeric(name) && { align: 'end' as const }),
    cell: ({ fields }) => formatField(name, fields[name]),
  }))
}

const isNumeric = (name: string) => /(?:Cents|BasisPoints)$|^(?:quantity|units)$/u.test(name)
