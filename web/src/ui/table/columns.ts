import { type ReactNode } from 'react'

/** A column of a table. */
export type Column<Row> = {
  id: string
  title: string
  cell: (row: Row) => ReactNode
  /** Pixels; columns without share what is left. */
  width?: number
  /** Numbers stand under the end of their title. */
  align?: 'end'
  /** The title is only for whoever does not see the table. */
  isTitleHidden?: true
  /** On a phone it takes the whole width of its card, without its title: it heads the card, or comes last. */
  wide?: true | 'last'
  /** What it is sorted by; undefined is not known, and last in either direction. Absent: it cannot be sorted. */
  sortBy?: (row: Row) => string | number | undefined
  /** The largest first at the first click. */
  largestFirst?: true
}

/** The order of a table as it stands in a URL: a column's id, with a minus in front for descending. */
export type Sort = string

/** Reads an order from a URL; whatever does not name a column is as if it were absent. */
export const readSort = (ids: readonly string[], value: unknown): Sort | undefined =>
  typeof value === 'string' && ids.includes(value.replace(/^-/u, '')) ? value : undefined

/** Which way a column is sorted at present. */
export function directionOf({ id }: { id: string }, sort: Sort | undefined): 'ascending' | 'descending' | 'none' {
  if (sort === id) return 'ascending'
  return sort === `-${id}` ? 'descending' : 'none'
}

/** The order after a click on a column's title: one way, the other way, the list's own again. */
export function nextSort({ id, largestFirst }: Pick<Column<never>, 'id' | 'largestFirst'>, sort: Sort | undefined) {
  const turns = largestFirst ? [`-${id}`, id] : [id, `-${id}`]
  const turn = sort === undefined ? -1 : turns.indexOf(sort)
  return turns[turn + 1]
}

/** The rows in that order; equal ones stay as they were. */
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
