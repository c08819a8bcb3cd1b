import { memo, type ReactNode, type Ref } from 'react'
import { NO_VALUE } from '../../format/noValue.ts'
import { type Column } from './columns.ts'
import classes from './DataTable.module.css'

type Props<Data> = {
  row: Data
  /** Position in the table, from 0. */
  index: number
  columns: readonly Column<Data>[]
  measure: Ref<HTMLTableRowElement> | undefined
}

/** One row, memoised, so that scrolling renders only rows that become visible. */
export const Row = memo(Cells) as typeof Cells

function Cells<Data>({ row, index, columns, measure }: Props<Data>) {
  return (
    <tr role="row" aria-rowindex={index + 2} data-index={index} ref={measure} className={classes.row}>
      {columns.map((column) => {
        const content = column.cell(row)
        return (
          <td
            key={column.id}
            role="cell"
            data-title={column.isTitleHidden ? undefined : column.title}
            data-align={column.align}
            data-wide={column.wide}
            data-clear={column.isClear}
            data-empty={isEmpty(content) || undefined}
          >
            {content}
          </td>
        )
      })}
    </tr>
  )
}

// On a phone, the card of a row leaves out unknown values.
const isEmpty = (content: ReactNode) => content === NO_VALUE || content === null
