import { type Column } from '../../ui/table/columns.ts'
import { RecordTable } from '../../ui/table/RecordTable.tsx'
import { UNKNOWN } from '../../ui/words.ts'
import { inReadingOrder, labelOf } from './fieldLabels.ts'
import { type Fields, showField } from './fields.ts'

type Row = { place: number; fields: Fields }

/** Records of one kind, with a column for each field that any of them has. */
export function RecordsTable({ label, records }: { label: string; records: readonly Fields[] }) {
  const rows = records.map((fields, place) => ({ place, fields }))
  return (
    <RecordTable<Row>
      label={label}
      columns={columnsOf(records)}
      rows={rows}
      idOf={({ place }) => String(place)}
      empty={null}
    />
  )
}

function columnsOf(records: readonly Fields[]): Column<Row>[] {
  const names = [...new Set(records.flatMap((fields) => Object.keys(fields)))].filter((name) => name !== 'line')
  const said = names.filter((name) => records.some((fields) => showField(name, fields[name]) !== UNKNOWN))
  return inReadingOrder(said).map((name) => ({
    id: name,
    title: labelOf(name),
    ...(isNumeric(name) && { align: 'end' as const }),
    cell: ({ fields }) => showField(name, fields[name]),
  }))
}

const isNumeric = (name: string) => /(?:Cents|BasisPoints)$|^(?:quantity|units)$/u.test(name)
