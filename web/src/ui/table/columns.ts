import { type ReactNode } from 'react'

/** Column of a table. */
export type Column<Row> = {
  id: string
  title: string
  cell: (row: Row) => ReactNode
  /** Width in pixels; columns without a width share the rest. */
  width?: number
  /** Alignment for numbers. */
  align?: 'end'
  /** Shows the title only to assistive technology. */
  isTitleHidden?: true
  /** On a phone, the cell takes the full width of the card without its title: at the top, or with `last` at the end. */
  wide?: true | 'last'
  /** ISO 8601 time that the cell shows. If several rows share a minute, the cell also shows seconds. */
  timeOf?: (row: Row) => string | undefined
  /** Whether the values are clear without the title, which a phone then omits. */
  isClear?: true
  /** Sort key; undefined values come last in both directions. Without a sort key the column cannot be sorted. */
  sortBy?: (row: Row) => string | number | undefined
  /** Sorts in descending order on the first click. */
  descendingFirst?: true
}

/** Order of a table as in the URL: a column's id, prefixed with a minus for descending. */
export type Sort = string

/** Reads an order from a URL parameter; undefined if it does not name one of the columns. */
export const readSort = (ids: readonly string[], value: unknown): Sort | undefined =>
  typeof value === 'string' && ids.includes(value.replace(/^-/u, '')) ? value : undefined

/** Direction in which a column is currently sorted. */
export function sortDirection({ id }: { id: string }, sort: Sort | undefined): 'ascending' | 'descending' | 'none' {
  if (sort === id) return 'ascending'
  return sort === `-${id}` ? 'descending' : 'none'
}

/**
 * The order after a click on a column's title: first its initial direction, then the other one, then the list's own
 * order.
 */
export function nextSort(
  { id, descendingFirst }: Pick<Column<never>, 'id' | 'descendingFirst'>,
  sort: Sort | undefined,
) {
  const order = descendingFirst ? [`-${id}`, id] : [id, `-${id}`]
  const position = sort === undefined ? -1 : order.indexOf(sort)
  return order[position + 1]
}

/** Sorts the rows; the sort is stable. */
export function sortRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: Sort | undefined): Row[] {
  const sortBy = columns.find((column) => sortDirection(column, sort) !== 'none')?.sortBy
  if (!sortBy) return [...rows]
  const sign = sort?.startsWith('-') ? -1 : 1
  return rows.toSorted((a, b) => compare(sortBy(a), sortBy(b), sign))
}

const collator = new Intl.Collator('es', { numeric: true })

function compare(a: string | number | undefined, b: string | number | undefined, sign: number): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b)
  return sign * collator.compare(String(a), String(b))
}
