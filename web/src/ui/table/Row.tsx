import { memo, type Ref } from 'react'
import { type Column } from './columns.ts'
import classes from './RecordTable.module.css'

type Props<Record> = {
  row: Record
  /** Position in the table, from 0. */
  index: number
  columns: readonly Column<Record>[]
  measure: Ref<HTMLTableRowElement> | undefined
}

/** One row, memoised, so that scrolling renders only rows that become visible. */
export const Row = memo(Cells) as typeof Cells

function Cells<Record>({ row, index, columns, measure }: Props<Record>) {
  return (
    <tr role="row" aria-rowindex={index + 2} data-index={index} ref={measure} className={classes.row}>
      {columns.map((column) => (
        <td
          key={column.id}
          role="cell"
          data-title={column.isTitleHidden ? undefined : column.title}
          data-align={column.align}
          data-wide={column.wide}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}
