import { type ReactNode } from 'react'

/** Column of a table. */
export type Column<Row> = {
  id: string
  title: string
  cell: (row: Row) => ReactNode
  /** In pixels; columns without a width share the rest. */
  width?: number
  /** For numbers. */
  align?: 'end'
  /** Shows the title only to assistive technology. */
  isTitleHidden?: true
  /** On a phone, takes the full width of the card without its title: at the top, or `last`. */
  wide?: true | 'last'
  /** Sort key; undefined values come last in either direction. Without it the column cannot be sorted. */
  sortBy?: (row: Row) => string | number | undefined
  /** Sorts in descending order on the first click. */
  largestFirst?: true
}

/** Order of a table as in the URL: a column's id, prefixed with a minus for descending. */
export type Sort = string

/** Reads an order from a URL parameter; undefined if it does not name one of the columns. */
export const readSort = (ids: readonly string[], value: unknown): Sort | undefined =>
  typeof value === 'string' && ids.includes(value.replace(/^-/u, '')) ? value : undefined

/** Direction in which a column is currently sorted. */
export function directionOf({ id }: { id: string }, sort: Sort | undefined): 'ascending' | 'descending' | 'none' {
  if (sort === id) return 'ascending'
  return sort === `-${id}` ? 'descending' : 'none'
}

/** Order after a click on a column's title: first direction, other direction, then the list's own order. */
export function nextSort({ id, largestFirst }: Pick<Column<never>, 'id' | 'largestFirst'>, sort: Sort | undefined) {
  const turns = largestFirst ? [`-${id}`, id] : [id, `-${id}`]
  const turn = sort === undefined ? -1 : turns.indexOf(sort)
  return turns[turn + 1]
}

/** Sorts the rows; the sort is stable. */
export function sorted<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: Sort | undefined): Row[] {
  const sortBy = columns.find((column) => directionOf(column, sort) !== 'none')?.sortBy
  if (!sortBy) return [...rows]
  const sign = sort?.startsWith('-') ? -1 : 1
  return rows.toSorted((one, other) => compare(sortBy(one), sortBy(other), sign))
}

const collator = new Intl.Collator('es', { numeric: true })

function compare(one: string | number | undefined, other: string | number | undefined, sign: number): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined)
  if (typeof one === 'number' && typeof other === 'number') return sign * (one - other)
  return sign * collator.compare(String(one), String(other))
}
