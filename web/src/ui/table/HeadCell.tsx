import { VisuallyHidden } from '@mantine/core'
import { type Column, sortDirection, nextSort, type Sort } from './columns.ts'
import classes from './DataTable.module.css'

type Props<Row> = {
  column: Column<Row>
  sort: Sort | undefined
  onSort: ((sort: Sort | undefined) => void) | undefined
}

/** Header cell of a column; a button if the column can be sorted. */
export function HeadCell<Row>({ column, sort, onSort }: Props<Row>) {
  const { title, align, width, sortBy, isTitleHidden } = column
  const shared = { role: 'columnheader', scope: 'col', 'data-align': align, style: { width } } as const
  if (!sortBy || !onSort) {
    return (
      <th {...shared}>
        {isTitleHidden ? <VisuallyHidden>{title}</VisuallyHidden> : <span className={classes.plain}>{title}</span>}
      </th>
    )
  }
  return (
    <th {...shared} aria-sort={sortDirection(column, sort)}>
      <button
        type="button"
        className={classes.sort}
        onClick={() => {
          onSort(nextSort(column, sort))
        }}
      >
        {title}
      </button>
    </th>
  )
}
